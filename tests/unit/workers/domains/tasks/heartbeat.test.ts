/** The heartbeat: no request without anything to look at, quiet where there is nothing to tell, within its budget. */
import { beforeEach, describe, expect, it } from 'vitest';
import { defaultTaskSettings, type HeartbeatSettings } from '#shared/tasks/task.ts';
import { hasItems, isQuiet, nextBeat } from '#workers/domains/tasks/heartbeat.ts';
import { createTaskWorld, saved, settled, type TaskWorld } from './task-world.ts';

/** On the clock of the device. */
const at = (hours: number, minutes = 0, day = 5) => new Date(2026, 0, day, hours, minutes).getTime();
const settings: HeartbeatSettings = { ...defaultTaskSettings.heartbeat, isOn: true };

describe('the next beat', () => {
  it('is so many minutes later, within the hours of the day', () => {
    expect(nextBeat(settings, at(9))).toBe(at(9, 30));
    expect(nextBeat(settings, at(3))).toBe(at(8));
    expect(nextBeat(settings, at(21, 29))).toBe(at(21, 59));
    expect(nextBeat(settings, at(21, 30))).toBe(at(8, 0, 6));
    expect(nextBeat({ ...settings, everyMinutes: 240, fromHour: 0, untilHour: 24 }, at(23))).toBe(
      at(3, 0, 6),
    );
  });
});

describe('a list', () => {
  it('is empty if it has headings, comments and empty boxes only', () => {
    for (const text of [
      '',
      '\n \n',
      '# What to look at\n',
      '- \n- [ ]\n* [x] ',
      '<!-- write\nhere -->',
      '<!-- open',
    ])
      expect(hasItems(text)).toBe(false);
    for (const text of ['Mail', '# List\n- mail', '- [ ] mail', '<!-- a --> mail'])
      expect(hasItems(text)).toBe(true);
  });
});

describe('an answer', () => {
  it('is quiet only if it says nothing else', () => {
    for (const text of ['HEARTBEAT_OK', ' **HEARTBEAT_OK**.\n', '`HEARTBEAT_OK`'])
      expect(isQuiet(text)).toBe(true);
    for (const text of ['', 'OK', 'HEARTBEAT_OK, but the mail …', 'NOT_HEARTBEAT_OK'])
      expect(isQuiet(text)).toBe(false);
  });
});

describe('the heartbeat', () => {
  let world: TaskWorld;
  beforeEach(async () => {
    world = await createTaskWorld(at(9));
  });
  const turnOn = (changes: Partial<HeartbeatSettings> = {}) =>
    world.settings.change({ heartbeat: { isOn: true, ...changes } });

  it('makes no request in an hour with nothing to look at, and looks once a minute at most', async () => {
    await turnOn();
    const tab = world.openTab();
    await tab.check();
    for (let passed = 0; passed < 60; passed++) {
      expect(world.timers().every((wait) => wait === 60_000)).toBe(true);
      expect(world.timers()).toHaveLength(1);
      await world.pass(1);
    }
    expect(world.sent).toEqual([]);
    expect((await tab.heartbeat()).next).toBe(at(10, 30));
    expect(await tab.store.list()).toEqual([]);
  });

  it('is off until it is switched on', async () => {
    world.beats.list = '- mail';
    const tab = world.openTab();
    await tab.check();
    expect(world.timers()).toEqual([]);
    await world.pass(120);
    expect(world.sent).toEqual([]);
  });

  it('asks about its list, keeps a quiet answer to itself, and counts what it cost', async () => {
    await turnOn();
    world.beats.list = '- mail';
    const tab = world.openTab();
    await tab.check();
    await world.pass(31);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]?.text).toContain('Read HEARTBEAT.md');
    // Agents write the list, too: it is no message of the user.
    expect(world.sent[0]?.text).not.toContain('mail');
    expect(await world.sessions.list()).toEqual([]);
    const { results, spent } = await tab.heartbeat();
    expect(results).toMatchObject([{ isQuiet: true }]);
    expect(spent).toEqual({ tokens: 110, cost: 0.01 });
    world.beats.answer = 'There is a letter from Ada.';
    await world.pass(31);
    expect(await world.sessions.list()).toMatchObject([{ title: 'Heartbeat' }]);
    expect((await tab.heartbeat()).results).toHaveLength(2);
    const [session] = await world.sessions.list();
    expect(tab.changes).toContain(session?.id);
  });

  it('whose tab dies keeps a quiet answer of the resumed run to itself, too', async () => {
    await turnOn();
    world.beats.list = '- mail';
    const dying = world.openTab();
    await dying.check();
    world.ends.push('dies');
    await world.pass(31);
    const [input] = world.sent;
    dying.close();
    const tab = world.openTab();
    await tab.check();
    if (input) await world.resumed(input.session, { type: 'completed' });
    await tab.check();
    expect((await tab.heartbeat()).results).toMatchObject([{ isQuiet: true }]);
    expect((await tab.heartbeat()).spent.tokens).toBe(110);
    expect(await world.sessions.list()).toEqual([]);
  });

  it('ends for the day once its budget is used up, and goes on the next morning', async () => {
    await turnOn({ budget: { cost: 0.025 } });
    world.beats.list = '- mail';
    const tab = world.openTab();
    await tab.check();
    await world.pass(8 * 60);
    expect(world.sent.map(({ budget }) => budget?.cost?.toFixed(3))).toEqual(['0.025', '0.015', '0.005']);
    world.clock.now = at(8, 1, 6);
    await tab.check();
    await settled();
    expect(world.sent).toHaveLength(4);
  });

  it('beats in one of several tabs, and not at night', async () => {
    await turnOn();
    world.beats.list = '- mail';
    const tabs = [world.openTab(), world.openTab()];
    for (const tab of tabs) await tab.check();
    await world.pass(31);
    expect(world.sent).toHaveLength(1);
    world.clock.now = at(23);
    for (const tab of tabs) await tab.check();
    await settled();
    const before = world.sent.length;
    await world.pass(8 * 60);
    expect(world.sent).toHaveLength(before);
  });

  it('runs the tasks that are planned with it, within both budgets', async () => {
    await turnOn({ budget: { tokens: 1_000 } });
    const tab = world.openTab();
    await saved(tab, { on_heartbeat: true, budget: { cost: 1 } });
    await world.pass(31);
    expect(world.sent).toHaveLength(1);
    expect(world.sent[0]).toMatchObject({ budget: { tokens: 1_000, cost: 1 } });
    expect((await world.task()).results).toMatchObject([{ missed: 0 }]);
    expect((await tab.heartbeat()).spent.tokens).toBe(110);
    await world.pass(30);
    expect(world.sent).toHaveLength(2);
  });
});
