/**
 * One run per session across tabs: messages sent during a run wait, and survive the tab in which they wait.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asId } from '#shared/ids.ts';
import { removeWhenIdle } from '#workers/domains/sessions/remove-session.ts';
import { runLockName } from '#workers/domains/sessions/run-lock.ts';
import { findUnfinishedRuns } from '#workers/domains/sessions/journal/unfinished-runs.ts';
import { openJournal } from '#workers/domains/sessions/journal/journal.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { installMemoryLocks } from '#tests/fixtures/memory/memory-lock-manager.ts';
import { message, numbered, run, session, text } from '#tests/fixtures/worlds/messages.ts';
import { openTabs } from '#tests/fixtures/worlds/tab-world.ts';

let restore = () => {};
beforeEach(() => void (restore = installMemoryLocks()));
afterEach(() => restore());

describe('a message during a run', () => {
  it('is sent when the run is over, in whatever tab, and in turn', async () => {
    const { open, answer, said, waitingSends } = await openTabs();
    const [one, two] = [open('tab-1'), open('tab-2')];
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(one.view(session)).toBeDefined());
    const second = two.send({ session, text: 'second' });
    await vi.waitFor(async () => expect(await waitingSends.list()).toHaveLength(1));
    const third = one.send({ session, text: 'third' });
    await vi.waitFor(async () => expect(await waitingSends.list()).toHaveLength(2));
    for (let run = 0; run < 3; run++) await answer();
    const reports = await Promise.all([first, second, third]);
    expect(reports.map(({ outcome }) => outcome.type)).toEqual(['completed', 'completed', 'completed']);
    expect(await said()).toEqual(['first', 'second', 'third']);
    expect(await waitingSends.list()).toEqual([]);
  });

  it('is returned to the field after a stop', async () => {
    const { open, said, waitingSends, replies } = await openTabs();
    const [one, two] = [open('tab-1'), open('tab-2')];
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    const second = two.send({ session, text: 'second' });
    await vi.waitFor(async () => expect(await waitingSends.list()).toHaveLength(1));
    expect(two.stop(session)).toBe(false);
    expect((await second).outcome).toEqual({ type: 'stopped' });
    expect(one.stop(session)).toBe(true);
    expect((await first).outcome).toEqual({ type: 'stopped' });
    expect(await said()).toEqual(['first']);
    expect(await waitingSends.list()).toEqual([]);
  });
});

describe('a message without anything in it', () => {
  it.each(['', ' \n '])('%o is refused, and leaves no chat behind', async (text) => {
    const { open, said, replies } = await openTabs();
    const report = await open('tab-1').send({ session, text });
    expect(report.outcome).toEqual({ type: 'failed', error: { type: 'no_message' } });
    expect(await said()).toEqual([]);
    expect(replies).toEqual([]);
  });
});

describe('a stop right after the call', () => {
  it('ends the run before its first step, and stores nothing', async () => {
    const { open, said, replies } = await openTabs();
    const one = open('tab-1');
    const sent = one.send({ session, text: 'first' });
    one.stop(session);
    expect((await sent).outcome).toEqual({ type: 'stopped' });
    expect(await said()).toEqual([]);
    expect(replies).toEqual([]);
  });

  it('ends an answer that is being regenerated', async () => {
    const { open, answer, replies } = await openTabs();
    const one = open('tab-1');
    const sent = one.send({ session, text: 'first' });
    await answer();
    await sent;
    const again = one.regenerate(session);
    one.stop(session);
    expect((await again).outcome).toEqual({ type: 'stopped' });
    expect(replies).toEqual([]);
  });
});

describe('a chat that is deleted', () => {
  it('deletes the messages queued in another tab, even if that tab is not notified', async () => {
    const { open, said, waitingSends, sessions, replies } = await openTabs();
    const [one, two] = [open('tab-1'), open('tab-2')];
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    const second = two.send({ session, text: 'second' });
    await vi.waitFor(async () => expect(await waitingSends.list()).toHaveLength(1));
    const told: string[] = [];
    const ended: string[] = [];
    const removed: string[] = [];
    await removeWhenIdle(session, {
      runs: one,
      bus: { stopElsewhere: (id) => void told.push(id) },
      blobs: { removeFolder: async () => {} },
      folders: { results: createMemoryFiles().root },
      codeSessions: { remove: async (id) => void removed.push(id) },
      openProcesses: async () => ({ endAll: async (id) => void ended.push(id) }),
      ...{ sessions, waitingSends },
    });
    // Once before the run ends, and again when no further run can begin.
    expect(ended).toEqual([session, session]);
    expect(removed).toEqual([session]);
    expect(told).toEqual([session]);
    expect((await first).outcome).toEqual({ type: 'stopped' });
    expect((await second).outcome).toEqual({ type: 'stopped' });
    expect(replies).toHaveLength(1);
    expect(await said()).toEqual([]);
    expect(await sessions.get(session)).toBeUndefined();
  });
});

describe('the budget of a day', () => {
  it('holds over chats that go on side by side, within one reply', async () => {
    const { open, answer, spending, replies } = await openTabs(({ length }) => ({
      calls: [{ id: `l${length}`, name: 'look', arguments: { length } }],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }));
    await spending.setBudget({ tokens: 100 });
    const one = open('tab-1');
    const chats = [1, 2, 3].map((n) => one.send({ session: asId<'session'>(`chat ${n}`), text: 'go' }));
    const ended = Promise.all(chats);
    // Each request may cost more than is left, so only one runs at a time; seven of 15 tokens reach the limit
    // of 100.
    for (let count = 0; count < 7; count++) await answer();
    for (const { outcome } of await ended)
      expect(outcome).toEqual({ type: 'budget', limit: 'day-tokens', most: 100 });
    expect(replies).toEqual([]);
    expect(await spending.soFar()).toEqual(await spending.today());
  });
});

describe('the budget of one run, as a task gives it', () => {
  it('ends the run within one reply, though its agent has no limit', async () => {
    const { open, answer, replies } = await openTabs(({ length }) => ({
      calls: [{ id: `l${length}`, name: 'look', arguments: { length } }],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    }));
    const ended = open('tab-1').send({ session, text: 'go', budget: { tokens: 40 } });
    for (let count = 0; count < 3; count++) await answer();
    expect((await ended).outcome).toEqual({ type: 'budget', limit: 'run-tokens', most: 40 });
    expect(replies).toEqual([]);
  });
});

describe('the record of a run', () => {
  it('holds what its tools have spent, which is in no message', async () => {
    const { open, answer, spending, replies, sessions, journals } = await openTabs();
    const ended = open('tab-1').send({ session, text: 'go' });
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    const own = (await findUnfinishedRuns(journals)).get(session);
    if (!own) throw new Error('There is no run.');
    await spending.add({ tokens: 7, cost: 0.5 }, own);
    await answer();
    await ended;
    expect(await sessions.lastRun(session)).toMatchObject({ id: own, charged: { tokens: 7, cost: 0.5 } });
    expect(spending.chargedTo(own)).toEqual({ tokens: 0, cost: 0 });
  });
});

describe('what a dead tab left waiting', () => {
  const orphan = (id: string, text: string, at: number) => ({
    id: asId<'run'>(id),
    tab: 'a tab that is gone',
    at,
    input: { session, text, media: [] },
  });

  it('is sent by the tab that goes on, once, in its order, and behind the open run', async () => {
    const { open, answer, said, waitingSends } = await openTabs();
    const one = open('tab-1');
    const first = one.send({ session, text: 'first' });
    await answer();
    await first;
    await waitingSends.add(orphan('run_b', 'third', 2));
    await waitingSends.add(orphan('run_a', 'second', 1));
    const two = open('tab-2');
    await Promise.all([one.takeOverRuns(), two.takeOverRuns(), two.takeOverRuns()]);
    await answer();
    await answer();
    await vi.waitFor(async () => expect(await waitingSends.list()).toEqual([]));
    expect(await said()).toEqual(['first', 'second', 'third']);
  });

  it('is not sent again where its run had begun, nor where its chat was deleted', async () => {
    const { open, answer, said, waitingSends, sessions } = await openTabs();
    const one = open('tab-1');
    const done = one.send({ session, text: 'first' });
    await answer();
    await waitingSends.add(orphan((await done).run, 'first', 1));
    await one.takeOverRuns();
    await vi.waitFor(async () => expect(await waitingSends.list()).toEqual([]));
    expect(await said()).toEqual(['first']);
    await sessions.remove(session);
    await waitingSends.add(orphan('run_x', 'lost', 1));
    await one.takeOverRuns();
    await vi.waitFor(async () => expect(await waitingSends.list()).toEqual([]));
    expect(await said()).toEqual([]);
  });
});

describe('one run per session', () => {
  it('is what other work of the session waits for', async () => {
    const { open, answer } = await openTabs();
    const one = open('tab-1');
    const first = one.send({ session, text: 'first' });
    await vi.waitFor(() => expect(one.view(session)).toBeDefined());
    expect((await one.regenerate(session)).outcome).toEqual({
      type: 'failed',
      error: { type: 'no_message' },
    });
    const free = await navigator.locks.request(
      runLockName(session),
      { ifAvailable: true },
      (lock) => lock !== null,
    );
    expect(free).toBe(false);
    await answer();
    await first;
    const again = one.regenerate(session);
    await vi.waitFor(() => expect(one.view(session)).toBeDefined());
    expect((await one.regenerate(session)).outcome).toMatchObject({ error: { type: 'busy' } });
    await answer();
    expect((await again).outcome).toEqual({ type: 'completed' });
  });

  it('does not begin where the message to go on from does not exist', async () => {
    const { open } = await openTabs();
    const { outcome } = await open('tab-1').send({ session, text: 'x', base: asId<'message'>('nowhere') });
    expect(outcome).toMatchObject({ type: 'failed', error: { type: 'bad_request' } });
  });
});

describe('a run that waits for an answer', () => {
  it('takes the answer also while the asking tab still holds its lock', async () => {
    const { open, answer, journals, sessions } = await openTabs();
    const one = open('tab-1');
    const done = one.send({ session, text: 'first' });
    await answer();
    await done;
    const base = (await sessions.messages(session)).at(-1)?.id ?? null;
    const journal = await openJournal(journals, run);
    const asked = message('m_asked', 'user', [text('act')], { parent: base });
    numbered([
      { type: 'run-start', message: asked, base, at: 1 },
      { type: 'run-wait', calls: [] },
    ]).forEach((event) => journal.append(event));
    journal.close();
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const asking = navigator.locks.request(runLockName(session), () => held);
    const resumed = one.resume(session, 'skip');
    await vi.waitFor(async () =>
      expect((await navigator.locks.query()).pending).toMatchObject([{ name: runLockName(session) }]),
    );
    letGo();
    await asking;
    await answer();
    expect((await resumed).outcome).toEqual({ type: 'completed' });
  });
});
