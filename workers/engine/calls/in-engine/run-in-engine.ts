/** Runs a call that is answered in the engine: no host is held, and the wait ends even if the tool never answers. */
import { limits } from '#shared/limits.ts';
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { HostJob } from '../../tool-hosts/tool-host-pool.ts';
import type { HostOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { startDeadline } from './deadline.ts';
import { cancelledMessage, timeoutMessage } from '../../tool-hosts/tool-host.ts';
import type { EngineTool } from '#workers/contracts/tool-source.ts';
import type { Caller } from '../../tools/engine-tool.ts';

/** Longer lines would not fit a card. */
const progressCharacters = 200;

type Failure = HostOutcome & { type: 'error' };

/** Contract: as of `HostPool.run`. */
export async function runInEngine(job: HostJob, answer: EngineTool, caller: Caller): Promise<HostOutcome> {
  const { signal, call, deadlineMs } = job;
  const own = new AbortController();
  const progress = (text: string) => {
    if (!own.signal.aborted) job.onProgress(text.slice(0, progressCharacters));
  };
  const cancelled: Failure = { type: 'error', errorType: 'cancelled', message: cancelledMessage(job) };
  const late: Failure = { type: 'error', errorType: 'timeout', message: timeoutMessage(job) };
  if (signal.aborted) return { ...cancelled, message: `${call.tool} was stopped before it started.` };
  const watch = watchOver(signal, deadlineMs, (isDeadline) => {
    const { errorType, message } = isDeadline ? late : cancelled;
    own.abort(new ToolError(errorType, message));
    return isDeadline ? late : cancelled;
  });
  try {
    job.onStart();
    const control = { signal: own.signal, progress, hold: watch.hold, caller };
    return await Promise.race([begin(answer, job, control), watch.over]);
  } finally {
    watch.end();
    // Whatever the tool still waits for, nobody hears of it any more.
    own.abort();
  }
}

/** Whatever it throws, and however, is a value here. */
async function begin(answer: EngineTool, { call }: HostJob, control: Parameters<EngineTool>[1]) {
  try {
    return await answer(call.arguments, control);
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): Failure {
  if (error instanceof ToolError) return { type: 'error', errorType: error.type, message: error.message };
  const message = messageOf(error);
  return { type: 'error', errorType: 'execution_error', message: `Tool execution failed: ${message}` };
}

/** Whichever comes first aborts the call; one that still answers within the grace is believed. */
function watchOver(signal: AbortSignal, deadlineMs: number, abort: (isDeadline: boolean) => Failure) {
  let resolve: (outcome: Failure) => void;
  const over = new Promise<Failure>((settle) => (resolve = settle));
  let grace: ReturnType<typeof setTimeout> | undefined;
  const finish = (isDeadline: boolean) => {
    if (grace !== undefined) return;
    const outcome = abort(isDeadline);
    grace = setTimeout(() => resolve(outcome), limits.abortGraceMs);
  };
  const stop = () => finish(false);
  const deadline = startDeadline(deadlineMs, () => finish(true));
  signal.addEventListener('abort', stop, { once: true });
  const end = () => {
    deadline.end();
    clearTimeout(grace);
    signal.removeEventListener('abort', stop);
  };
  return { over, end, hold: deadline.hold };
}
