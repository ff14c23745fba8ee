/** The cost of each day over all sessions and tabs, and the daily budget. */
import type { Budget } from '#shared/agents/agent.ts';
import type { RunId } from '#shared/ids.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { createReservations } from './reservations.ts';
import type { Database } from '#workers/storage/database.ts';

export type Spending = {
  /** Tokens and US dollars of the local day, without active runs. */
  today(): Promise<Spent>;
  /** As `today`, plus the active runs of this engine. */
  soFar(): Promise<Spent>;
  /**
   * Reserves what a request may cost, until the returned function is called. `isOver` says of an amount of this day
   * whether it uses up a budget; where that holds for what was spent, nothing is reserved. Waits while it holds only
   * together with the reservations of other requests: most of them will cost less. Undefined once `signal` aborts.
   */
  reserve<Over>(
    mayCost: Spent,
    isOver: (spent: Spent, budget: Budget) => Over | undefined,
    signal: AbortSignal,
  ): Promise<{ over: Over } | { release(): void } | undefined>;
  /** Counts an active run until the returned function is called, which is when its cost is stored. */
  watch(spent: () => Spent): () => void;
  budget(): Promise<Budget>;
  setBudget(budget: Budget): Promise<void>;
  /** The cost of each of these days; zero if nothing is stored. */
  ofDays(days: readonly Date[]): Promise<Spent[]>;
  /** Adds a cost that is in no message, such as that of a title; one that a tool of `run` caused counts for that run. */
  add(spent: Spent, run?: RunId): Promise<void>;
  /** What was added for an active run of this engine. */
  chargedTo(run: RunId): Spent;
  /** The run is over. */
  forget(run: RunId): void;
};

const budgetKey = 'day-budget';

export function createSpending(database: Database, now: () => Date = () => new Date()): Spending {
  const open = new Set<() => Spent>();
  const reservations = createReservations();
  const charged = new Map<RunId, Spent>();
  const today = async () => readSpent(await database.get('settings', spentKey(now())));
  /** In one transaction: every request to a model waits for it. */
  const todayAndBudget = async () => {
    const { store } = database.transaction('settings');
    const [spent, budget] = await Promise.all([store.get(spentKey(now())), store.get(budgetKey)]);
    return [readSpent(spent), readBudget(budget)] as const;
  };

  return {
    today,
    async soFar() {
      // Read before the store: a run that ends in between counts twice for a moment rather than not at all.
      const going = [...open].map((spent) => spent());
      return [await today(), ...going].reduce(addSpent);
    },
    watch(spent) {
      open.add(spent);
      return () => {
        open.delete(spent);
        reservations.changed();
      };
    },
    async reserve(mayCost, isOver, signal) {
      while (!signal.aborted) {
        const before = reservations.version();
        const [stored, budget] = await todayAndBudget();
        // What ended meanwhile may be in neither sum.
        if (before !== reservations.version()) continue;
        const spent = [stored, ...[...open].map((each) => each())].reduce(addSpent);
        const over = isOver(spent, budget);
        if (over) return { over };
        if (!isOver(addSpent(spent, reservations.sum()), budget))
          return { release: reservations.add(mayCost) };
        await reservations.change(signal);
      }
      return undefined;
    },
    budget: async () => readBudget(await database.get('settings', budgetKey)),
    async setBudget(budget) {
      await database.put('settings', { ...budget }, budgetKey);
    },
    async ofDays(days) {
      const { store } = database.transaction('settings');
      return Promise.all(days.map(async (day) => readSpent(await store.get(spentKey(day)))));
    },
    chargedTo: (run) => charged.get(run) ?? { tokens: 0, cost: 0 },
    forget: (run) => void charged.delete(run),
    async add(spent, run) {
      if (run) charged.set(run, addSpent(charged.get(run) ?? { tokens: 0, cost: 0 }, spent));
      const transaction = database.transaction('settings', 'readwrite');
      const key = spentKey(now());
      await transaction.store.put(addSpent(readSpent(await transaction.store.get(key)), spent), key);
      await transaction.done;
    },
  };
}

/** The setting with the cost of a day; a run adds to it in the transaction that commits the run. */
export function spentKey(day: Date): string {
  return `spent-${nameOfDay(day)}`;
}

/** The local day, such as `2026-11-22`. */
export function nameOfDay(day: Date): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}

export function readSpent(stored: Json | undefined): Spent {
  if (!isJsonObject(stored)) return { tokens: 0, cost: 0 };
  return { tokens: numberOf(stored.tokens) ?? 0, cost: numberOf(stored.cost) ?? 0 };
}

function readBudget(stored: Json | undefined): Budget {
  if (!isJsonObject(stored)) return {};
  const [tokens, cost] = [numberOf(stored.tokens), numberOf(stored.cost)];
  return { ...(tokens === undefined ? {} : { tokens }), ...(cost === undefined ? {} : { cost }) };
}

/** Clamps a stored infinite sum to the maximum: read as zero it would reopen a spent budget. */
function numberOf(value: Json | undefined): number | undefined {
  return typeof value === 'number' && value >= 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : undefined;
}
