/** The result of a command as a model reads it: output, errors, and how it ended. */
import { limits } from '#shared/limits.ts';
import { folderNote } from '#shared/tools/folder-note.ts';
import { shellLimits } from '../limits.ts';
import { createOutputBuffer, type OutputBuffer } from '#workers/text/output-buffer.ts';

export type CommandEnd = {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Sentences about the command that are not its output. */
  notes: readonly string[];
  /** Where the next command begins, if that is not the workspace itself. */
  folder?: string | undefined;
  /** Paths of the workspace that the user is shown links to. */
  opened: readonly string[];
};

export function formatResult({ stdout, stderr, exitCode, notes, folder, opened }: CommandEnd): {
  content: string;
  metadata: Record<string, string>;
} {
  const [out, err] = [bound(stdout), bound(stderr)];
  const parts = [trimEnd(out.text()), err.text().trim() && `[stderr]\n${trimEnd(err.text())}`].filter(
    Boolean,
  );
  const left = out.left() + err.left();
  if (parts.length === 0) parts.push('(no output)');
  const told = folder === undefined ? notes : [...notes, folderNote(folder)];
  const ends = [`[exit code ${exitCode}]`, ...told.map((note) => `[${note}]`)];
  return {
    content: [...parts, ...ends].join('\n'),
    metadata: {
      exit_code: String(exitCode),
      stdout_characters: String(stdout.length),
      stderr_characters: String(stderr.length),
      // A longer one is in the text alone.
      ...(folder && folder.length <= limits.metadataCharacters && { working_directory: folder }),
      // A key for each: one value holds 200 characters.
      ...Object.fromEntries(opened.map((path, at) => [`open_${at + 1}`, path])),
      ...(left > 0 && { characters_left_out: String(left) }),
    },
  };
}

function bound(text: string): OutputBuffer {
  const half = Math.floor(shellLimits.streamCharacters / 2);
  const mark = (left: number) =>
    `\n[… ${left.toLocaleString('en')} characters left out; use head, tail, grep or > file to see them …]\n`;
  const buffer = createOutputBuffer({ head: half, tail: half, mark });
  buffer.add(text);
  return buffer;
}

function trimEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
