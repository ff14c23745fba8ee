/**
 * Validates values against the schema of an external tool in a tool host, and terminates a host that takes
 * too long.
 */
import * as limits from '#shared/limits.ts';
import type { ExecutionId } from '#shared/ids.ts';
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import type { SchemaVerdict } from '#workers/contracts/tool-host-protocol.ts';
import { watchDeadline } from '../calls/watch-deadline.ts';
import type { Running, PostToHost } from './tool-host-job.ts';

export type SchemaQuestion = {
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
  post: PostToHost,
  terminate: () => void,
  done: (answer: SchemaAnswer) => void,
): Running {
  let isTaken = false;
  post({ type: 'validate', execution, schema, values });
  const watch = watchDeadline<SchemaAnswer>({
    deadlineMs: startMs,
    signal,
    // No grace period: a check has no effect that could be left half done.
    onExpiry(cause) {
      if (cause === 'abort') return { outcome: { type: 'cancelled' }, graceMs: 0 };
      const seconds = limits.external.checkMs / 1000;
      const message = isTaken
        ? `the check took longer than ${seconds} s and was stopped.`
        : 'The tool host did not start.';
      return { outcome: { type: 'unchecked', message }, graceMs: 0 };
    },
    onOver(answer) {
      terminate();
      end(answer);
    },
  });

  function end(answer: SchemaAnswer): void {
    watch.end();
    done(answer);
  }

  return {
    receive(message) {
      if (message.type === 'unreadable')
        return end({ type: 'unchecked', message: 'they are nested too deep or too large.' });
      if (message.execution !== execution) return;
      if (message.type === 'checked') return end(message.verdict);
      if (message.type !== 'taken') return;
      isTaken = true;
      watch.restart(limits.external.checkMs);
    },
    // The host crashed.
    end: (outcome) => end({ type: 'unchecked', message: outcome.type === 'error' ? outcome.message : '' }),
  };
}
