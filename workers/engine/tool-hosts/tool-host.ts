/** One tool host as the engine sees it: it runs a call to its end, or to the deadline, the stop or the crash. */
import { assertNever } from '#shared/assert-never.ts';
import { limits } from '#shared/limits.ts';
import { shorten } from '#shared/shorten.ts';
import type { HostJob } from './tool-host-pool.ts';
import { startCheck, type SchemaAnswer, type SchemaQuestion } from './schema-check.ts';
import type { HostOutcome, MessageFromHost, MessageToHost } from '#workers/contracts/tool-host-protocol.ts';

/** A host that does not even take a call within this time cannot be started here. */
const startMs = 15_000;

export type Host = {
  run(job: HostJob): Promise<HostOutcome>;
  /** Whether values match a schema that came from outside. */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  alive(): boolean;
  terminate(): void;
};

export type Tell = (message: MessageToHost, moved?: Transferable[]) => void;
export type Running = { receive(message: MessageFromHost): void; end(outcome: HostOutcome): void };

/** `results` is where the full text of long results goes; sent once, because a handle costs more than a call. */
export function createHost(worker: Worker, results: FileSystemDirectoryHandle): Host {
  let alive = true;
  let running: Running | undefined;
  const tell = (message: MessageToHost, moved: Transferable[] = []) => worker.postMessage(message, moved);

  function terminate(): void {
    alive = false;
    worker.terminate();
  }

  worker.onmessage = ({ data }: MessageEvent<MessageFromHost>) => running?.receive(data);
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
      new Promise<HostOutcome>((resolve) => {
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

/** Sends the call and watches over it; `done` is called exactly once. */
function startCall(
  job: HostJob,
  tell: Tell,
  terminate: () => void,
  done: (outcome: HostOutcome) => void,
): Running {
  const { execution } = job.call;
  let timer = setTimeout(giveUp, startMs);

  function end(outcome: HostOutcome): void {
    clearTimeout(timer);
    job.signal.removeEventListener('abort', stop);
    done(outcome);
  }

  function giveUp(): void {
    terminate();
    end(failure('The tool host did not start. Reload the page and try again.'));
  }

  /** A tool that answers within the grace is believed; a host that does not is terminated. */
  function abort(outcome: HostOutcome & { type: 'error' }): void {
    clearTimeout(timer);
    const { errorType, message } = outcome;
    tell({ type: 'abort', execution, reason: { errorType, message } });
    timer = setTimeout(() => {
      terminate();
      end(outcome);
    }, limits.abortGraceMs);
  }

  function stop(): void {
    abort({ type: 'error', errorType: 'cancelled', message: cancelledMessage(job) });
  }

  function receive(message: MessageFromHost): void {
    // What a tool left running may still speak of an older call.
    if (message.execution !== execution) return;
    switch (message.type) {
      case 'taken':
        job.onStart();
        if (job.signal.aborted) return;
        clearTimeout(timer);
        timer = setTimeout(
          () => abort({ type: 'error', errorType: 'timeout', message: timeoutMessage(job) }),
          job.deadlineMs,
        );
        return;
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

  const ports = job.ports();
  tell(
    { type: 'call', call: job.call, ports },
    [ports.network, ports.device].filter((port) => port !== undefined),
  );
  job.signal.addEventListener('abort', stop, { once: true });
  if (job.signal.aborted) stop();
  return { receive, end };
}

function failure(message: string): HostOutcome {
  return { type: 'error', errorType: 'execution_error', message };
}

export function timeoutMessage({ call, deadlineMs }: HostJob): string {
  const shown = shorten(JSON.stringify(call.arguments), 200);
  return `Tool execution timed out after ${deadlineMs / 1000}s and was stopped (${call.tool}, arguments ${shown}). Try a smaller input or another way.`;
}

export function cancelledMessage({ call }: HostJob): string {
  return `${call.tool} was stopped by the user while it ran; its effect may or may not have happened.`;
}
