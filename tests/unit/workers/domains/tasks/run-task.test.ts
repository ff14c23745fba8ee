/**
 * Runs of tasks: once for each time, despite tabs, clocks and networks, or with the reason of the failure.
 */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { taskLimits, type TaskResult } from '#shared/tasks/task.ts';
import { createTaskWorld, saved, settled, type RunEnd, type TaskWorld } from './task-world.ts';

const start = Date.parse('2026-01-01T07:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;
const eight = start + hour;

let world: TaskWorld;
beforeEach(async () => {
  world = await createTaskWorld(start);
});

describe('a task', () => {
  it('runs at its time in a chat of its own, with its agent, model and budget', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab, { model: 'small', budget: { tokens: 500 } });
    await world.pass(59);
    expect(world.sent).toHaveLength(0);
    await world.pass(1);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]).toMatchObject({ model: 'small', budget: { tokens: 500 } });
    expect(world.sent[0]?.text).toContain('What is new?');
    const task = await world.task();
    expect(task).toMatchObject({ next: eight + day, failures: 0 });
    expect(task.running).toBeUndefined();
    const [result] = task.results;
    expect(result).toMatchObject({ due: eight, at: eight, missed: 0 });
    expect(result?.failure).toBeUndefined();
    const session = result?.session && (await world.sessions.get(result.session));
    expect(session).toMatchObject({ title: 'News', task: { id, due: eight, missed: 0 } });
  });

  it('says what its run cost, with its tools, and all failed tries of it together', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    world.beats.charged = 0.02;
    world.ends.push('offline', 'offline');
    // The second try is one minute after the first, and the third one two minutes later.
    await world.pass(62);
    const [failed] = (await world.task()).results;
    expect(failed).toMatchObject({ tries: 2, spent: { tokens: 220 } });
    expect(failed?.spent?.cost).toBeCloseTo(0.06);
    await world.pass(10);
    const { results } = await world.task();
    expect(results).toMatchObject([{ spent: { tokens: 110 } }, { tries: 2, spent: { tokens: 220 } }]);
  });

  it('has one budget for all tries of a due time, which ends them once it is used up', async () => {
    const tab = world.openTab();
    await saved(tab, { budget: { cost: 0.5 } });
    await tab.check();
    world.beats.cost = 0.2;
    world.ends.push('interrupted', 'offline', 'interrupted', 'interrupted');
    await world.pass(24 * 60);
    expect(world.sent.map(({ budget }) => budget?.cost?.toFixed(2))).toEqual(['0.50', '0.30', '0.10']);
    const task = await world.task();
    expect(task).toMatchObject({ failures: 0, next: eight + day });
    const failure = { type: 'budget', limit: 'run-cost', most: 0.5 };
    expect(task.results).toMatchObject([{ due: eight, tries: 3, failure }]);
    // The next time has its own budget.
    await world.pass(60);
    expect(world.sent.slice(3)).toMatchObject([{ budget: { cost: 0.5 } }]);
  });

  it('keeps its next try through a pause and an edit that leaves its time as it is', async () => {
    const tab = world.openTab();
    // The form has no seconds, so test a time with seconds.
    const at = new Date(eight + 30_000).toISOString();
    const { id, prompt } = await saved(tab, { at });
    await tab.check();
    world.ends.push('offline', 'offline');
    await world.pass(62);
    const { next, failures } = await world.task();
    expect(next).not.toBeNull();
    await tab.store.pause(id, true);
    expect(await tab.store.pause(id, false)).toMatchObject({ value: { next, failures } });
    const renamed = { id, prompt, name: 'Other', at: new Date(eight).toISOString() };
    expect(await tab.store.save(renamed)).toMatchObject({ value: { name: 'Other', next, failures } });
    const other = { id, prompt, at: new Date(eight - hour).toISOString() };
    expect(await tab.store.save(other)).toMatchObject({ error: { code: 'at-past' } });
    await world.pass(10);
    expect((await world.task()).results).toHaveLength(2);
    // A finished task can be renamed, and is not planned again.
    expect(await tab.store.save({ ...renamed, name: 'Done' })).toMatchObject({ value: { next: null } });
  });

  it('does not count what the user runs beside the plan as a try', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab, { budget: { tokens: 300 } });
    await tab.check();
    world.ends.push('interrupted', 'interrupted', 'interrupted');
    await world.pass(60);
    await tab.run(id);
    await settled();
    await world.pass(1);
    expect(world.sent).toMatchObject([300, 300, 190].map((tokens) => ({ budget: { tokens } })));
  });

  it('says when its run ended', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    world.ends.push('held');
    await world.pass(90);
    await world.end({ type: 'completed' });
    expect((await world.task()).results).toMatchObject([{ at: eight, ended: eight + hour / 2 }]);
  });

  it('is run by one of several tabs', async () => {
    const tabs = [world.openTab(), world.openTab(), world.openTab()];
    await saved(tabs[0] ?? world.openTab());
    await Promise.all(tabs.map((tab) => tab.check()));
    await world.pass(120);
    expect(world.sent).toHaveLength(1);
    expect((await world.task()).results).toHaveLength(1);
  });

  it('that was missed while the app was closed is caught up once, and says how often it was missed', async () => {
    const before = world.openTab();
    await saved(before);
    before.close();
    world.clock.now = start + 5 * day + 3 * hour;
    const tab = world.openTab();
    await tab.check();
    await world.pass(30);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.text).toContain('5 more times passed');
    expect((await world.task()).results).toMatchObject([{ due: eight, missed: 5 }]);
  });

  it('runs once when the clock is set forward, and not again for that time when it is set back', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    await world.jump(start + 2 * day, tab);
    expect(world.sent).toHaveLength(1);
    await world.jump(start, tab);
    await world.pass(120);
    expect(world.sent).toHaveLength(1);
    await world.pass(24 * 60);
    expect(world.sent).toHaveLength(2);
  });

  it('that is planned again after the clock was set back is shown so', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    await world.jump(start + 10 * day, tab);
    tab.changes.length = 0;
    await world.jump(start + day, tab);
    expect((await world.task()).next).toBe(eight + day);
    expect(tab.changes).toEqual([id]);
    await tab.check();
    expect(tab.changes).toEqual([id]);
  });

  it('whose tab dies during the run gets the result of the resumed run, in whatever tab', async () => {
    const dying = world.openTab();
    await saved(dying);
    await dying.check();
    world.ends.push('dies');
    await world.pass(60);
    const [input] = world.sent;
    const tab = world.openTab();
    await tab.check();
    expect((await world.task()).running).toBeDefined();
    dying.close();
    await tab.check();
    // The journal exists, so another tab will resume the run.
    expect((await world.task()).running).toBeDefined();
    if (input) await world.resumed(input.session, { type: 'completed' });
    await tab.check();
    const task = await world.task();
    expect(task.running).toBeUndefined();
    expect(task.results).toMatchObject([{ due: eight, session: input?.session }]);
    expect(task.results[0]?.failure).toBeUndefined();
    expect(world.sent).toHaveLength(1);
  });

  it('that was claimed and never began says so, and is tried again', async () => {
    const dying = world.openTab({ send: () => new Promise(() => undefined) });
    await saved(dying);
    await dying.check();
    await world.pass(60);
    const claimed = (await world.task()).running;
    expect(claimed).toBeDefined();
    dying.close();
    const tab = world.openTab();
    await tab.check();
    expect(await world.task()).toMatchObject({ failures: 1, results: [{ failure: { type: 'not-begun' } }] });
    // The empty chat was deleted.
    expect(await world.sessions.list()).toEqual([]);
    await world.pass(2);
    expect(world.sent).toHaveLength(1);
    expect((await world.task()).results).toHaveLength(2);
  });

  it('without a network fails with the reason, backs off, and tries again in the same chat', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    world.ends.push('offline', 'offline');
    await world.pass(61);
    expect(world.sent).toHaveLength(2);
    expect(await world.task()).toMatchObject({
      failures: 2,
      results: [{ failure: { type: 'failed', error: { type: 'offline' } }, tries: 2 }],
    });
    await world.pass(1);
    expect(world.sent).toHaveLength(2);
    await world.pass(1);
    expect(world.sent).toHaveLength(3);
    expect(new Set(world.sent.map(({ session }) => session)).size).toBe(1);
    expect(world.sent.map(({ base }) => base)).toEqual([undefined, null, null]);
    expect(await world.task()).toMatchObject({ failures: 0, next: eight + day });
    expect((await world.task()).results[0]).toMatchObject({ due: eight });
  });

  it('that a passing failure keeps from running is tried for about a day, and then at its own times', async () => {
    const tab = world.openTab();
    await saved(tab, { at: new Date(eight).toISOString() });
    world.ends.push(...Array.from({ length: 100 }, () => 'offline' as const));
    await world.pass(60);
    for (let hours = 1; hours <= 48; hours++) {
      await world.pass(1);
      await world.jump(eight + hours * hour, tab);
    }
    expect(world.sent).toHaveLength(taskLimits.tries);
    const { next, results } = await world.task();
    expect(next).toBeNull();
    // All tries are one result.
    expect(results).toMatchObject([{ due: eight, tries: taskLimits.tries, failure: { type: 'failed' } }]);
    expect(results[0]?.runs).toHaveLength(taskLimits.tries);
  });

  it('that only the user can mend is tried at its own times only, in one chat', async () => {
    const tab = world.openTab();
    await saved(tab, { cron: '0 * * * *' });
    world.ends.push('bad-key', 'bad-key', 'bad-key');
    await world.pass(90);
    expect(world.sent).toHaveLength(1);
    await world.pass(120);
    expect(world.sent).toHaveLength(3);
    expect(await world.sessions.list()).toHaveLength(1);
    const { results, failures } = await world.task();
    expect(failures).toBe(3);
    expect(results).toMatchObject([{ due: eight, tries: 3, missed: 2 }]);
    await world.pass(60);
    expect(await world.task()).toMatchObject({ failures: 0, results: [{ due: eight, missed: 3 }, {}] });
  });

  it('is tried again in a chat of its own once the user wrote in that of the failed try', async () => {
    const tab = world.openTab();
    await saved(tab);
    world.ends.push('offline');
    await world.pass(60);
    const [failed] = world.sent;
    if (failed) await world.send({ session: failed.session, text: 'What went wrong?' });
    await world.pass(2);
    const [, , again] = world.sent;
    expect(again?.session).not.toBe(failed?.session);
    expect(again?.base).toBeUndefined();
    expect(await world.task()).toMatchObject({ failures: 0, results: [{ due: eight }, { due: eight }] });
  });

  it('is tried again in a chat of its own while something runs in that of the failed try', async () => {
    const tab = world.openTab();
    await saved(tab);
    world.ends.push('offline', 'held');
    await world.pass(60);
    const [failed] = world.sent;
    if (failed) void world.send({ session: failed.session, text: 'What went wrong?' });
    await world.pass(2);
    expect(world.sent[2]?.session).not.toBe(failed?.session);
  });

  it('that is tried again gets the result of that try, also where the clock was set back before it', async () => {
    const dying = world.openTab();
    await saved(dying);
    world.ends.push('offline');
    await world.pass(60);
    world.ends.push('dies');
    await world.jump(eight - 2 * hour, dying);
    expect((await world.task()).running).toBeUndefined();
    await world.pass(3);
    const [, input] = world.sent;
    dying.close();
    if (input) await world.resumed(input.session, { type: 'completed' });
    const tab = world.openTab();
    await tab.check();
    await world.pass(60);
    expect(world.sent).toHaveLength(2);
    const [result] = (await world.task()).results;
    expect(result).toMatchObject({ due: eight });
    expect(result?.failure).toBeUndefined();
    expect(result?.runs).toHaveLength(2);
  });

  it('that cannot be written down because the disk is full is not tried without end', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    world.disk.isFull = true;
    await world.pass(65);
    expect(world.disk.tries).toBeGreaterThan(0);
    expect(world.disk.tries).toBeLessThanOrEqual(4);
    const { id } = await world.task();
    // The screens get the reason, and an event to fetch it.
    expect(tab.stalled()).toEqual([{ id, error: { type: 'storage_full' } }]);
    expect(tab.changes.at(-1)).toBe(id);
    world.disk.isFull = false;
    await world.pass(10);
    expect(world.sent).toHaveLength(1);
    expect(tab.stalled()).toEqual([]);
    expect((await world.task()).results).toMatchObject([{ due: eight, missed: 0 }]);
  });

  it('whose answer could not be stored on a full disk keeps it, and is not done twice', async () => {
    const tab = world.openTab();
    await saved(tab);
    await tab.check();
    world.ends.push('unstored');
    await world.pass(125);
    // The chat and its journal are kept, and storing is not retried without end.
    expect(await world.sessions.list()).toHaveLength(1);
    expect((await world.task()).running).toBeDefined();
    expect(world.disk.adoptions).toBeGreaterThan(1);
    expect(world.disk.adoptions).toBeLessThan(10);
    world.disk.isTight = false;
    await world.pass(70);
    const task = await world.task();
    expect(task.running).toBeUndefined();
    expect(task).toMatchObject({ failures: 0, next: eight + day, results: [{ due: eight }] });
    expect(task.results[0]?.failure).toBeUndefined();
    expect(world.sent).toHaveLength(1);
    const [chat] = await world.sessions.list();
    expect(chat && (await world.sessions.messages(chat.id))).toHaveLength(2);
  });

  it('whose result cannot be written on a full disk gets it once there is room', async () => {
    const tab = world.openTab();
    await saved(tab);
    world.ends.push('held');
    await world.pass(60);
    world.disk.isFull = true;
    await world.end({ type: 'completed' });
    await world.pass(5);
    expect(world.disk.tries).toBeGreaterThan(0);
    expect(tab.stalled()).toMatchObject([{ error: { type: 'storage_full' } }]);
    world.disk.isFull = false;
    await world.pass(65);
    expect(tab.stalled()).toEqual([]);
    const { running, results } = await world.task();
    expect(running).toBeUndefined();
    expect(results).toMatchObject([{ due: eight }]);
    expect(results[0]?.failure).toBeUndefined();
    expect(world.sent).toHaveLength(1);
  });

  it('runs when the user says so, even if paused, and keeps its plan', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    await tab.store.pause(id, true);
    const answer = await tab.run(id);
    expect(answer.ok).toBe(true);
    await settled();
    expect(world.sent).toHaveLength(1);
    expect(await world.task()).toMatchObject({ isPaused: true, next: eight, results: [{ due: start }] });
    await world.pass(24 * 60);
    expect(world.sent).toHaveLength(1);
  });

  it('that runs is not run a second time', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    world.ends.push('dies');
    await tab.run(id);
    expect(await tab.run(id)).toMatchObject({ ok: false, error: { code: 'busy' } });
    expect(world.sent).toHaveLength(1);
  });

  it('does not run while tasks are switched off', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    await world.settings.change({ isOn: false });
    await tab.check();
    await world.pass(120);
    expect(world.sent).toEqual([]);
    expect(await tab.run(id)).toMatchObject({ ok: false, error: { code: 'off' } });
    expect(world.timers()).toEqual([]);
  });
});

describe('during a run', () => {
  it('an edit is not undone by how the run ends: its failure is not tried again', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    world.ends.push('held');
    await world.pass(60);
    const at = start + 5 * day;
    const edited = await saved(tab, { id, prompt: 'What is old?', at: new Date(at).toISOString() });
    expect(edited.running).toBeDefined();
    await world.end({ type: 'failed', error: { type: 'offline' } });
    const task = await world.task();
    expect(task).toMatchObject({ failures: 0, next: at, results: [{ failure: { type: 'failed' } }] });
    expect(task.running).toBeUndefined();
    await world.pass(3 * 60);
    expect(world.sent).toHaveLength(1);
    await world.jump(at, tab);
    expect(world.sent).toHaveLength(2);
    expect(world.sent[1]?.text).toContain('What is old?');
    expect(world.sent[1]?.session).not.toBe(world.sent[0]?.session);
  });

  it('the times that pass are counted, where a question is answered on the next day', async () => {
    const tab = world.openTab();
    await saved(tab);
    world.ends.push('held');
    await world.pass(60);
    await world.jump(eight + day + 2 * hour, tab);
    await world.end({ type: 'completed' });
    const task = await world.task();
    expect(task).toMatchObject({ next: eight + 2 * day, results: [{ due: eight, missed: 1 }] });
    // The line at the top of the chat says the same.
    expect(await world.sessions.list()).toMatchObject([{ task: { due: eight, missed: 1 } }]);
    expect(world.sent).toHaveLength(1);
  });

  it('a time that passes during a run that the user began beside the plan is run after it', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab, { at: new Date(eight).toISOString() });
    await world.pass(58);
    world.ends.push('held');
    await tab.run(id);
    await world.pass(3);
    expect(world.sent).toHaveLength(1);
    await world.end({ type: 'stopped' });
    await world.pass(1);
    expect(world.sent).toHaveLength(2);
    const { next, failures, results } = await world.task();
    expect({ next, failures }).toEqual({ next: null, failures: 0 });
    expect(results).toMatchObject([{ due: eight }, { isExtra: true, failure: { type: 'stopped' } }]);
    expect(results[0]?.failure).toBeUndefined();
  });

  it('a run that the user began does what had failed, and its own failure is no retry', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    world.ends.push('offline', 'offline', 'offline', 'offline');
    await world.pass(62);
    const { next, failures } = await world.task();
    expect(failures).toBe(2);
    await tab.run(id);
    await settled();
    expect(await world.task()).toMatchObject({ next, failures: 2, results: [{ isExtra: true }, {}] });
    await world.pass(4);
    // The planned retry is another try for the time that failed, in the same chat.
    expect(world.sent[3]?.session).toBe(world.sent[0]?.session);
    expect((await world.task()).results[0]).toMatchObject({ due: eight });
    await tab.run(id);
    await settled();
    expect(await world.task()).toMatchObject({ failures: 0, next: eight + day });
  });

  it('a pause holds the next one, and does not end this one', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab, { cron: '0 * * * *' });
    world.ends.push('held');
    await world.pass(60);
    await tab.store.pause(id, true);
    await world.end({ type: 'failed', error: { type: 'offline' } });
    expect(await world.task()).toMatchObject({ isPaused: true, results: [{ due: eight }] });
    await world.pass(3 * 60);
    expect(world.sent).toHaveLength(1);
  });

  it('a task that is deleted stays deleted, and one that comes back gets its result', async () => {
    const tab = world.openTab();
    const { id } = await saved(tab);
    world.ends.push('held', 'held');
    await world.pass(60);
    const removed = await tab.store.remove(id);
    await world.end({ type: 'completed' });
    expect(await tab.store.list()).toEqual([]);
    expect(await world.sessions.list()).toHaveLength(1);
    expect(removed && (await tab.store.restore(removed)).ok).toBe(true);
    await settled();
    expect(await world.task()).toMatchObject({ next: eight + day, results: [{ due: eight }] });
    expect((await world.task()).running).toBeUndefined();
    await world.pass(24 * 60);
    const again = await tab.store.remove(id);
    expect(again && (await tab.store.restore(again)).ok).toBe(true);
    await world.end({ type: 'completed' });
    expect((await world.task()).results).toHaveLength(2);
    expect(world.sent).toHaveLength(2);
  });
});

describe('over the night in which the clock changes', () => {
  const nights: [zone: string, change: string, cron: string, from: string, due: [string, string]][] = [
    ['Europe/Berlin', 'forward', '30 2 * * *', '2026-03-28T12:00Z', ['2026-03-29T01:00', '2026-03-30T00:30']],
    ['Europe/Berlin', 'back', '30 2 * * *', '2026-10-24T12:00Z', ['2026-10-25T00:30', '2026-10-26T01:30']],
    [
      'America/New_York',
      'forward',
      '30 2 * * *',
      '2026-03-07T12:00Z',
      ['2026-03-08T07:00', '2026-03-09T06:30'],
    ],
    ['America/New_York', 'back', '30 1 * * *', '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    [
      'Australia/Lord_Howe',
      'forward',
      '15 2 * * *',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15'],
    ],
    [
      'Australia/Lord_Howe',
      'back',
      '45 1 * * *',
      '2026-04-04T00:00Z',
      ['2026-04-04T14:45', '2026-04-05T15:15'],
    ],
  ];

  it.each(nights)('in %s, %s, a task runs once each night', async (zone, _, cron, from, due) => {
    world = await createTaskWorld(Date.parse(from));
    world.clock.timeZone = zone;
    const tab = world.openTab();
    await saved(tab, { cron });
    for (let quarters = 1; quarters <= 45 * 4; quarters++) await world.jump(world.clock.now + hour / 4, tab);
    const { results } = await world.task();
    expect(results.map((result) => new Date(result.due).toISOString().slice(0, 16))).toEqual(
      due.toReversed(),
    );
    for (const { at, due: planned, missed, failure } of results)
      expect([at, missed, failure]).toEqual([planned, 0, undefined]);
    expect(world.sent).toHaveLength(2);
  });
});

describe('the timer', () => {
  it('is not there while nothing is planned, and never waits longer than a minute while something is', async () => {
    const tab = world.openTab();
    await tab.check();
    expect(world.timers()).toEqual([]);
    const { id } = await saved(tab);
    await settled();
    expect(world.timers()).toEqual([60_000]);
    await world.pass(5);
    expect(world.timers()).toEqual([60_000]);
    await tab.store.pause(id, true);
    await settled();
    expect(world.timers()).toEqual([]);
  });

  it('rings at the moment that is due', async () => {
    const tab = world.openTab();
    await saved(tab, { at: new Date(start + 20_000).toISOString() });
    await settled();
    expect(world.timers()).toEqual([20_000]);
  });
});

describe('whatever happens', () => {
  /** What can happen to a device: time passes, tabs open and close, the clock is set, the network fails. */
  const step = fc.oneof(
    fc.record({ type: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ type: fc.constant('jump' as const), hours: fc.integer({ min: -30, max: 60 }) }),
    fc.constant({ type: 'open' as const }),
    fc.constant({ type: 'close' as const }),
    fc.constant({ type: 'resume' as const }),
    fc.record({
      type: fc.constant('end' as const),
      end: fc.constantFrom<RunEnd>('offline', 'stopped', 'dies', 'interrupted', 'unstored'),
    }),
  );
  type Step = typeof step extends fc.Arbitrary<infer Type> ? Type : never;
  type Tabs = ReturnType<TaskWorld['openTab']>[];

  async function take(each: Step, tabs: Tabs, device: TaskWorld): Promise<void> {
    if (each.type === 'open') tabs.push(device.openTab());
    if (each.type === 'close') tabs.shift()?.close();
    if (each.type === 'end') device.ends.push(each.end);
    if (each.type === 'resume') await resumeAll(device);
    if (each.type === 'jump') device.clock.now += each.hours * hour;
    for (const tab of tabs) await tab.check();
    if (each.type === 'pass') await device.pass(each.minutes);
    await settled();
  }

  /** Ends all unfinished runs, and stores the outcomes that could not be stored before. */
  async function resumeAll(device: TaskWorld): Promise<void> {
    device.disk.isTight = false;
    for (const [session, { outcome }] of device.unfinished)
      await device.resumed(session, outcome ?? { type: 'completed' });
  }

  it('no time is run twice, and each that was run says how it ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const device = await createTaskWorld(start);
        const tabs: Tabs = [device.openTab()];
        if (tabs[0]) await saved(tabs[0], { cron: '0 * * * *' });
        // A task stores only its last ten results, so collect all of them here.
        const seen = new Map<string, TaskResult>();
        const look = async () => {
          for (const result of (await device.task()).results)
            seen.set(`${result.at} ${result.session ?? ''}`, result);
        };
        for (const each of steps) {
          await take(each, tabs, device);
          await look();
        }
        for (const tab of tabs) tab.close();
        await resumeAll(device);
        device.ends.length = 0;
        const last = device.openTab();
        await last.check();
        await settled();
        await look();
        last.close();

        const results = [...seen.values()];
        const completed = results.filter(({ failure }) => !failure).map(({ due }) => due);
        expect(new Set(completed).size).toBe(completed.length);
        expect((await device.task()).running).toBeUndefined();
        const runs = (await device.database.getAll('runs')).map(({ id }) => id);
        expect(runs).toHaveLength(device.sent.length);
        expect(new Set(results.flatMap((result) => result.runs ?? []))).toEqual(new Set(runs));
      }),
      { numRuns: 50 },
    );
  }, 60_000);
});
