/**
 * Records the lines that the model itself wrote into files: text of a file that consists only of these lines
 * is not from outside, whatever its path. Paths prove nothing: a folder can be moved, and the user, other
 * chats and shells also write files.
 */
import type { JsonObject } from '#shared/json.ts';
import type { ToolResult } from '#shared/tools/tool.ts';

type FileCall = { name: string; arguments: JsonObject };

export type OwnText = {
  /** Records a call that succeeded. */
  add(call: FileCall): void;
  /** True if every line of the file that the result shows was written by the model in this conversation. */
  isAll(tool: string, result: ToolResult): boolean;
};

export function createOwnText(): OwnText {
  const lines = new Set(['']);
  /** The text of each path as the model wrote it, to compute the lines that an edit produces. */
  const texts = new Map<string, string>();
  return {
    add({ name, arguments: { path, content, mode, old_string: old, new_string: fresh } }) {
      if (typeof path !== 'string') return;
      const before = texts.get(path) ?? '';
      if (name === 'write_file' && typeof content === 'string')
        texts.set(path, mode === 'append' ? before + content : content);
      else if (name === 'edit' && typeof old === 'string' && old !== '' && typeof fresh === 'string')
        texts.set(path, before.split(old).join(fresh));
      else return;
      for (const line of linesOf(texts.get(path) ?? '')) lines.add(line);
    },
    isAll(tool, result) {
      if (result.status === 'error' || typeof result.result !== 'string') return false;
      return (linesShown(tool, result.result) ?? [undefined]).every(
        (line) => line !== undefined && lines.has(line),
      );
    },
  };
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/);
}

/** The note that `read_file` appends when a file continues. */
const restNote = /\n\n\(Lines \d+ to \d+(?: of \d+)?\. Continue with offset \d+\.\)$/;
const hunk = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@$/;

/**
 * The lines of the file in a result, without what the tool adds; undefined if the two cannot be separated.
 */
function linesShown(tool: string, text: string): string[] | undefined {
  if (tool === 'read_file') return linesOf(text.replace(restNote, ''));
  if (tool !== 'edit') return undefined;
  const diff = linesOf(text);
  // The lines before the first hunk only name the file.
  const first = diff.findIndex((line) => hunk.test(line));
  if (first === -1) return undefined;
  return diff
    .slice(first)
    .flatMap((line) => (hunk.test(line) || line === '\\ No newline at end of file' ? [] : line.slice(1)));
}
