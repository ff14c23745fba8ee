/** The cost of each day over all sessions and tabs, and the daily budget. */
import type { Budget } from '#shared/agents/agent.ts';
import type { RunId } from '#shared/ids.ts';
import { isJsonObject, type Json } from '#shared/json.ts';
import { addSpent, type Spent } from '#shared/runs/spent.ts';
import { createOpenRuns, type Counted, type RunPlace } from './open-runs.ts';
import type { Held } from './reservations.ts';
import { createReserve, type Reserve } from './reserve.ts';
import { openOtherTabs, type OtherTabs } from './other-tabs.ts';
import type { Database } from '#workers/storage/database.ts';

export type Spending = {
  /** Tokens and US dollars of the local day, without active runs. */
  today(): Promise<Spent>;
  /** As `today`, plus the active runs of this engine. */
  soFar(): Promise<Spent>;
  reserve: Reserve;
  /** Counts an active run until the returned function is called, when the cost of the run is stored. */
  watch(run: RunId, spent: () => Spent, place?: RunPlace): () => void;
  budget(): Promise<Budget>;
  setBudget(budget: Budget): Promise<void>;
  /** The cost of each of these days; zero if nothing is stored. */
  ofDays(days: readonly Date[]): Promise<Spent[]>;
  /** Adds a cost that is in no message, such as that of a title; one that a tool of `run` caused counts for that run. */
  add(spent: Spent, run?: RunId): Promise<void>;
  /** The sum of all `add` calls for an active run of this engine. */
  chargedTo(run: RunId): Spent;
  /**
   * What an active run of this engine has used so far of its budget, and then the same of each active run above it:
   * replies, what tools were charged for, the same of all runs below, and those of the reservations `held` that are
   * theirs.
   */
  budgetsOf(run: RunId, budget: Budget, held?: readonly Held[]): Counted[];
  /** Forgets what `chargedTo` returns for a run that has ended. */
  forget(run: RunId): void;
};

const budgetKey = 'day-budget';

export function createSpending(
  database: Database,
  now: () => Date = () => new Date(),
  otherTabs: OtherTabs = openOtherTabs(),
): Spending {
  const runs = createOpenRuns();
  const today = async () => readSpent(await database.get('settings', spentKey(now())));
  const { reserve, ended } = createReserve({
    active: runs.active,
    /** Reads in one transaction, because every request to a model waits for it. */
    async read(others) {
      const transaction = database.transaction(['settings', 'runs']);
      const [settings, stored] = [transaction.objectStore('settings'), transaction.objectStore('runs')];
      const [spent, budget, ...keys] = await Promise.all([
        settings.get(spentKey(now())),
        settings.get(budgetKey),
        ...others.map((run) => stored.getKey(run)),
      ]);
      const committed = new Set(keys.flatMap((key) => (typeof key === 'string' ? [key] : [])));
      return { spent: readSpent(spent), budget: readBudget(budget), committed };
    },
    otherTabs,
  });

  return {
    today,
    async soFar() {
      // Read before the store: a run that ends in between counts twice for a moment rather than not at all.
      const active = [...runs.active().values()];
      return [await today(), ...active].reduce(addSpent);
    },
    watch(run, spent, place) {
      const close = runs.open(run, spent, place);
      return () => {
        close();
        ended(run);
      };
    },
    reserve,
    budget: async () => readBudget(await database.get('settings', budgetKey)),
    setBudget: async (budget) => void (await database.put('settings', { ...budget }, budgetKey)),
    async ofDays(days) {
      const { store } = database.transaction('settings');
      return Promise.all(days.map(async (day) => readSpent(await store.get(spentKey(day)))));
    },
    ...{ chargedTo: runs.chargedTo, forget: runs.forget, budgetsOf: runs.budgetsOf },
    async add(spent, run) {
      if (run) runs.charge(run, spent);
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
