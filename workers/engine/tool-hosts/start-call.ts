/**
 * Sends one call to a tool host and ends it with its result, at its deadline, when it is stopped, or when its
 * host dies.
 */
import { assertNever } from '#shared/assert-never.ts';
import * as limits from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import { withPartialOutput } from '#shared/tools/partial-output.ts';
import { createScriptOutput } from '#workers/text/output-buffer.ts';
import { ToolError, type ToolFailure } from '#workers/contracts/tool-error.ts';
import type { MessageFromToolHost, ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { createWaitClock } from '../calls/wait-clock.ts';
import { watchDeadline, type ExpiryCause } from '../calls/watch-deadline.ts';
import { throttleOutput } from './throttle-output.ts';
import type { Running, PostToHost, ToolHostJob } from './tool-host-job.ts';

/** `done` is called exactly once. Throws if the arguments cannot be cloned. */
export function startCall(
  job: ToolHostJob,
  startMs: number,
  post: PostToHost,
  terminate: () => void,
  done: (outcome: ToolOutcome) => void,
): Running {
  const clock = createClock(job.deadlineMs);
  const output = collectOutput(job);
  const pause = () => {
    const ends = [watch.hold(), clock.hold(), job.onWait?.()];
    return () => ends.forEach((end) => end?.());
  };
  let hasExpired = false;
  const lease = send(job, pause, post);
  const watch = watchDeadline<ToolOutcome>({
    deadlineMs: startMs,
    signal: job.signal,
    onExpiry(cause) {
      hasExpired = true;
      return expire(cause, job, clock, post);
    },
    onOver(outcome) {
      terminate();
      end(outcome);
    },
  });

  function end(outcome: ToolOutcome): void {
    watch.end();
    lease.end();
    done(output.end(outcome, hasExpired));
  }

  function receive(message: MessageFromToolHost): void {
    if (message.type === 'unreadable') return end(unreadable);
    // Work that an earlier call left running may still send messages.
    if (message.execution !== job.call.execution) return;
    switch (message.type) {
      case 'taken':
        return clock.take() ? watch.restart(job.deadlineMs) : undefined;
      case 'limit':
        return clock.isTaken() ? watch.restart(clock.leftMs(message.ms)) : undefined;
      case 'progress':
        return job.onProgress(shorten(message.text, limits.progressCharacters));
      case 'output':
        return output.add(message.text);
      case 'done':
        return end(message.outcome);
      case 'checked':
        return;
      default:
        return assertNever(message);
    }
  }

  return { receive, end };
}

/** UTF-16 units, as in the result of a shell command. */
const partialCharacters = 15_000;

function collectOutput(job: ToolHostJob) {
  const live = throttleOutput(job.onOutput, job.outputCharacters);
  const printed = createScriptOutput(partialCharacters);
  /** The output of a background process is stored separately from its result. */
  const isProcess = job.outputCharacters !== undefined;
  return {
    add(text: string): void {
      printed.add(text);
      live.add(text);
    },
    /**
     * Appends the output of a stopped call to its error, because its host may have been terminated before it
     * could.
     */
    end(outcome: ToolOutcome, hasExpired: boolean): ToolOutcome {
      // Also before a result that contains the output: only the stream has stdout and stderr in their order.
      live.flush();
      if (isProcess || !hasExpired || outcome.type !== 'error' || printed.printed() === 0) return outcome;
      return { ...outcome, message: withPartialOutput(outcome.message, printed.text()) };
    },
  };
}

function expire(cause: ExpiryCause, job: ToolHostJob, clock: Clock, post: PostToHost) {
  if (cause === 'deadline' && !clock.isTaken()) return { outcome: notStarted, graceMs: 0 };
  const outcome = cause === 'deadline' ? timeout(job, clock.passedMs()) : cancelled(job);
  const { errorType, message } = outcome;
  post({ type: 'abort', execution: job.call.execution, reason: { errorType, message } });
  return { outcome, graceMs: limits.abortGraceMs };
}

type Lease = { over: AbortSignal; end(): void };

/** The lifetime of a call's ports: until its result, its termination or its stop, whichever is first. */
function startLease(stopped: AbortSignal): Lease {
  const controller = new AbortController();
  const end = () => {
    stopped.removeEventListener('abort', end);
    controller.abort(new ToolError('cancelled', 'The call is over.'));
  };
  stopped.addEventListener('abort', end, { once: true });
  return { over: controller.signal, end };
}

function send(job: ToolHostJob, pause: () => () => void, post: PostToHost): Lease {
  const lease = startLease(job.signal);
  const ports = job.ports(lease.over, pause);
  try {
    // Before the host can begin: if the tab dies now, the journal must know that the call may have had an effect.
    job.onStart();
    post({ type: 'call', call: job.call, ports }, Object.values(ports));
    return lease;
  } catch (error) {
    lease.end();
    throw error;
  }
}

export function failure(message: string): ToolFailure {
  return { type: 'error', errorType: 'execution_error', message };
}

const notStarted = failure('The tool host did not start. Reload the page and try again.');

const unreadable: ToolFailure = {
  type: 'error',
  errorType: 'validation_error',
  message: 'The arguments could not be read by the tool: nested too deep or too large. Send them flatter.',
};

type Clock = ReturnType<typeof createClock>;

/** Measures from the moment a host takes the call, without the time in which the user is asked. */
function createClock(deadlineMs: number) {
  let takenAt: number | undefined;
  const waits = createWaitClock(() => performance.now());
  const passedMs = () => performance.now() - (takenAt ?? performance.now()) - waits.waitedMs();
  return {
    hold: waits.hold,
    isTaken: () => takenAt !== undefined,
    /** False if the call was taken before: a second message must not restart the deadline. */
    take(): boolean {
      if (takenAt !== undefined) return false;
      takenAt = performance.now();
      return true;
    },
    passedMs,
    /** Milliseconds left: the call's own limit, but no later than its deadline. */
    leftMs: (own: number | null) => Math.min(own ?? Infinity, deadlineMs - passedMs()),
  };
}

export function timeout({ call, deadlineMs }: ToolHostJob, passedMs = deadlineMs): ToolFailure {
  const shown = shorten(JSON.stringify(call.arguments), 200);
  const message = `Tool execution timed out after ${Math.round(passedMs / 100) / 10}s and was stopped (${call.tool}, arguments ${shown}). A part of it may have taken effect: check before you do it again, with a smaller input or another way.`;
  return { type: 'error', errorType: 'timeout', message };
}

export function cancelled({ call }: ToolHostJob): ToolFailure {
  const message = `${call.tool} was stopped by the user while it ran; its effect may or may not have happened.`;
  return { type: 'error', errorType: 'cancelled', message };
}
