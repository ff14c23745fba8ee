/** One announced tool, made one of ours or refused with the reason: its name, its texts, its schema, its deadline. */
import { limits } from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { OutsideTool } from '#shared/tools/tool.ts';
import { admitSchema } from './admit-schema.ts';
import { visibleText } from '#shared/invisible.ts';
import { shorten } from '#shared/shorten.ts';
import { outsideName } from './external-name.ts';
import type { AnnouncedTool, OutsideServer } from './external-server.ts';

export type AdmittedTool = { ok: true; definition: OutsideTool } | { ok: false; refusal: ToolRefusal };

const { titleCharacters, descriptionCharacters, deadlineSeconds } = limits.outside;

export function admitTool(
  tool: AnnouncedTool,
  server: Pick<OutsideServer, 'prefix' | 'name' | 'category' | 'capabilities'>,
): AdmittedTool {
  const named = outsideName(server.prefix, server.name, tool.name);
  if (!named.ok) return named;
  const admitted = admitSchema(tool.parameters);
  if (!admitted.ok) return admitted;
  const { timeoutSeconds = deadlineSeconds } = tool;
  return {
    ok: true,
    definition: {
      name: named.name,
      title: shorten(visibleText(tool.title ?? '').trim() || tool.name, titleCharacters),
      description: shorten(visibleText(tool.description ?? '').trim(), descriptionCharacters),
      category: server.category,
      parameters: admitted.schema,
      permissions: [],
      capabilities: server.capabilities,
      timeoutSeconds: timeoutSeconds > 0 ? Math.min(timeoutSeconds, deadlineSeconds) : deadlineSeconds,
      runs: 'engine',
      repeatable: tool.repeatable ?? false,
      urlParameters: [],
    },
  };
}
