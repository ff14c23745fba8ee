/**
 * Collects the output of a script: head and tail for its result, and the full text for the folder of long
 * results.
 */
import { withPartialOutput } from '#shared/tools/partial-output.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { fullTextCharacters, fullTextNote } from '#workers/text/full-text.ts';
import { createScriptOutput, type OutputBuffer } from '#workers/text/output-buffer.ts';

export type KeptOutput = OutputBuffer & {
  /** The full text followed by `end`, if `text` is cut and the full text can be saved. */
  full(end: string): { full?: string };
  /** An error whose message includes the output. */
  error(type: ToolErrorType, message: string): ToolError;
};

/** `path`: where the full text will be saved; absent if it is not. */
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
