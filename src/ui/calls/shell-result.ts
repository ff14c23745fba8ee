/**
 * Parses the result of a command or a script, which is one text for the model, into output, exit code and
 * notes.
 */
import { contentText } from '#shared/conversation/content.ts';
import { nothingPrinted } from '#shared/tools/nothing-printed.ts';
import { folderNote } from '#shared/tools/folder-note.ts';
import type { ToolResult } from '#shared/tools/tool.ts';

export type ShellResult = {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Sentences of the tool about the command. */
  notes: string[];
};

export function readShellResult(result: ToolResult & { status: 'success' }): ShellResult {
  const { metadata = {} } = result;
  const text = contentText(result.result);
  const exitCode = Number(metadata.exit_code ?? 0);
  // The last match, because the output may contain such a line as well.
  const mark = `[exit code ${exitCode}]`;
  const end = text.startsWith(mark) ? 0 : text.lastIndexOf(`\n${mark}`);
  if (end < 0) return { stdout: text, stderr: '', exitCode, notes: [] };
  const all = [...text.slice(end).matchAll(/^\[(.*)\]$/gm)].map(([, note = '']) => note).slice(1);
  // The metadata contains the folder, so its note is dropped.
  const folder = metadata.working_directory;
  const notes = folder === undefined ? all : all.filter((note) => note !== folderNote(folder));
  const printed = text.slice(0, end);
  const hasErrors = metadata.stderr_characters !== '0';
  const errors = hasErrors ? startOfErrors(printed) : -1;
  if (errors >= 0)
    return {
      stdout: printed.slice(0, Math.max(0, errors - 1)),
      stderr: printed.slice(errors + errorsMark.length),
      exitCode,
      notes,
    };
  const isEmpty = metadata.stdout_characters === '0';
  return { stdout: isEmpty ? '' : printed, stderr: '', exitCode, notes };
}

/** As `readShellResult`, for a script: an uncaught error is the end of its output. */
export function readScriptResult(result: ToolResult & { status: 'success' }): ShellResult {
  const { error_at: errorAt } = result.metadata ?? {};
  const exitCode = exitCodeOf(result) ?? 0;
  const text = contentText(result.result);
  if (text === nothingPrinted) return { stdout: '', stderr: '', exitCode, notes: [] };
  const mark = `[exit code ${exitCode}]`;
  const end = exitCode === 0 ? -1 : text.startsWith(mark) ? 0 : text.lastIndexOf(`\n${mark}`);
  const printed = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? [] : [...text.slice(end).matchAll(/^\[(.*)\]$/gm)].slice(1);
  const at = errorAt === undefined ? printed.length : Number(errorAt);
  return {
    stdout: printed.slice(0, at).replace(/\n$/, ''),
    stderr: printed.slice(at),
    exitCode,
    notes: rest.map(([, note = '']) => note),
  };
}

/**
 * Whether a call is shown as failed: also if the command or script of a successful tool has an exit code
 * other than 0.
 */
export function hasFailed({ result }: { result: ToolResult }): boolean {
  return result.status === 'error' || (exitCodeOf(result) ?? 0) !== 0;
}

const errorsMark = '[stderr]\n';

function startOfErrors(printed: string): number {
  if (printed.startsWith(errorsMark)) return 0;
  const at = printed.lastIndexOf(`\n${errorsMark}`);
  return at < 0 ? -1 : at + 1;
}

/** The exit code of a script or a command, where its result names one. */
export function exitCodeOf(result: ToolResult): number | undefined {
  const code = result.metadata?.exit_code;
  return code !== undefined && /^-?\d+$/.test(code) ? Number(code) : undefined;
}
