/** The reserved cost of requests in flight, in this engine's memory: a crash of the tab releases it. */
import type { RunId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';

/** `run`: the one whose request it is for. */
export type Held = { run: RunId | undefined; spent: Spent };

export type Reservations = {
  /** Returns the function that releases it; idempotent. */
  add(mayCost: Spent, run?: RunId): () => void;
  held(): readonly Held[];
  sum(): Spent;
  /** The number of changes so far, to detect that one happened. */
  version(): number;
  /** Counts as a change: an amount was moved to another sum. */
  changed(): void;
  /** Resolves at the next change, or when the signal aborts. */
  change(signal: AbortSignal): Promise<void>;
};

export function createReservations(): Reservations {
  const held = new Set<Held>();
  const waiting = new Set<() => void>();
  let version = 0;

  function changed(): void {
    version++;
    for (const go of waiting) go();
  }

  return {
    add(mayCost, run) {
      const own: Held = { run, spent: { ...mayCost } };
      held.add(own);
      return () => {
        if (held.delete(own)) changed();
      };
    },
    held: () => [...held],
    sum: () => [...held].map(({ spent }) => spent).reduce(addSpent, { tokens: 0, cost: 0 }),
    version: () => version,
    changed,
    change: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve();
        const go = () => {
          waiting.delete(go);
          signal.removeEventListener('abort', go);
          resolve();
        };
        waiting.add(go);
        signal.addEventListener('abort', go, { once: true });
      }),
  };
}
