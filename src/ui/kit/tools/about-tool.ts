/** What a tool does, for people: of a built-in one a sentence in their language, of another what its server says. */
import { builtInSource } from '#shared/tools/external-tool.ts';
import type { ToolInfo } from '#shared/tools/tool.ts';
import { findText, toKey } from '#src/state/text/text.ts';

/** The screen loads the part `tool-about`. Descriptions of built-in tools are written for models. */
export function aboutTool({ name, source, description }: ToolInfo): string {
  return (source === builtInSource ? findText(`tool-about.${toKey(name)}`) : undefined) ?? description;
}
