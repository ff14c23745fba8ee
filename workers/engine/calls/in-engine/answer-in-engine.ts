/** Answers a call to a tool that runs in the engine, with its result capped like any other. */
import { isBuiltIn, type ToolDefinition } from '#shared/tools/tool.ts';
import type { HostJob } from '../../tool-hosts/tool-host-pool.ts';
import type { HostOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { OwnTools } from './in-engine-tools.ts';
import type { Registry } from '../registry.ts';
import type { EngineTool } from '#workers/contracts/tool-source.ts';
import type { Caller } from '../../tools/engine-tool.ts';

export type EngineAnswers = {
  registry: Pick<Registry, 'answerOf'>;
  /** Ours; their code is loaded at the first call. */
  openOwnTools(): Promise<OwnTools>;
  results: FileSystemDirectoryHandle;
};

/** Its code and that of its results are loaded at the first call that is answered here. */
export async function answerInEngine(
  tool: ToolDefinition,
  job: HostJob,
  caller: Caller,
  answers: EngineAnswers,
): Promise<HostOutcome> {
  const [{ runInEngine }, { capResult }] = await Promise.all([
    import('./run-in-engine.ts'),
    import('#workers/tool-host/cap-result.ts'),
  ]);
  const answer = await findAnswer(tool, caller, answers);
  if (!answer) {
    const message = `${tool.name} changed or went away while the call waited; nothing was done. Try again.`;
    return { type: 'error', errorType: 'tool_not_available', message };
  }
  const outcome = await runInEngine(job, answer, caller);
  return outcome.type === 'success'
    ? { ...outcome, result: await capResult(outcome.result, job.call.overflow, answers.results) }
    : outcome;
}

async function findAnswer(
  tool: ToolDefinition,
  caller: Caller,
  { registry, openOwnTools }: EngineAnswers,
): Promise<EngineTool | undefined> {
  return isBuiltIn(tool) ? (await openOwnTools()).answerOf(tool.name, caller) : registry.answerOf(tool);
}
