/** Answers a call to a tool that runs in the engine, with its result capped like any other. */
import type { ToolDefinition } from '../../src/shared/tool.ts';
import type { HostJob } from './host-pool.ts';
import type { HostOutcome } from './host-protocol.ts';
import type { Registry } from './registry.ts';

/** Its code and that of its results are loaded at the first call to a tool from outside. */
export async function answerInEngine(
  tool: ToolDefinition,
  job: HostJob,
  registry: Registry,
  results: FileSystemDirectoryHandle,
): Promise<HostOutcome> {
  const [{ runInEngine }, { capResult }] = await Promise.all([
    import('./engine-call.ts'),
    import('../host/cap-result.ts'),
  ]);
  const answer = registry.answerOf(tool);
  if (!answer) {
    const message = `${tool.name} changed or went away while the call waited; nothing was done. Try again.`;
    return { type: 'error', errorType: 'tool_not_available', message };
  }
  const outcome = await runInEngine(job, answer);
  return outcome.type === 'success'
    ? { ...outcome, result: await capResult(outcome.result, job.call.overflow, results) }
    : outcome;
}
