/** Every alarm rings once or is missed once, whatever happens to clocks and tabs. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { alarmLimits } from '#shared/alarms/alarm.ts';
import { advanceOne, nextMoment } from '#workers/domains/alarms/advance.ts';
import { createRinger } from '#workers/domains/alarms/ringer.ts';
import { createAlarmWorld, setIn, settled, type AlarmTab, type AlarmWorld } from './alarm-world.ts';

const start = Date.parse('2026-01-01T07:00:00Z');
const minute = 60_000;

let world: AlarmWorld;
let tab: AlarmTab;
beforeEach(async () => {
  world = await createAlarmWorld(start);
  tab = world.openTab();
  onTestFinished(() => tab.close());
});

describe('a ringer', () => {
  it('tries again in a minute where alarms cannot be read, and fails no call that waits for it', async () => {
    const timers: number[] = [];
    const setTimer = (ms: number) => (timers.push(ms), () => undefined);
    const advance = () => Promise.reject(new Error('No database.'));
    const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
    onTestFinished(() => error.mockRestore());
    const ringer = createRinger({ now: () => 0, setTimer, advance });
    await Promise.all([ringer.check(), ringer.check(), ringer.check()]);
    expect(timers).toContain(minute);
    expect(error).toHaveBeenCalled();
  });
});

describe('an alarm in an open app', () => {
  it('rings when it is due, tells the page, and is missed after two minutes without an answer', async () => {
    const { id } = await setIn(tab, { in: '90 seconds', label: 'Tea' });
    await world.pass(89);
    expect((await world.alarm()).state).toBe('planned');
    tab.changes.length = 0;
    await world.pass(1);
    expect(await world.alarm()).toMatchObject({ state: 'ringing', rangAt: start + 90_000 });
    expect(tab.changes).toEqual([id]);
    await world.pass(119);
    expect((await world.alarm()).state).toBe('ringing');
    await world.pass(1);
    expect((await world.alarm()).state).toBe('missed');
    await world.pass(3600, 60);
    expect(world.states.get(id)).toEqual(['planned', 'ringing', 'missed']);
  });

  it('has a timer of a minute at most, and none once nothing is planned', async () => {
    await tab.check();
    expect(world.timers()).toEqual([]);
    const { id } = await setIn(tab, { in: '2 hours' });
    expect(world.timers()).toEqual([minute]);
    await world.pass(2 * 3600 - 30, 30);
    expect(world.timers()).toEqual([30_000]);
    await tab.store.cancel(id);
    await settled();
    expect(world.timers()).toEqual([]);
  });

  it('rings, is put off and stops on a full disk, where nothing of it can be stored', async () => {
    const { id } = await setIn(tab, { in: '90 seconds', label: 'Tea' });
    world.disk.isFull = true;
    tab.changes.length = 0;
    await world.pass(90);
    expect(await tab.store.list()).toMatchObject([{ id, state: 'ringing' }]);
    expect(tab.changes).toEqual([id]);
    expect(await tab.store.snooze(id, 1)).toMatchObject({ ok: true });
    expect(await tab.store.list()).toMatchObject([{ id, state: 'planned' }]);
    await world.pass(60);
    expect(await tab.store.list()).toMatchObject([{ id, state: 'ringing' }]);
    expect(await tab.store.dismiss(id)).toBe(true);
    expect(await tab.store.list()).toEqual([]);
    expect(await world.database.getAll('alarms')).toMatchObject([{ state: 'planned' }]);
    world.disk.isFull = false;
    await tab.check();
    expect(await world.database.getAll('alarms')).toEqual([]);
  });

  it('is left as another tab could store it once there is room', async () => {
    const { id } = await setIn(tab, { in: '90 seconds' });
    world.disk.isFull = true;
    await world.pass(90);
    world.disk.isFull = false;
    const other = world.openTab();
    await other.check();
    await other.store.snooze(id, 5);
    other.close();
    await tab.check();
    expect(await tab.store.list()).toMatchObject([{ id, state: 'planned' }]);
  });

  it('ends in every tab when it is stopped in one, and leaves no timer', async () => {
    const other = world.openTab();
    const { id } = await setIn(tab, { in: '10 seconds' });
    await other.check();
    await world.pass(10);
    expect(await other.store.dismiss(id)).toBe(true);
    expect(await tab.store.dismiss(id)).toBe(false);
    expect(await tab.store.list()).toEqual([]);
    await tab.check();
    await settled();
    expect(world.timers()).toEqual([]);
    other.close();
  });

  it('rings again when it was put off, and cannot be put off twice at once', async () => {
    const { id } = await setIn(tab, { in: '10 seconds', label: 'Tea' });
    await world.pass(10);
    expect(await tab.store.snooze(id, 5)).toMatchObject({ ok: true, value: { state: 'planned' } });
    expect(await tab.store.snooze(id, 10)).toMatchObject({ error: { code: 'not-due' } });
    await settled();
    await world.pass(5 * 60);
    expect(world.states.get(id)).toEqual(['planned', 'ringing', 'planned', 'ringing']);
    expect(await world.alarm()).toMatchObject({ label: 'Tea', rangAt: start + 310_000 });
  });

  it('does nothing while tasks are switched off, and was missed once they are on again', async () => {
    await setIn(tab, { in: '2 minutes' });
    await world.settings.change({ isOn: false });
    await world.pass(600, 30);
    expect((await world.alarm()).state).toBe('planned');
    expect(world.timers()).toEqual([]);
    expect(await tab.store.set({ in: '1 minute' })).toMatchObject({ error: { code: 'off' } });
    await world.settings.change({ isOn: true });
    await tab.check();
    expect((await world.alarm()).state).toBe('missed');
  });
});

describe('an alarm of a closed app', () => {
  it('rings late within five minutes', async () => {
    await setIn(tab, { in: '1 minute' });
    tab.close();
    await world.pass(5 * 60, 60);
    const later = world.openTab();
    await later.check();
    expect((await world.alarm()).state).toBe('ringing');
    later.close();
  });

  it('is missed after that, and told of in one tab only', async () => {
    const { id } = await setIn(tab, { in: '1 minute', label: 'Tea' });
    tab.close();
    await world.pass(6 * 60 + 1, 60);
    const [one, other] = [world.openTab(), world.openTab()];
    await Promise.all([one.check(), other.check()]);
    expect(await world.alarm()).toMatchObject({ state: 'missed' });
    expect(await world.alarm()).not.toHaveProperty('rangAt');
    const told = await Promise.all([one.store.takeMissed(), other.store.takeMissed()]);
    expect(told.flat().map((alarm) => alarm.id)).toEqual([id]);
    expect(await one.store.takeMissed()).toEqual([]);
    expect((await one.store.list()).map(({ state }) => state)).toEqual(['missed']);
    one.close();
    other.close();
  });

  it('that rang when its tab was closed is missed, not rung again', async () => {
    const { id } = await setIn(tab, { in: '1 minute' });
    await world.pass(70);
    tab.close();
    await world.pass(3600, 60);
    const later = world.openTab();
    await later.check();
    await world.watch();
    expect(world.states.get(id)).toEqual(['planned', 'ringing', 'missed']);
    later.close();
  });

  it('keeps the newest of many missed ones', async () => {
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 30; count++) await tab.store.set({ in: `${count + 1} minutes` });
      world.clock.now += 60 * minute;
      await tab.check();
    }
    const missed = await tab.store.list();
    expect(missed).toHaveLength(alarmLimits.missed);
    expect(missed[0]?.at).toBeGreaterThan(start + 60 * minute);
  });
});

/** Steps of the device's clock: elapsed seconds, or a jump forward or back. */
const moves = fc.array(
  fc.record({
    seconds: fc.oneof(
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: -40_000, max: 40_000 }),
      fc.constantFrom(-3_600, 3_600, 86_400, -86_400),
    ),
    tab: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

describe('whatever the clock does', () => {
  it('an alarm begins to ring at most once, and what was missed unrung never rings', () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 1, max: 20_000 }), (jumps, seconds) => {
        let now = start;
        let alarm = advanceOne(planned(start + seconds * 1000), now);
        const seen = [alarm.state];
        for (const move of jumps) {
          now += move.seconds * 1000;
          const before = alarm;
          alarm = advanceOne(alarm, now);
          if (alarm.state !== before.state) seen.push(alarm.state);
          if (alarm.state === 'ringing' && before.state === 'planned')
            expect(now - alarm.at).toBeLessThanOrEqual(alarmLimits.lateMs);
          if (alarm.state !== 'missed') expect(nextMoment(alarm)).toBeDefined();
        }
        expect([
          ['planned'],
          ['planned', 'ringing'],
          ['planned', 'missed'],
          ['planned', 'ringing', 'missed'],
        ]).toContainEqual(seen);
      }),
    );
  });

  it('two tabs let it ring once or miss it once, and tell of it once', async () => {
    await fc.assert(
      fc.asyncProperty(moves, fc.integer({ min: 1, max: 4_000 }), async (jumps, seconds) => {
        const device = await createAlarmWorld(start);
        const tabs = [device.openTab(), device.openTab()] as const;
        const { id } = await setIn(tabs[0], { in: `${seconds} seconds` });
        let told = 0;
        const begun: number[] = [];
        for (const move of jumps) {
          device.clock.now += move.seconds * 1000;
          // Both tabs check at the same time; which one is first varies.
          await Promise.all((move.tab ? tabs : [...tabs].reverse()).map((each) => each.check()));
          await device.watch();
          const answers = await Promise.all(tabs.map((each) => each.store.takeMissed()));
          told += answers.flat().length;
          const { rangAt } = await device.alarm();
          if (rangAt !== undefined && !begun.includes(rangAt)) begun.push(rangAt);
        }
        for (const each of tabs) each.close();
        device.database.close();
        const seen = device.states.get(id) ?? [];
        expect(seen.filter((state) => state === 'ringing').length).toBeLessThanOrEqual(1);
        expect(begun.length).toBeLessThanOrEqual(1);
        expect(told).toBe(seen.includes('missed') ? 1 : 0);
      }),
      { numRuns: 15 },
    );
  });
});

function planned(at: number): Parameters<typeof advanceOne>[0] {
  return {
    id: 'alarm_1' as Parameters<typeof advanceOne>[0]['id'],
    ...{ label: '', at, state: 'planned', origin: { by: 'user' }, created: start },
  };
}
