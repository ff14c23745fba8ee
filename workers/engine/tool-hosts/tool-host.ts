/**
 * One tool host as the engine sees it: a worker that runs one call or one check at a time, and can be
 * terminated.
 */
import { messageOf } from '#shared/message-of.ts';
import type { MessageToToolHost, ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import { readMessage } from './read-message.ts';
import { startCheck, type SchemaAnswer, type SchemaQuestion } from './schema-check.ts';
import { failure, startCall } from './start-call.ts';
import type { Running, ToolHostJob } from './tool-host-job.ts';

/** A host that does not take a call within this time counts as failed to start. */
const startMs = 15_000;

const unreadable = 'The result of the tool could not be read: nested too deep or too large.';

export type ToolHost = {
  run(job: ToolHostJob): Promise<ToolOutcome>;
  /** Whether values match the schema of an external tool. */
  check(question: SchemaQuestion): Promise<SchemaAnswer>;
  alive(): boolean;
  terminate(): void;
};

export function createToolHost(worker: Worker): ToolHost {
  let alive = true;
  let running: Running | undefined;
  const post = (message: MessageToToolHost, moved: Transferable[] = []) => worker.postMessage(message, moved);

  function terminate(): void {
    alive = false;
    worker.terminate();
  }

  function crash(reason: string): void {
    terminate();
    running?.end(failure(reason));
  }

  worker.onmessage = ({ data }: MessageEvent<unknown>) => {
    // Chromium delivers a message that is nested too deeply as `null`.
    if (data === null) return crash(unreadable);
    const message = readMessage(data);
    if (message) running?.receive(message);
  };
  worker.onmessageerror = () => crash(unreadable);
  worker.onerror = (event) => {
    event.preventDefault();
    crash(`The tool host crashed: ${event.message || 'unknown error'}`);
  };

  /** `start` calls its last argument exactly once. */
  function begin<Answer>(
    start: (done: (answer: Answer) => void) => Running,
    unsent: (reason: string) => Answer,
  ): Promise<Answer> {
    return new Promise((resolve) => {
      try {
        running = start((answer) => {
          running = undefined;
          resolve(answer);
        });
      } catch (error) {
        // The values cannot be cloned.
        resolve(unsent(messageOf(error)));
      }
    });
  }

  return {
    alive: () => alive,
    terminate,
    run: (job) =>
      begin<ToolOutcome>(
        (done) => startCall(job, startMs, post, terminate, done),
        (reason) => failure(`The call could not be passed on: ${reason}`),
      ),
    check: (question) =>
      begin<SchemaAnswer>(
        (done) => startCheck(question, startMs, post, terminate, done),
        (message) => ({ type: 'unchecked', message }),
      ),
  };
}
