/** Formats the result of a command for a model: output, errors, and how it ended. */
import * as limits from '#shared/limits.ts';
import { folderNote } from '#shared/tools/folder-note.ts';
import { shellLimits } from '../limits.ts';
import { fullTextCharacters, fullTextNote } from '#workers/text/full-text.ts';
import { createOutputBuffer, createScriptOutput, type OutputBuffer } from '#workers/text/output-buffer.ts';

export type CommandEnd = {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Notes about the command that are not part of its output. */
  notes: readonly string[];
  /** The working directory of the next command, if it is not the workspace root. */
  folder?: string | undefined;
  /** Workspace paths to which the user is shown links. */
  opened: readonly string[];
  /** It was stopped at its time limit. */
  timedOut?: boolean;
};

/** `fullText`: where the full output will be saved, if it is cut. */
export function formatResult(
  { stdout, stderr, exitCode, notes, folder, opened }: CommandEnd,
  fullText?: string,
): { content: string; metadata: Record<string, string>; full?: string } {
  const [out, err] = [bound(stdout, fullText), bound(stderr, fullText)];
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
      // A longer path appears in the text only.
      ...(folder && folder.length <= limits.metadataCharacters && { working_directory: folder }),
      // One key per path, because the length of a value is limited.
      ...Object.fromEntries(opened.map((path, at) => [`open_${at + 1}`, path])),
      ...(left > 0 && { characters_left_out: String(left) }),
    },
    ...(left > 0 && fullText !== undefined && { full: wholeOf(stdout, stderr) }),
  };
}

function wholeOf(stdout: string, stderr: string): string {
  const [out, err] = [stdout, stderr].map((text) => {
    const buffer = createScriptOutput(fullTextCharacters / 2);
    buffer.add(text);
    return trimEnd(buffer.text());
  });
  return [out, err && `[stderr]\n${err}`].filter(Boolean).join('\n');
}

function bound(text: string, fullText: string | undefined): OutputBuffer {
  const half = Math.floor(shellLimits.streamCharacters / 2);
  const advice =
    fullText === undefined ? 'Use head, tail, grep or > file to see them.' : fullTextNote(fullText);
  const mark = (left: number) => `\n[… ${left.toLocaleString('en')} characters left out. ${advice} …]\n`;
  const buffer = createOutputBuffer({ head: half, tail: half, mark });
  buffer.add(text);
  return buffer;
}

function trimEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
