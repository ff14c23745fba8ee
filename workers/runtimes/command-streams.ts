/**
 * Collects stdout and stderr of an interpreter that runs as a shell command. Longer output loses its middle.
 */
import { createScriptOutput } from '#workers/text/output-buffer.ts';

/** Maximum UTF-16 units per stream. */
const most = { stdout: 32_000_000, stderr: 1_000_000 };

export function createCommandStreams() {
  return { stdout: createScriptOutput(most.stdout), stderr: createScriptOutput(most.stderr) };
}

/** The terminal on which a shell command shows its output while it runs. */
export type Terminal = {
  /** Undefined if the output is redirected, for example into a pipe or a file. */
  write: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
  /** Flushes buffered output; for a command that blocks its thread, so that no timer can. */
  tick(): void;
};
