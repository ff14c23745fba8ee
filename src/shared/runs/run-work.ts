/** What the steps of a run took, from its events: the same after a resume, because the journal has them. */
import type { RunEvent } from './run-event.ts';

export type RunWork = {
  /** Requests that were answered, those without tools included. */
  steps: number;
  /** From each request to the end of its reply, with the waits before retries. */
  modelMs: number;
  /** Of all calls; calls side by side count in full. */
  toolMs: number;
  /** Requests that were sent again: after an error, or because a reply broke off. */
  retries: number;
};

export type WorkCounter = { add(event: RunEvent): void; sum(): RunWork };

export function countWork(past: readonly RunEvent[] = []): WorkCounter {
  const work: RunWork = { steps: 0, modelMs: 0, toolMs: 0, retries: 0 };
  let asked: number | undefined;

  function add(event: RunEvent): void {
    switch (event.type) {
      case 'step-start':
      // The step is requested again: the time from the death of the tab to here is left out.
      case 'run-resume':
        asked = event.at;
        break;
      case 'step-retry':
        work.retries++;
        break;
      case 'step-restart':
        if (event.note && event.note.type !== 'resumed') work.retries++;
        break;
      case 'reply-end':
        work.steps++;
        if (asked !== undefined && event.at !== undefined) work.modelMs += Math.max(0, event.at - asked);
        asked = undefined;
        break;
      case 'tool-end':
        work.toolMs += event.duration_ms;
        break;
      default:
    }
  }

  past.forEach(add);
  return { add, sum: () => ({ ...work }) };
}
