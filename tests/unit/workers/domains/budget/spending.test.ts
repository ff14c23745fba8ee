/** The cost of a day: by local day, added in the transaction that commits a run, and once per run. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asId, newId } from '#shared/ids.ts';
import { openDatabase } from '#workers/domains/database.ts';
import type { Database } from '#workers/storage/database.ts';
import { createSessionStore } from '#workers/domains/sessions/store.ts';
import { createSpending, spentKey, type Spending } from '#workers/domains/budget/spending.ts';
import { overBudget } from '#workers/agent/budget.ts';
import type { Spent } from '#shared/runs/spent.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { message, session, text } from '#tests/fixtures/worlds/messages.ts';

let restoreLocks = () => {};
beforeEach(() => void (restoreLocks = installMemoryLocks()));
afterEach(() => restoreLocks());

let databases = 0;
const open = () => openDatabase({ name: `spending-${++databases}` });
const noon = new Date(2026, 10, 22, 12);

async function commit(
  database: Database,
  id = newId('run'),
  spent = { tokens: 10, cost: 0.5 },
): Promise<void> {
  const record = {
    id,
    session,
    startedAt: 1,
    endedAt: noon.getTime(),
    outcome: { type: 'completed' } as const,
  };
  await createSessionStore(database).commitRun(record, [message('m', 'user', [text('x')])], spent);
}

async function withSession(): Promise<Database> {
  const database = await open();
  await createSessionStore(database).save({
    id: session,
    title: 'T',
    agent: asId<'agent'>('a'),
    head: null,
    updated: 1,
  });
  return database;
}

describe('spending', () => {
  it('has a key per local day', () => {
    expect(spentKey(new Date(2026, 0, 5, 23, 59, 59))).toBe('spent-2026-01-05');
    expect(spentKey(new Date(2026, 0, 6, 0, 0, 0))).toBe('spent-2026-01-06');
  });

  it('adds the runs of a day, and begins the next at nothing', async () => {
    const database = await withSession();
    await Promise.all([commit(database), commit(database), commit(database)]);
    expect(await createSpending(database, () => noon).today()).toEqual({ tokens: 30, cost: 1.5 });
    const tomorrow = new Date(2026, 10, 23, 0, 1);
    expect(await createSpending(database, () => tomorrow).today()).toEqual({ tokens: 0, cost: 0 });
  });

  it('counts a run once, though it is committed again after a crash', async () => {
    const database = await withSession();
    const id = newId('run');
    await commit(database, id);
    await commit(database, id);
    expect(await createSpending(database, () => noon).today()).toEqual({ tokens: 10, cost: 0.5 });
  });

  it.each([NaN, Infinity, -Infinity, -1e300])(
    'keeps the sum of a day where %s is added to it',
    async (bad) => {
      const database = await withSession();
      const spending = createSpending(database, () => noon);
      await commit(database);
      await commit(database, newId('run'), { tokens: bad, cost: bad });
      await spending.add({ tokens: bad, cost: bad });
      expect(await spending.today()).toEqual({ tokens: 10, cost: 0.5 });
    },
  );

  it('takes a stored sum without end for a budget that is spent', async () => {
    const database = await open();
    await database.put('settings', { tokens: Infinity, cost: Infinity }, spentKey(noon));
    const { tokens, cost } = await createSpending(database, () => noon).today();
    expect([tokens, cost]).toEqual([Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]);
  });

  it('keeps the most a day may cost, and takes nothing that is no number for one', async () => {
    const database = await open();
    const spending = createSpending(database);
    expect(await spending.budget()).toEqual({});
    await spending.setBudget({ tokens: 1_000, cost: 2.5 });
    expect(await spending.budget()).toEqual({ tokens: 1_000, cost: 2.5 });
    await database.put('settings', { tokens: -1, cost: 'much' }, 'day-budget');
    expect(await spending.budget()).toEqual({});
  });
});

describe('what requests in flight may cost', () => {
  const none: Spent = { tokens: 0, cost: 0 };

  /** Opens a day with a limit of 100 tokens, and runs that spend from it, in one tab or in one tab each. */
  async function setUp(tabs: 'one tab' | 'tabs' = 'one tab') {
    const database = await withSession();
    const openTab = () => createSpending(database, () => noon);
    const only = openTab();
    await only.setBudget({ tokens: 100 });
    const begin = () => {
      const spending = tabs === 'tabs' ? openTab() : only;
      let spent = none;
      const run = newId('run');
      const end = spending.watch(run, () => spent);
      const reserve = (tokens: number, signal = new AbortController().signal) =>
        spending.reserve(
          { tokens, cost: 0 },
          (today, day) => overBudget(none, today, { run: {}, day }),
          signal,
        );
      return {
        reserve,
        end,
        spend: (tokens: number) => void (spent = { tokens, cost: 0 }),
        commit: () => commit(database, run, spent),
      };
    };
    return { begin };
  }
  const isOpen = (reserved: Awaited<ReturnType<Spending['reserve']>>) => {
    if (!reserved || 'over' in reserved) throw new Error('Nothing was reserved.');
    return reserved;
  };

  describe.each(['one tab', 'tabs'] as const)('of runs in %s', (tabs) => {
    it('lets one of two runs pass the last token, and tells the other that the budget is used up', async () => {
      const { begin } = await setUp(tabs);
      const [one, two] = [begin(), begin()];
      const first = isOpen(await one.reserve(500));
      const second = two.reserve(500);
      one.spend(120);
      first.release();
      expect(await second).toEqual({ over: { type: 'budget', limit: 'day-tokens', most: 100 } });
    });

    it('lets the other go on where the first cost less than it might have', async () => {
      const { begin } = await setUp(tabs);
      const [one, two] = [begin(), begin()];
      const first = isOpen(await one.reserve(500));
      const second = two.reserve(500);
      one.spend(20);
      first.release();
      first.release();
      isOpen(await second);
    });

    it('lets both go where there is room for both, and one alone whatever it may cost', async () => {
      const { begin } = await setUp(tabs);
      const [one, two] = [begin(), begin()];
      isOpen(await one.reserve(60));
      isOpen(await two.reserve(9_000));
    });

    it('waits no longer than until a stop', async () => {
      const { begin } = await setUp(tabs);
      const [one, two] = [begin(), begin()];
      isOpen(await one.reserve(500));
      const stop = new AbortController();
      const second = two.reserve(1, stop.signal);
      stop.abort();
      expect(await second).toBeUndefined();
      expect(await two.reserve(1, stop.signal)).toBeUndefined();
    });

    it('never lets more than one of many pass at once, in whatever order they come', async () => {
      const { begin } = await setUp(tabs);
      let inFlight = 0;
      let passed = 0;
      const ends = await Promise.all(
        Array.from({ length: 20 }, async () => {
          const run = begin();
          const reserved = await run.reserve(1_000);
          if (!reserved || 'over' in reserved) return 'over';
          expect(++inFlight).toBe(1);
          passed++;
          await new Promise(setImmediate);
          run.spend(30);
          inFlight--;
          reserved.release();
          return 'passed';
        }),
      );
      // Three runs of 30 tokens stay below 100, and the fourth exceeds it.
      expect(passed).toBe(4);
      expect(ends.filter((end) => end === 'over')).toHaveLength(16);
    });

    it('counts a run once while it is stored and not yet ended', async () => {
      const { begin } = await setUp(tabs);
      const [one, two] = [begin(), begin()];
      const first = isOpen(await one.reserve(10));
      one.spend(60);
      first.release();
      if (tabs === 'tabs') await one.commit();
      isOpen(await two.reserve(1));
      one.end();
      isOpen(await two.reserve(1));
    });
  });

  it('tells another tab what a run has spent before it ends', async () => {
    const { begin } = await setUp('tabs');
    const [one, two] = [begin(), begin()];
    const first = isOpen(await one.reserve(10));
    one.spend(120);
    first.release();
    expect(await two.reserve(1)).toEqual({ over: { type: 'budget', limit: 'day-tokens', most: 100 } });
  });
});
