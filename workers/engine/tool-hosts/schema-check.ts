/** A check of values against a schema from outside, watched over: a host that takes too long is terminated. */
import { limits } from '#shared/limits.ts';
import type { ExecutionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import type { SchemaVerdict } from '#workers/contracts/tool-host-protocol.ts';
import type { Running, Tell } from './tool-host.ts';

export type SchemaQuestion = {
  /** The execution the values are for. */
  execution: ExecutionId;
  schema: OpenSchema;
  values: JsonObject;
  signal: AbortSignal;
};

export type SchemaAnswer = SchemaVerdict | { type: 'cancelled' };

/** Sends the question; `done` is called exactly once. */
export function startCheck(
  { execution, schema, values, signal }: SchemaQuestion,
  startMs: number,
  tell: Tell,
  terminate: () => void,
  done: (answer: SchemaAnswer) => void,
): Running {
  let timer = setTimeout(() => giveUp('The tool host did not start.'), startMs);

  function end(answer: SchemaAnswer): void {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    done(answer);
  }

  function giveUp(message: string): void {
    terminate();
    end({ type: 'unchecked', message });
  }

  /** The check has no effect that could be left half done, so nobody waits for it. */
  function stop(): void {
    terminate();
    end({ type: 'cancelled' });
  }

  signal.addEventListener('abort', stop, { once: true });
  tell({ type: 'validate', execution, schema, values });
  return {
    receive(message) {
      if (message.execution !== execution) return;
      if (message.type === 'checked') return end(message.verdict);
      if (message.type !== 'taken') return;
      clearTimeout(timer);
      const seconds = limits.external.checkMs / 1000;
      timer = setTimeout(
        () => giveUp(`the check took longer than ${seconds} s and was stopped.`),
        limits.external.checkMs,
      );
    },
    // The host crashed.
    end: (outcome) => end({ type: 'unchecked', message: outcome.type === 'error' ? outcome.message : '' }),
  };
}
