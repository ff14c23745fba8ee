/** What an interpreter prints as a command of the shell, into a pipe or onto the terminal; head and tail are kept. */
import { createScriptOutput } from '#workers/text/output-buffer.ts';

/** UTF-16 units. */
const most = { stdout: 32_000_000, stderr: 1_000_000 };

export function createCommandStreams() {
  return { stdout: createScriptOutput(most.stdout), stderr: createScriptOutput(most.stderr) };
}
