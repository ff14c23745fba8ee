/**
 * The writer of the call log: ordered, asynchronous, retrying after failures, across tabs, and pruning old
 * entries.
 */
import 'fake-indexeddb/auto';
import { describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Part } from '#shared/conversation/message.ts';
import { exportLog, listCalls, measureLog, verifyLog } from '#workers/domains/activity/call-records.ts';
import { callsOf, closeOpenCalls } from '#workers/domains/sessions/journal/replay-journal.ts';
import { createCallStore } from '#workers/domains/activity/store.ts';
import { migrations, openDatabase } from '#workers/domains/database.ts';
import { checkLog } from '#scripts/check-log.mjs';
import { createLock, done, openCalls, openLog } from '#tests/fixtures/memory/call-log.ts';

const day = 86_400_000;

describe('the call log', () => {
  it('records the caller, the tool, the arguments and the outcome', async () => {
    const { store } = await openCalls();
    const { log, begin, written } = openLog(store, { now: () => 42 });
    begin('a', 'read_file')(done);
    await log.written();
    expect(await listCalls(store)).toEqual([
      {
        ...{ id: 'a', seq: 1, at: 42, session: 'session_1', run: 'run_1', agent: 'Tester' },
        ...{ source: 'built-in', tool: 'read_file', arguments: { path: 'a' }, outcome: 'success' },
        ...{ message: null, duration_ms: 5, bytes: 3, concurrent: 1, prev: '' },
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(written).toEqual(['a']);
  });

  it('keeps the order in which calls ended, and counts those that go on at once', async () => {
    const { store } = await openCalls();
    const { log, begin } = openLog(store);
    const [a, b, c] = [begin('a'), begin('b'), begin('c')];
    b(done);
    const d = begin('d');
    for (const end of [a, c, d]) end(done);
    begin('e')(done);
    await log.written();
    const records = await store.from(0, 10);
    expect(records.map(({ id, concurrent }) => [id, concurrent])).toEqual([
      ['b', 2],
      ['a', 1],
      ['c', 3],
      ['d', 3],
      ['e', 1],
    ]);
    expect(await verifyLog(store)).toEqual({ ok: true, checked: 5 });
  });

  it('gathers the calls of a run, and writes at once for the console and for a caller that waits', async () => {
    const { store } = await openCalls();
    // Freeze the time, so that only waits of 0 ms end.
    const wait = (ms: number) => (ms === 0 ? Promise.resolve() : new Promise<void>(() => undefined));
    let batches: string[][] = [];
    const { log, begin } = openLog(store, { wait, onWritten: (ids) => void batches.push(ids) });
    begin('a')(done);
    begin('b')(done);
    await new Promise((resolve) => setImmediate(resolve));
    expect(await store.from(0, 10)).toEqual([]);
    await log.written();
    expect(batches).toEqual([['a', 'b']]);
    batches = [];
    begin('c')(done);
    begin('d', 'noop', 'console')(done);
    await vi.waitFor(() => expect(batches).toEqual([['c', 'd']]));
    expect(await verifyLog(store)).toEqual({ ok: true, checked: 4 });
  });

  it('records the type and the message of an error', async () => {
    const { store } = await openCalls();
    const { log, begin } = openLog(store);
    begin('a')({ result: { status: 'error', error_type: 'timeout', message: 'Too long.' }, duration_ms: 9 });
    await log.written();
    expect((await store.from(0, 1))[0]).toMatchObject({ outcome: 'timeout', message: 'Too long.', bytes: 9 });
  });

  it('loses nothing when a write fails once', async () => {
    const { store } = await openCalls();
    let failures = 1;
    const { log, begin, problems } = openLog({
      ...store,
      append: (...values) => (failures-- > 0 ? Promise.reject(new Error('once')) : store.append(...values)),
    });
    begin('a')(done);
    begin('b')(done);
    await log.written();
    expect((await store.from(0, 10)).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(problems).toEqual([]);
  });

  it('tries again when its code could not be loaded, and never fails a recovery', async () => {
    const { store } = await openCalls();
    let isOffline = true;
    const whole = openLog(store);
    const { log, begin, problems, run } = openLog(store, {
      openWriter: () => (isOffline ? Promise.reject(new TypeError('offline')) : whole.openWriter()),
    });
    begin('a')(done);
    await log.written();
    const call = { id: asId<'call'>('b'), name: 'noop', arguments: {}, at: 1, concurrent: 1 };
    await log.recover(run, [{ ...call, ...done, session: null, run, agent: 'Tester' }]);
    expect(problems).toEqual(['log_failed']);
    isOffline = false;
    begin('c')(done);
    await log.written();
    expect((await store.from(0, 10)).map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('says once that the disk is full, and writes what waited when there is room again', async () => {
    const { store } = await openCalls();
    let isFull = true;
    const { log, begin, problems } = openLog({
      ...store,
      append: (...values) =>
        isFull ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : store.append(...values),
    });
    for (const id of ['a', 'b']) {
      begin(id)(done);
      await log.written();
    }
    expect(problems).toEqual(['log_full']);
    isFull = false;
    begin('c')(done);
    await log.written();
    expect((await store.from(0, 10)).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(await verifyLog(store)).toMatchObject({ ok: true });
  });

  it('keeps one chain when two tabs write at once', async () => {
    const { store } = await openCalls();
    const lock = createLock();
    const tabs = [openLog(store, { lock }), openLog(store, { lock })];
    for (let count = 0; count < 40; count++) tabs[count % 2]?.begin(`c${count}`)(done);
    await Promise.all(tabs.map(({ log }) => log.written()));
    expect(await store.from(0, 100)).toHaveLength(40);
    expect(await verifyLog(store)).toEqual({ ok: true, checked: 40 });
  });

  it('deletes old entries, and the rest still verifies', async () => {
    const { store } = await openCalls();
    let now = 0;
    const first = openLog(store, { now: () => now });
    for (const id of ['a', 'b', 'c']) first.begin(id)(done);
    await first.log.written();
    now = 8 * day;
    const { log, begin } = openLog(store, { now: () => now });
    begin('d')(done);
    await log.written();
    expect((await store.from(0, 10)).map(({ id }) => id)).toEqual(['d']);
    expect((await store.chain()).checkpoint.seq).toBe(3);
    expect(await verifyLog(store)).toEqual({ ok: true, checked: 1 });
    expect(checkLog(await exportLog(store))).toMatchObject({ ok: true });
  });

  it('writes new entries while old ones are deleted', async () => {
    const { store } = await openCalls();
    const { log, begin } = openLog({
      ...store,
      keepDays: () => {
        begin('b')(done);
        return store.keepDays();
      },
    });
    begin('a')(done);
    await log.written();
    expect((await store.from(0, 10)).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('keeps entries for as many days as the user wants', async () => {
    const { store } = await openCalls();
    await store.setKeepDays(30);
    let now = 0;
    const first = openLog(store, { now: () => now });
    first.begin('a')(done);
    await first.log.written();
    now = 8 * day;
    const { log, begin } = openLog(store, { now: () => now });
    begin('b')(done);
    await log.written();
    expect(await store.from(0, 10)).toHaveLength(2);
  });

  it('overwrites nothing when the position of the head is lost', async () => {
    const { store, database } = await openCalls();
    const { log, begin } = openLog(store);
    begin('a')(done);
    await log.written();
    await database.delete('settings', 'call-chain');
    begin('b')(done);
    await log.written();
    expect(await verifyLog(store)).toEqual({ ok: true, checked: 2 });
  });
});

describe('recovery', () => {
  it('logs the calls a dead tab left open or had no time to log, each once', async () => {
    const { store } = await openCalls();
    const { log, begin, run, session } = openLog(store);
    begin('logged')(done);
    await log.written();
    const call = (id: string, startedAt?: number): Part => ({
      type: 'call',
      id: asId<'call'>(id),
      name: 'noop',
      arguments: {},
      status: startedAt ? 'running' : 'pending',
      ...(startedAt && { startedAt }),
    });
    const answer = (id: string, report = done): Part => ({
      type: 'result',
      call: asId<'call'>(id),
      ...report,
    });
    const refusal = { status: 'error', error_type: 'cancelled', message: 'not started' } as const;
    const parts = [
      ...[call('logged', 6), call('finished', 7), call('open', 8), call('refused')],
      ...[answer('logged'), answer('finished'), answer('refused', { result: refusal, duration_ms: 0 })],
    ];
    const message = closeOpenCalls({
      id: asId<'message'>('m'),
      session,
      parent: null,
      order: 2,
      run,
      role: 'assistant',
      at: 5,
      parts,
    });
    await log.recover(run, callsOf(message, 'Tester'));
    await log.recover(run, callsOf(message, 'Tester'));
    expect(
      (await store.from(0, 10)).map(({ id, outcome, at }) => [id, outcome, at > 100 ? 'now' : at]),
    ).toEqual([
      ['logged', 'success', 'now'],
      ['finished', 'success', 7],
      ['open', 'interrupted', 8],
    ]);
  });
});

describe('reading the log', () => {
  async function fill() {
    const { store } = await openCalls();
    let now = 0;
    const { log, begin, scope } = openLog(store, { now: () => ++now });
    for (let count = 1; count <= 1_200; count++) begin(`c${count}`, count % 2 ? 'odd' : 'even')(done);
    log.begin(
      { id: asId<'call'>('last'), name: 'http_request', arguments: { url: 'https://Weather.example/' } },
      {
        agent: scope.agent,
        signal: scope.signal,
        run: scope.run,
        onStart: scope.onStart,
        onProgress: scope.onProgress,
        onOutput: scope.onOutput,
      },
    )({ result: { status: 'error', error_type: 'network_error', message: 'Offline.' }, duration_ms: 1 });
    await log.written();
    return store;
  }

  it('pages back from the newest without a gap, and filters', async () => {
    const store = await fill();
    const seen: number[] = [];
    let before: number | undefined;
    for (;;) {
      const page = await listCalls(store, { tool: 'odd', limit: 170, ...(before && { before }) });
      seen.push(...page.map(({ seq }) => seq));
      if (page.length < 170) break;
      before = page.at(-1)?.seq;
    }
    expect(seen).toEqual(Array.from({ length: 600 }, (_, index) => 1_199 - 2 * index));
    const ids = async (filter: Parameters<typeof listCalls>[1]) =>
      (await listCalls(store, filter)).map(({ id }) => id);
    expect(await ids({ outcome: 'error' })).toEqual(['last']);
    expect(await ids({ outcome: 'timeout' })).toEqual([]);
    expect(await ids({ text: 'weather' })).toEqual(['last']);
    expect(await ids({ text: 'offLINE' })).toEqual(['last']);
    expect(await ids({ since: 11, until: 13 })).toEqual(['c13', 'c12', 'c11']);
    expect(await ids({ session: 'session_1', limit: 1 })).toEqual(['c1200']);
  });

  it('exports a log that verifies offline, and computes figures of all of it', async () => {
    const store = await fill();
    const text = await exportLog(store);
    expect(text.trim().split('\n')).toHaveLength(1_202);
    expect(checkLog(text)).toMatchObject({ ok: true });
    expect(checkLog(text.replace('Weather', 'Whether'))).toMatchObject({ ok: false });
    expect(await measureLog(store)).toMatchObject({ calls: 1_201, successes: 1_200 });
  });

  it('finds a record that was edited in the database', async () => {
    const { store, database } = await openCalls();
    const { log, begin } = openLog(store);
    for (const id of ['a', 'b', 'c']) begin(id)(done);
    await log.written();
    const record = (await database.get('calls', 2))!;
    await database.put('calls', { ...record, tool: 'other' });
    expect(await verifyLog(store)).toEqual({ ok: false, at: 2, reason: 'changed' });
  });
});

describe('the migration to version 2', () => {
  it('adds the log and leaves what was stored', async () => {
    const name = 'from-version-1';
    const before = await openDatabase({ name, migrations: migrations.slice(0, 1) });
    await before.put('settings', ['localhost:1'], 'allowed-hosts');
    expect([...before.objectStoreNames]).not.toContain('calls');
    before.close();
    const after = await openDatabase({ name });
    expect(await after.get('settings', 'allowed-hosts')).toEqual(['localhost:1']);
    const store = createCallStore(after);
    const { log, begin } = openLog(store);
    begin('a')(done);
    await log.written();
    expect(await store.from(0, 5)).toHaveLength(1);
    after.close();
  });
});
