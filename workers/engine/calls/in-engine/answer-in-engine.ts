/** Answers a call to a tool that runs in the engine, with its result capped like any other. */
import { isBuiltIn } from '#shared/tools/external-tool.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { InEngineTools } from './in-engine-tools.ts';
import type { Registry } from '../registry.ts';
import type { Caller, InEngineTool } from '#workers/contracts/tool-source.ts';

export type EngineAnswers = {
  registry: Pick<Registry, 'answerOf'>;
  /** The built-in tools that run in the engine; their code is loaded at the first call. */
  openInEngineTools(): Promise<InEngineTools>;
  results: FileSystemDirectoryHandle;
};

export async function answerInEngine(
  tool: ToolDefinition,
  job: ToolHostJob,
  caller: Caller,
  answers: EngineAnswers,
): Promise<ToolOutcome> {
  const [{ runInEngine }, { capResult }] = await Promise.all([
    import('./run-in-engine.ts'),
    import('../cap-result.ts'),
  ]);
  const answer = await findAnswer(tool, caller, answers);
  if (!answer) {
    const message = `${tool.name} changed or was removed while the call waited; nothing was done. Try again.`;
    return { type: 'error', errorType: 'tool_not_available', message };
  }
  const outcome = await runInEngine(job, answer, caller);
  return outcome.type === 'success'
    ? { ...outcome, result: await capResult(outcome.result, job.overflow, answers.results) }
    : outcome;
}

async function findAnswer(
  tool: ToolDefinition,
  caller: Caller,
  { registry, openInEngineTools }: EngineAnswers,
): Promise<InEngineTool | undefined> {
  return isBuiltIn(tool) ? (await openInEngineTools()).answerOf(tool.name, caller) : registry.answerOf(tool);
}
