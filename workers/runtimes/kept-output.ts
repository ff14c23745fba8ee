/** What a script prints: head and tail for its result, and all of it for the folder of long results. */
import { withPartialOutput } from '#shared/tools/partial-output.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { fullTextCharacters, fullTextNote } from '#workers/text/full-text.ts';
import { createScriptOutput, type OutputBuffer } from '#workers/text/output-buffer.ts';

export type KeptOutput = OutputBuffer & {
  /** The whole text with the lines that follow it, if `text` is cut and there is a place to keep it. */
  full(end: string): { full?: string };
  /** For an error whose message has the output. */
  error(type: ToolErrorType, message: string): ToolError;
};

/** `path`: where the full text will be kept; absent where it is not. */
export function createKeptOutput(most: number, path: string | undefined): KeptOutput {
  const shown = createScriptOutput(most, path === undefined ? undefined : fullTextNote(path));
  const whole = path === undefined ? undefined : createScriptOutput(fullTextCharacters);
  const full = (end: string): { full?: string } =>
    whole && shown.left() > 0 ? { full: [whole.text().trimEnd(), end].filter(Boolean).join('\n') } : {};
  return {
    ...shown,
    add(text) {
      shown.add(text);
      whole?.add(text);
    },
    full,
    error: (type, message) =>
      new ToolError(type, withPartialOutput(message, shown.text()), undefined, full(message).full),
  };
}
