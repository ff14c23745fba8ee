/** The valid values of alarms, and their maximum number. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { alarmLimits, type Alarm } from '#shared/alarms/alarm.ts';
import type { TaskWriter } from '#workers/domains/tasks/task-port.ts';
import { isSnooze } from '#workers/domains/alarms/check.ts';
import { readDraft } from '#workers/domains/alarms/read-draft.ts';
import { createAlarmWorld, setIn, settled, type AlarmTab, type AlarmWorld } from './alarm-world.ts';

const start = Date.parse('2026-01-01T07:00:00Z');
const minute = 60_000;
const writer: TaskWriter = { outside: [] };
const beside: TaskWriter = { outside: [{ type: 'page', host: 'evil.example' }] };

let world: AlarmWorld;
let tab: AlarmTab;
beforeEach(async () => {
  world = await createAlarmWorld(start);
  tab = world.openTab();
  onTestFinished(() => tab.close());
});

const amount = fc.oneof(fc.nat({ max: 100_000 }), fc.double({ noNaN: true }), fc.bigInt()).map(String);
/** Waiting times, most of them well formed. */
const anyWait = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.tuple(
        amount,
        fc.constantFrom('', ' '),
        fc.constantFrom('h', 'hours', 'm', 'min', 's', 'seconds', 'ms', ''),
      ),
    )
    .map((parts) => parts.map((part) => part.join('')).join(' ')),
);
const anyMoment = fc.oneof(
  fc.string(),
  fc
    .tuple(fc.date({ noInvalidDate: true }), fc.constantFrom('', 'Z', '+14:00', '-12:00', '+99:00'))
    .map(([date, offset]) => date.toISOString().slice(0, 16) + offset),
  fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 70 })).map((parts) => parts.join(':')),
);

const momentOf = (draft: object) => {
  const read = readDraft(draft, { now: start, zone: 'UTC' });
  return read.ok ? read.value.at - start : read.error.code;
};

describe('when an alarm is due', () => {
  it.each([
    ['90 seconds', 90_000],
    ['10 minutes', 10 * minute],
    ['10min', 10 * minute],
    ['1 hour 30 minutes', 90 * minute],
    ['1h30m', 90 * minute],
    ['1 hour, 5 minutes and 3 secs', 65 * minute + 3_000],
    ['1.5 h', 90 * minute],
    ['2 months', 'in-form'],
    ['5', 'in-form'],
    ['0 seconds', 'in-form'],
    ['-5 minutes', 'in-form'],
    ['9000 hours', 'in-form'],
    ['5 milliseconds', 'in-form'],
    ['', 'in-form'],
  ])('in %j', (text, expected) => {
    expect(momentOf({ in: text })).toBe(expected);
  });

  it('is a moment with an offset, or on the clock of the device', () => {
    expect(momentOf({ at: '2026-01-01T08:00:00Z' })).toBe(60 * minute);
    expect(momentOf({ at: '2026-01-01T10:00+02:00' })).toBe(60 * minute);
    const local = new Date(start + 30 * minute);
    expect(momentOf({ at: `${local.getHours()}:${String(local.getMinutes()).padStart(2, '0')}` })).toBe(
      30 * minute,
    );
  });

  it('is the next day where the time of day has passed', () => {
    const local = new Date(start - 30 * minute);
    const at = momentOf({ at: `${local.getHours()}:${String(local.getMinutes()).padStart(2, '0')}` });
    expect(at).toBe(24 * 60 * minute - 30 * minute);
  });

  it.each([
    [{ at: '2025-12-31T08:00Z' }, 'at-past'],
    [{ at: '2028-01-01T08:00Z' }, 'at-far'],
    [{ at: '2026-02-30T08:00' }, 'at-form'],
    [{ at: '2026-02-30T08:00Z' }, 'at-form'],
    [{ at: '2026-13-01T08:00Z' }, 'at-form'],
    [{ at: '2026-01-31T24:30Z' }, 'at-form'],
    [{ at: '25:00' }, 'at-form'],
    [{ at: 'tomorrow' }, 'at-form'],
    [{}, 'when-count'],
    [{ at: '08:00', in: '5 minutes' }, 'when-count'],
    [{ in: 5 }, 'invalid'],
    [{ in: '5 minutes', label: 5 }, 'invalid'],
  ])('is refused in %j', (draft, code) => {
    expect(momentOf(draft)).toBe(code);
  });

  it('is never read as a moment that has passed, from whatever text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.record({ at: anyMoment }), fc.record({ in: anyWait })), (draft) => {
        const moment = momentOf(draft);
        expect(typeof moment === 'string' || (moment > 0 && moment <= alarmLimits.maxMs)).toBe(true);
      }),
    );
  });
});

describe('alarms', () => {
  it('have a label without what is invisible, of at most 80 characters', async () => {
    const { label } = await setIn(tab, { in: '5 minutes', label: `Tea\u202e\n${'x'.repeat(200)}` });
    expect(label).not.toMatch(/[\u202e\n]/);
    expect(label.length).toBeLessThanOrEqual(alarmLimits.labelCharacters);
  });

  it('are fifty at most, and of what text from outside may have caused ten', async () => {
    for (let count = 0; count < alarmLimits.outside; count++)
      expect(await tab.port.set({ in: '5 minutes' }, beside)).toMatchObject({ ok: true });
    expect(await tab.port.set({ in: '5 minutes' }, beside)).toMatchObject({
      error: { code: 'limit-outside' },
    });
    for (let count = alarmLimits.outside; count < alarmLimits.alarms; count++)
      expect(await tab.port.set({ in: '5 minutes' }, writer)).toMatchObject({ ok: true });
    expect(await tab.store.set({ in: '5 minutes' })).toMatchObject({ error: { code: 'limit' } });
    expect(await world.database.count('alarms')).toBe(alarmLimits.alarms);
  });

  it('keep who set them, and where text from outside came from', async () => {
    await tab.port.set({ in: '5 minutes' }, beside);
    expect(await world.alarm()).toMatchObject({ origin: { by: 'agent', outside: beside.outside } });
  });

  it('are not cancelled by what text from outside may have caused, unless the user allows that', async () => {
    const { id } = await setIn(tab, { in: '5 minutes', label: 'Tea' });
    expect(await tab.port.cancel(id, beside)).toMatchObject({ error: { code: 'only-user' } });
    await world.settings.change({ asksFirst: false });
    expect(await tab.port.cancel('tea', beside)).toMatchObject({ ok: true, value: { id } });
    expect(await tab.port.cancel('tea', writer)).toMatchObject({ error: { code: 'gone' } });
  });

  it('that ring are put off by an agent, and no others', async () => {
    const tea = await setIn(tab, { in: '10 seconds', label: 'Tea' });
    const later = await setIn(tab, { in: '1 hour', label: 'Tea' });
    expect(await tab.port.snooze(undefined, 5, writer)).toMatchObject({ error: { code: 'gone' } });
    expect(await tab.port.snooze(later.id, 5, writer)).toMatchObject({ error: { code: 'not-due' } });
    await world.pass(10);
    expect(await tab.port.snooze('tea', 5, beside)).toMatchObject({ error: { code: 'only-user' } });
    expect(await tab.port.snooze('tea', 90, writer)).toMatchObject({ error: { code: 'snooze' } });
    expect(await tab.port.snooze('tea', 5, writer)).toMatchObject({ ok: true, value: { id: tea.id } });
    await world.pass(300);
    expect(await tab.port.snooze(undefined, 1, writer)).toMatchObject({ value: { state: 'planned' } });
    await world.pass(60);
    // Nobody answers: the alarm is missed, and can still be snoozed.
    await world.pass(alarmLimits.ringMs / 1000);
    expect((await tab.store.list()).find(({ id }) => id === tea.id)?.state).toBe('missed');
    expect(await tab.port.snooze(tea.id, 1, writer)).toMatchObject({ value: { state: 'planned' } });
  });

  it('of one label are cancelled by their ids only', async () => {
    const one = await setIn(tab, { in: '5 minutes', label: 'Tea' });
    await setIn(tab, { in: '6 minutes', label: 'Tea' });
    expect(await tab.port.cancel('Tea', writer)).toMatchObject({ error: { code: 'ambiguous' } });
    expect(await tab.port.cancel(one.id, writer)).toMatchObject({ ok: true });
  });

  it('come back as they were, and a value that is no alarm does not', async () => {
    const alarm = await setIn(tab, { in: '5 minutes', label: 'Tea' });
    expect(await tab.store.cancel(alarm.id)).toEqual(alarm);
    expect(await tab.store.list()).toEqual([]);
    expect(await tab.store.restore(alarm)).toMatchObject({ ok: true });
    expect(await tab.store.list()).toEqual([alarm]);
    for (const wrong of [{}, { ...alarm, at: 'soon' }, { ...alarm, label: 'a\u202eb' }])
      expect(await tab.store.restore(wrong as Alarm)).toMatchObject({ error: { code: 'invalid' } });
  });

  it('that were due meanwhile come back as missed, and say so', async () => {
    const alarm = await setIn(tab, { in: '5 minutes', label: 'Tea' });
    await tab.store.cancel(alarm.id);
    world.clock.now += 6 * minute;
    expect(await tab.store.restore(alarm)).toMatchObject({ ok: true, value: { state: 'missed' } });
    await settled();
    expect(await world.alarm()).toMatchObject({ state: 'missed' });
  });

  it('are fifty at most, too, when they come back or are put off', async () => {
    const missed = await setIn(tab, { in: '1 minute', label: 'Tea' });
    await world.pass(600, 60);
    const cancelled = await setIn(tab, { in: '5 minutes' });
    await tab.store.cancel(cancelled.id);
    for (let count = 0; count < alarmLimits.alarms; count++) await setIn(tab, { in: '50 minutes' });
    expect(await tab.store.restore(cancelled)).toMatchObject({ error: { code: 'limit' } });
    expect(await tab.store.snooze(missed.id, 5)).toMatchObject({ error: { code: 'limit' } });
    expect(await tab.store.restore({ ...cancelled, at: start + 2 * alarmLimits.maxMs })).toMatchObject({
      error: { code: 'at-far' },
    });
  });

  it('that ring when alarms are switched off are missed', async () => {
    await setIn(tab, { in: '1 minute', label: 'Tea' });
    await world.pass(60);
    expect(await world.alarm()).toMatchObject({ state: 'ringing' });
    await world.settings.change({ isOn: false });
    await tab.check();
    expect(await world.alarm()).toMatchObject({ state: 'missed' });
    expect(world.timers()).toEqual([]);
  });

  it('are put off by whole minutes of an hour', () => {
    expect([1, 5, 60].every(isSnooze)).toBe(true);
    expect([0, 61, 1.5, '5', NaN, undefined].some(isSnooze)).toBe(false);
  });
});
