/** What an interpreter prints as a command of the shell, into a pipe or onto the terminal; head and tail are kept. */
import { createScriptOutput } from '#workers/text/output-buffer.ts';

/** UTF-16 units. */
const most = { stdout: 32_000_000, stderr: 1_000_000 };

export function createCommandStreams() {
  return { stdout: createScriptOutput(most.stdout), stderr: createScriptOutput(most.stderr) };
}

/** Where a command of the shell shows what it prints while it runs. */
export type Terminal = {
  /** Undefined where the output goes elsewhere, as into a pipe or a file. */
  write: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
  /** Passes on what has waited; for a command that blocks its thread, so that no timer can. */
  tick(): void;
};
