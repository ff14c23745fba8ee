/**
 * Runs a call of a tool that runs in the engine, without a tool host. The call ends even if the tool never
 * answers.
 */
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { toFailure, ToolError, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { Caller, EngineControl, InEngineTool } from '#workers/contracts/tool-source.ts';
import { cancelled, timeout } from '../../tool-hosts/start-call.ts';
import type { ToolHostJob } from '#workers/engine/tool-hosts/tool-host-job.ts';
import { watchDeadline } from '../watch-deadline.ts';

/** Contract: the same as of `ToolHostPool.run`. */
export async function runInEngine(
  job: ToolHostJob,
  answer: InEngineTool,
  caller: Caller,
): Promise<ToolOutcome> {
  const { signal, call, deadlineMs } = job;
  if (signal.aborted) {
    const message = `${call.tool} was stopped before it started.`;
    return { type: 'error', errorType: 'cancelled', message };
  }
  const own = new AbortController();
  let giveUp: (failure: ToolFailure) => void;
  const over = new Promise<ToolFailure>((resolve) => (giveUp = resolve));
  const watch = watchDeadline<ToolFailure>({
    deadlineMs,
    signal,
    onExpiry(cause) {
      const outcome = cause === 'deadline' ? timeout(job) : cancelled(job);
      own.abort(new ToolError(outcome.errorType, outcome.message));
      return { outcome, graceMs: limits.abortGraceMs };
    },
    onOver: (failure) => giveUp(failure),
  });
  const progress = (text: string) => {
    if (!own.signal.aborted) job.onProgress(shorten(text, limits.progressCharacters));
  };
  try {
    job.onStart();
    const hold = () => {
      const ends = [watch.hold(), job.onWait?.()];
      return () => ends.forEach((end) => end?.());
    };
    const { findTools } = job;
    const control = { signal: own.signal, progress, hold, caller, findTools };
    return await Promise.race([begin(answer, job, control), over]);
  } finally {
    watch.end();
    // Cancels whatever the tool still waits for.
    own.abort();
  }
}

/** Never rejects: even an error that is thrown before the first await becomes an outcome. */
async function begin(
  answer: InEngineTool,
  { call }: ToolHostJob,
  control: EngineControl,
): Promise<ToolOutcome> {
  try {
    return await answer(call.arguments, control);
  } catch (error) {
    return toFailure(error);
  }
}
