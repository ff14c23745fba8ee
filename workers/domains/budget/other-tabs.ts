/**
 * Publishes what runs have spent and reserved to other tabs in the names of Web Locks: each tab can list
 * them, and the death of a tab releases its own. https://www.w3.org/TR/web-locks/#dom-lockmanager-query
 */
import type { RunId } from '#shared/ids.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';

/** `run`: what an active run has spent, by the run's id; `request`: what a request in flight may cost. */
type Kind = 'run' | 'request';
export type BudgetEntry = { name: string; kind: Kind; id: string; spent: Spent };

export type OtherTabs = {
  /** Runs `work` while no other tab decides about the budget. */
  exclusively<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  entries(): Promise<readonly BudgetEntry[]>;
  /** Shows an amount to the other tabs until the returned function is called; idempotent. */
  publish(kind: Kind, id: string, spent: Spent): Promise<() => void>;
  /** Resolves when one of these entries is gone, or when the signal aborts. */
  change(entries: readonly BudgetEntry[], signal: AbortSignal): Promise<void>;
};

const prefix = 'oneclaw-spending';

export function openOtherTabs(): OtherTabs {
  const own = new Set<string>();
  return {
    exclusively: (work, signal) => navigator.locks.request('oneclaw-reserve', { signal }, work),
    async entries() {
      const { held = [] } = await navigator.locks.query();
      return held.flatMap(({ name = '' }) => (own.has(name) ? [] : readEntry(name)));
    },
    publish: (kind, id, { tokens, cost }) =>
      new Promise((resolve, reject) => {
        const name = [prefix, kind, id, tokens, cost, crypto.randomUUID()].join(' ');
        own.add(name);
        const hold = () =>
          new Promise<void>((release) =>
            resolve(() => {
              own.delete(name);
              release();
            }),
          );
        navigator.locks.request(name, hold).catch(reject);
      }),
    async change(entries, signal) {
      if (signal.aborted) return;
      const over = new AbortController();
      const aborted = new Promise<void>((resolve) => over.signal.addEventListener('abort', () => resolve()));
      const stop = () => over.abort();
      signal.addEventListener('abort', stop, { once: true });
      // The lock is granted when its holder has released it or died.
      const released = entries.map(({ name }) =>
        navigator.locks.request(name, { signal: over.signal }, () => undefined).catch(ignoreAbort),
      );
      await Promise.race([aborted, ...released]);
      signal.removeEventListener('abort', stop);
      stop();
    },
  };
}

/** Counts only the largest amount of each id: a new one is published before the old one is released. */
export function sumOf(entries: readonly BudgetEntry[]): Spent {
  const most = new Map<string, Spent>();
  for (const { id, spent } of entries) {
    const known = most.get(id);
    if (!known || known.tokens < spent.tokens || known.cost < spent.cost) most.set(id, spent);
  }
  return [...most.values()].reduce(addSpent, { tokens: 0, cost: 0 });
}

/** Shows the other tabs what the active runs of this one have spent, as of the last `publish`. */
export type ActiveRuns = { publish(): Promise<void>; hide(run: RunId): void };

export function shareActiveRuns(
  { publish }: Pick<OtherTabs, 'publish'>,
  active: () => ReadonlyMap<RunId, Spent>,
): ActiveRuns {
  const shown = new Map<RunId, () => void>();

  function hide(run: RunId): void {
    shown.get(run)?.();
    shown.delete(run);
  }

  return {
    hide,
    async publish() {
      for (const run of active().keys()) {
        // Read here, not before the loop: it may have spent more, or ended, while the others were published.
        const spent = active().get(run);
        if (!spent) continue;
        const release = await publish('run', run, spent);
        hide(run);
        // The run may have ended meanwhile.
        if (active().has(run)) shown.set(run, release);
        else release();
      }
    },
  };
}

function readEntry(name: string): BudgetEntry[] {
  const [start, kind, id, tokens, cost] = name.split(' ');
  if (start !== prefix || !id || (kind !== 'run' && kind !== 'request')) return [];
  return [{ name, kind, id, spent: { tokens: Number(tokens), cost: Number(cost) } }];
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
