/** One tool host as the engine sees it: runs a call until it ends, its deadline passes, it is aborted, or the host crashes. */
import type { Tell, Running } from './tool-host-job.ts';
import { assertNever } from '#shared/assert-never.ts';
import { limits } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import { watchDeadline } from '../calls/watch-deadline.ts';
import type { ToolHostJob } from './tool-host-job.ts';
import { startCheck, type SchemaAnswer, type SchemaQuestion } from './schema-check.ts';
import type {
  ToolOutcome,
  MessageFromToolHost,
  MessageToToolHost,
} from '#workers/contracts/tool-host-protocol.ts';

/** A host that does not take a call within this time counts as failed to start. */
const startMs = 15_000;

export type ToolHost = {
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /** Whether values match the schema of an external tool. */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  alive(): boolean;
  terminate(): void;
};

/** `results` is where the full text of long results goes; sent once, because a handle costs more than a call. */
export function createToolHost(worker: Worker, results: FileSystemDirectoryHandle): ToolHost {
  let alive = true;
  let running: Running | undefined;
  const tell = (message: MessageToToolHost, moved: Transferable[] = []) => worker.postMessage(message, moved);

  function terminate(): void {
    alive = false;
    worker.terminate();
  }

  worker.onmessage = ({ data }: MessageEvent<MessageFromToolHost>) => running?.receive(data);
  worker.onerror = (event) => {
    event.preventDefault();
    terminate();
    running?.end(failure(`The tool host crashed: ${event.message || 'unknown error'}`));
  };
  tell({ type: 'setup', results });

  return {
    alive: () => alive,
    terminate,
    run: (job) =>
      new Promise<ToolOutcome>((resolve) => {
        running = startCall(job, tell, terminate, (outcome) => {
          running = undefined;
          resolve(outcome);
        });
      }),
    check: (question) =>
      new Promise<SchemaAnswer>((resolve) => {
        running = startCheck(question, startMs, tell, terminate, (answer) => {
          running = undefined;
          resolve(answer);
        });
      }),
  };
}

/** Sends the call and bounds it; `done` is called exactly once. */
function startCall(
  job: ToolHostJob,
  tell: Tell,
  terminate: () => void,
  done: (outcome: ToolOutcome) => void,
): Running {
  const { execution } = job.call;
  let isTaken = false;

  const ports = job.ports();
  tell(
    { type: 'call', call: job.call, ports },
    [ports.network, ports.device].filter((port) => port !== undefined),
  );
  const watch = watchDeadline<ToolOutcome>({
    deadlineMs: startMs,
    signal: job.signal,
    onExpiry(cause) {
      if (cause === 'deadline' && !isTaken) return { outcome: notStarted, graceMs: 0 };
      const outcome = cause === 'deadline' ? timeout(job) : cancelled(job);
      const { errorType, message } = outcome;
      tell({ type: 'abort', execution, reason: { errorType, message } });
      return { outcome, graceMs: limits.abortGraceMs };
    },
    onOver(outcome) {
      terminate();
      end(outcome);
    },
  });

  function end(outcome: ToolOutcome): void {
    watch.end();
    done(outcome);
  }

  function receive(message: MessageFromToolHost): void {
    // Work that an earlier call left running may still send messages.
    if (message.execution !== execution) return;
    switch (message.type) {
      case 'taken':
        isTaken = true;
        job.onStart();
        return watch.restart(job.deadlineMs);
      case 'progress':
        return job.onProgress(message.text);
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

function failure(message: string): ToolFailure {
  return { type: 'error', errorType: 'execution_error', message };
}

const notStarted = failure('The tool host did not start. Reload the page and try again.');

export function timeout({ call, deadlineMs }: ToolHostJob): ToolFailure {
  const shown = shorten(JSON.stringify(call.arguments), 200);
  const message = `Tool execution timed out after ${deadlineMs / 1000}s and was stopped (${call.tool}, arguments ${shown}). Try a smaller input or another way.`;
  return { type: 'error', errorType: 'timeout', message };
}

export function cancelled({ call }: ToolHostJob): ToolFailure {
  const message = `${call.tool} was stopped by the user while it ran; its effect may or may not have happened.`;
  return { type: 'error', errorType: 'cancelled', message };
}
