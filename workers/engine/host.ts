/** One tool host as the engine sees it: it runs a call to its end, or to the deadline, the stop or the crash. */
// Comlink: a typed call over postMessage.
import { transfer, wrap } from 'comlink';
import { limits } from '../../src/shared/limits.ts';
import type { HostJob } from './host-pool.ts';
import type { HostApi, HostOutcome, HostPorts, MessageFromHost, MessageToHost } from './host-protocol.ts';

/** A host that does not even take a call within this time cannot be started here. */
const startMs = 15_000;

export type Host = {
  run(job: HostJob): Promise<HostOutcome>;
  alive(): boolean;
  terminate(): void;
};

export function createHost(worker: Worker): Host {
  const remote = wrap<HostApi>(worker);
  let alive = true;
  let fail: (outcome: HostOutcome) => void = () => undefined;

  function terminate(): void {
    alive = false;
    worker.terminate();
  }

  worker.onerror = (event) => {
    event.preventDefault();
    terminate();
    fail({
      type: 'error',
      errorType: 'execution_error',
      message: `The tool host crashed: ${event.message || 'unknown error'}`,
    });
  };

  return {
    alive: () => alive,
    terminate,
    run: (job) =>
      new Promise<HostOutcome>((resolve) => {
        const { port1: control, port2 } = new MessageChannel();
        const timers = new Set<ReturnType<typeof setTimeout>>();
        const after = (milliseconds: number, work: () => void) => timers.add(setTimeout(work, milliseconds));

        const end = (outcome: HostOutcome) => {
          timers.forEach(clearTimeout);
          job.signal.removeEventListener('abort', stop);
          control.close();
          fail = () => undefined;
          resolve(outcome);
        };
        // A tool that answers within the grace is believed; else its host is terminated (a Comlink call to a dead
        // worker stays pending for ever, which is why `end` does not wait for it).
        const abort = (outcome: HostOutcome) => {
          control.postMessage({ type: 'abort' } satisfies MessageToHost);
          after(limits.abortGraceMs, () => {
            terminate();
            end(outcome);
          });
        };
        const stop = () => abort({ type: 'error', errorType: 'cancelled', message: cancelledMessage(job) });
        const onStartFailed = () => {
          terminate();
          end({
            type: 'error',
            errorType: 'execution_error',
            message: 'The tool host did not start. Reload the page and try again.',
          });
        };
        const startTimer = setTimeout(onStartFailed, startMs);
        timers.add(startTimer);

        control.onmessage = ({ data }: MessageEvent<MessageFromHost>) => {
          if (data.type === 'progress') return job.onProgress(data.text);
          clearTimeout(startTimer);
          job.onStart();
          after(job.deadlineMs, () =>
            abort({ type: 'error', errorType: 'timeout', message: timeoutMessage(job) }),
          );
        };
        fail = end;
        job.signal.addEventListener('abort', stop, { once: true });
        if (job.signal.aborted) stop();

        const ports: HostPorts = { ...job.ports(), control: port2 };
        const moved: Transferable[] = [port2, ports.network, ports.device].filter(
          (port) => port !== undefined,
        );
        remote.execute(job.call, transfer(ports, moved)).then(end, (error: unknown) => {
          end({
            type: 'error',
            errorType: 'execution_error',
            message: `Tool execution failed: ${String(error)}`,
          });
        });
      }),
  };
}

function timeoutMessage({ call, deadlineMs }: HostJob): string {
  const input = JSON.stringify(call.arguments);
  const shown = input.length > 200 ? `${input.slice(0, 200)}…` : input;
  return `Tool execution timed out after ${deadlineMs / 1000}s and was stopped (${call.tool}, arguments ${shown}). Try a smaller input or another way.`;
}

function cancelledMessage({ call }: HostJob): string {
  return `${call.tool} was stopped by the user while it ran; its effect may or may not have happened.`;
}
