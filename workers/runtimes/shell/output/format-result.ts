/** The result of a command as a model reads it: output, errors, and how it ended. */
import { shellLimits } from '../limits.ts';
import { capStream } from './cap-stream.ts';

export type CommandEnd = {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** Sentences about the command that are not its output. */
  notes: readonly string[];
  /** Paths of the workspace that the user is shown links to. */
  opened: readonly string[];
};

export function formatResult({ stdout, stderr, exitCode, notes, opened }: CommandEnd): {
  content: string;
  metadata: Record<string, string>;
} {
  const out = capStream(stdout, shellLimits.streamCharacters);
  const err = capStream(stderr, shellLimits.streamCharacters);
  const parts = [trimEnd(out.text), err.text.trim() && `[stderr]\n${trimEnd(err.text)}`].filter(Boolean);
  if (parts.length === 0) parts.push('(no output)');
  const ends = [`[exit code ${exitCode}]`, ...notes.map((note) => `[${note}]`)];
  return {
    content: [...parts, ...ends].join('\n'),
    metadata: {
      exit_code: String(exitCode),
      stdout_characters: String(stdout.length),
      stderr_characters: String(stderr.length),
      // A key for each: one value holds 200 characters.
      ...Object.fromEntries(opened.map((path, at) => [`open_${at + 1}`, path])),
      ...(out.left + err.left > 0 && { characters_left_out: String(out.left + err.left) }),
    },
  };
}

function trimEnd(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}
