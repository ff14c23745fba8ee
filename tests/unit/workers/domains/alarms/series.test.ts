/** Alarms that repeat: their times, the alarms that they let ring, and what travelling and clocks do to them. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { alarmLimits, type Alarm, type AlarmDraft } from '#shared/alarms/alarm.ts';
import { asId } from '#shared/ids.ts';
import { readDraft } from '#workers/domains/alarms/read-draft.ts';
import { advanceSeries, nextRing, nextRings } from '#workers/domains/alarms/series.ts';
import type { TaskWriter } from '#workers/domains/tasks/task-port.ts';
import { createAlarmWorld, setIn, settled, type AlarmTab, type AlarmWorld } from './alarm-world.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** A Thursday. */
const start = Date.parse('2026-01-01T07:00:00Z');
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const writer: TaskWriter = { outside: [] };
const beside: TaskWriter = { outside: [{ type: 'page', host: 'evil.example' }] };

const read = (draft: AlarmDraft) => {
  const answer = readDraft(draft, { now: start, zone });
  return answer.ok ? answer.value : answer.error.code;
};
const isoOf = (times: readonly number[]) => times.map((at) => new Date(at).toISOString().slice(0, 16));

describe('how an alarm repeats', () => {
  it.each([
    [{ at: '08:30', repeat: 'daily' }, '30 8 * * *'],
    [{ at: '8:05', repeat: 'Weekdays' }, '5 8 * * 1-5'],
    [{ at: '08:00', repeat: 'weekends' }, '0 8 * * 0,6'],
    [{ at: '2026-01-06T08:00', repeat: 'weekly' }, '0 8 * * 2'],
    [{ at: '08:00', repeat: 'mon, thu' }, '0 8 * * 1,4'],
    [{ at: '08:00', repeat: 'Mondays and Fridays' }, '0 8 * * 1,5'],
    [{ repeat: '0 8 1 * *' }, '0 8 1 * *'],
    [{ at: '2026-02-01T00:00', repeat: '0 8 * * *' }, '0 8 * * *'],
  ])('%j', (draft, cron) => {
    expect(read(draft)).toMatchObject({ repeat: { cron } });
  });

  it.each([
    [{ repeat: 'daily' }, 'when-count'],
    [{ at: '08:00', in: '5 minutes', repeat: 'daily' }, 'when-count'],
    [{ in: '5 minutes', repeat: 'daily' }, 'repeat-time'],
    [{ at: '08:00', repeat: 'every 2 years' }, 'repeat-form'],
    [{ at: '08:00', repeat: 'every 26 weeks' }, 'repeat-form'],
    [{ at: '08:00', repeat: 'every second constructor' }, 'repeat-form'],
    [{ in: '5 minutes', repeat: 'every 2 weeks' }, 'repeat-time'],
    [{ at: '08:00', repeat: 'constructor' }, 'repeat-form'],
    [{ repeat: '0 25 * * *' }, 'repeat-form'],
    [{ repeat: '0 8 31 2 *' }, 'repeat-never'],
    [{ repeat: '* * * * *' }, 'repeat-often'],
    [{ repeat: '0,4 8 * * *' }, 'repeat-often'],
    [{ repeat: '*/7 * * * *' }, 'repeat-often'],
    [{ dates: ['2026-02-01'] }, 'repeat-time'],
    [{ at: '08:00', dates: [] }, 'dates-form'],
    [{ at: '08:00', dates: ['2026-02-30'] }, 'dates-form'],
    [{ at: '08:00', dates: ['2025-12-31', '2026-02-01'] }, 'dates-past'],
    [{ at: '08:00', dates: ['2026-02-01'], repeat: 'daily' }, 'when-count'],
  ])('%j is refused', (draft, code) => {
    expect(read(draft)).toBe(code);
  });

  it.each([
    [{ at: '2026-01-06T19:00', repeat: 'every 2 weeks' }, ['2026-01-06', '2026-01-20'], 27],
    [{ at: '2026-01-06T19:00', repeat: 'Fortnightly' }, ['2026-01-06', '2026-01-20'], 27],
    [{ at: '19:00', repeat: 'every second tuesday' }, ['2026-01-06', '2026-01-20'], 26],
    [{ at: '2026-01-01T19:00', repeat: 'every 4 weeks on Tue' }, ['2026-01-06', '2026-02-03'], 13],
  ])('%j is the days of a year', (draft, first, count) => {
    const { repeat } = read(draft) as Pick<Alarm, 'repeat'>;
    const days = repeat && 'days' in repeat ? repeat.days : [];
    expect(days.slice(0, 2)).toEqual(first);
    expect(days).toHaveLength(count);
    expect(repeat).toMatchObject({ time: '19:00' });
  });

  it('begins at its first moment, and not before', () => {
    const draft = read({ at: '2026-01-12T08:00', repeat: 'daily' });
    expect(draft).toMatchObject({ at: Date.parse('2026-01-12T08:00') });
  });

  it('on dates rings on each of them and is gone after the last', () => {
    const draft = read({ at: '08:00', dates: ['2026-03-01', '2026-02-01', '2026-02-01'] });
    expect(draft).toMatchObject({ repeat: { days: ['2026-02-01', '2026-03-01'], time: '08:00' } });
    const alarm = { ...seriesOf(Date.parse('2026-02-01T08:00')), ...(draft as Pick<Alarm, 'at' | 'repeat'>) };
    const [next, ring] = pass(alarm, alarm.at);
    expect(next?.at).toBe(Date.parse('2026-03-01T08:00'));
    expect(ring).toMatchObject({ series: alarm.id, at: alarm.at });
    expect(pass(next ?? alarm, next?.at ?? 0)).toMatchObject([{ series: alarm.id }]);
  });
});

function seriesOf(at: number, cron = '0 8 * * *'): Alarm {
  return {
    ...{ id: asId<'alarm'>('alarm_1'), label: 'Tea', at, state: 'planned', repeat: { cron } },
    ...{ origin: { by: 'user' }, created: start },
  };
}

function pass(alarm: Alarm, now: number, where = zone): Alarm[] {
  return alarm.repeat ? advanceSeries(alarm, alarm.repeat, now, where) : [alarm];
}

describe('clock changes and calendars', () => {
  // What public reports of schedulers and alarm apps describe: twice, never, or an hour off. Sources:
  // kelektiv/node-cron#563 and home-assistant/core#6545 (gap, twice), Hexagon/croner#132 (a lost midnight),
  // Steve-Mcl/node-red-contrib-cron-plus#108 (a lost hour), jkbrzt/rrule#343 and callumalpass/tasknotes#561 (the
  // 31st), OCA/server-tools#1232 (an hour off after a change).
  it.each([
    [
      'a time that summer time skips rings at the end of the gap, once',
      ...['30 2 * * *', 'Europe/Berlin', '2026-03-28T02:00Z'],
      ['2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'a time that the end of summer time repeats rings once',
      ...['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z'],
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    [
      'seven in the morning stays seven over a change',
      ...['0 7 * * *', 'America/New_York', '2026-03-07T13:00Z'],
      ['2026-03-08T11:00', '2026-03-09T11:00'],
    ],
    [
      'midnight that a change skips is not lost',
      ...['0 0 * * *', 'Africa/Cairo', '2026-04-22T23:00Z'],
      ['2026-04-23T22:00', '2026-04-24T21:00'],
    ],
    [
      'nor is the midnight that summer time skips in Chile',
      ...['0 0 * * *', 'America/Santiago', '2026-09-05T05:00Z'],
      ['2026-09-06T04:00', '2026-09-07T03:00'],
    ],
    [
      'each quarter of an hour that comes twice',
      ...['*/15 * * * *', 'Europe/London', '2026-10-25T00:45Z'],
      ['2026-10-25T01:00', '2026-10-25T01:15'],
    ],
    [
      'half an hour of change',
      ...['15 2 * * *', 'Australia/Lord_Howe', '2026-04-03T16:00Z'],
      ['2026-04-04T15:45', '2026-04-05T15:45'],
    ],
    [
      'the 31st skips short months',
      ...['0 8 31 * *', 'UTC', '2026-01-31T09:00Z'],
      ['2026-03-31T08:00', '2026-05-31T08:00'],
    ],
    [
      'the last day of the month is the 28th in February',
      ...['0 8 L * *', 'UTC', '2026-01-31T09:00Z'],
      ['2026-02-28T08:00', '2026-03-31T08:00'],
    ],
    [
      'the 29th of February waits for a leap year',
      ...['0 8 29 2 *', 'UTC', '2026-01-01T00:00Z'],
      ['2028-02-29T08:00', '2032-02-29T08:00'],
    ],
    ['Sunday is 0 and 7', '0 8 * * 7', 'UTC', '2026-01-01T00:00Z', ['2026-01-04T08:00', '2026-01-11T08:00']],
  ] as const)('%s', (_, cron, where, after, expected) => {
    const times = nextRings({ cron }, Date.parse(after), where, 2);
    expect(isoOf(times)).toEqual(expected);
    // Found again from the moment before: otherwise it would be taken for moved, and not ring.
    for (const at of times) expect(nextRing({ cron }, at - 1, where)).toBe(at);
  });

  // SimpleMobileTools/Simple-Clock#47, you-apps/ClockYou#464, forrestguice/SuntimesWidget#643.
  it('rings at eight wherever the device is, when the user travels west or east', () => {
    const at = Date.parse('2026-01-02T07:00Z');
    const home = seriesOf(at);
    // Eight in Berlin is two at night in New York.
    expect(pass(home, at, 'America/New_York')).toMatchObject([{ at: Date.parse('2026-01-02T13:00Z') }]);
    expect(pass(home, at - hour, 'America/New_York')).toMatchObject([
      { at: Date.parse('2026-01-02T13:00Z') },
    ]);
    // And four in the afternoon in Tokyo: that eight has passed, the next is tomorrow.
    expect(pass(home, at - hour, 'Asia/Tokyo')).toMatchObject([{ at: Date.parse('2026-01-02T23:00Z') }]);
    expect(pass(home, at, 'Asia/Tokyo')).toMatchObject([{ at: Date.parse('2026-01-02T23:00Z') }]);
  });

  it('a month away is one missed alarm, and the next one is ahead', () => {
    const at = nextRing({ cron: '0 8 * * *' }, start, 'UTC') ?? 0;
    const now = at + 30 * day + 2 * hour;
    expect(pass(seriesOf(at), now, 'UTC')).toMatchObject([
      { at: at + 31 * day, lastDue: at + 30 * day },
      { at: at + 30 * day, series: 'alarm_1' },
    ]);
  });

  it('whatever the clock does, a time rings once at most, and a next time stays within reach', () => {
    const jump = fc.oneof(
      fc.integer({ min: 1, max: 7_200 }),
      fc.integer({ min: -80_000, max: 200_000 }),
      fc.constantFrom(-86_400, 86_400, 3_600, -3_600),
    );
    const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Tokyo');
    fc.assert(
      fc.property(fc.array(fc.tuple(jump, zones), { maxLength: 30 }), (moves) => {
        let now = start;
        let alarm = seriesOf(nextRing({ cron: '0 8 * * *' }, now, 'UTC') ?? 0);
        const rung: string[] = [];
        for (const [seconds, where] of moves) {
          now += seconds * 1_000;
          const [next, ring] = pass(alarm, now, where);
          if (ring) rung.push(ring.id);
          if (!next) throw new Error('The alarm is gone.');
          expect(next.at).toBeGreaterThan(now);
          expect(next.at - now).toBeLessThan(3 * day);
          alarm = next;
        }
        // A wrong clock more than a day ahead may let a time ring again once it is right.
        const ahead = moves.some(([seconds]) => seconds < -86_000);
        if (!ahead) expect(new Set(rung).size).toBe(rung.length);
      }),
    );
  });
});

describe('the alarms that repeat', () => {
  let world: AlarmWorld;
  let tab: AlarmTab;
  beforeEach(async () => {
    world = await createAlarmWorld(start);
    tab = world.openTab();
    onTestFinished(() => tab.close());
  });
  const hourly = { repeat: '*/10 * * * *', label: 'Tea' };
  const shown = async () => (await tab.store.list()).map(({ state, repeat }) => (repeat ? 'repeats' : state));

  // espruino/BangleApps#471: each snooze of a daily alarm moved all later ones by ten minutes.
  it('ring as an alarm of their own, which is snoozed and stopped, and stay planned', async () => {
    const tea = await setIn(tab, hourly);
    await world.pass(600);
    expect(await shown()).toEqual(['ringing', 'repeats']);
    const [ring] = await tab.store.list();
    expect(await tab.port.snooze('Tea', 5, writer)).toMatchObject({ ok: true, value: { series: tea.id } });
    await world.pass(300);
    expect(await shown()).toEqual(['ringing', 'repeats']);
    expect(await tab.store.dismiss(ring?.id ?? tea.id)).toBe(true);
    expect(await shown()).toEqual(['repeats']);
    await world.pass(300);
    expect(await shown()).toEqual(['ringing', 'repeats']);
  });

  it('ring once in two tabs', async () => {
    const other = world.openTab();
    onTestFinished(() => other.close());
    await setIn(tab, hourly);
    await other.check();
    await world.pass(600);
    expect(await shown()).toEqual(['ringing', 'repeats']);
    expect(await world.database.count('alarms')).toBe(2);
  });

  it('ring while nothing can be stored, and are stopped', async () => {
    await setIn(tab, hourly);
    world.disk.isFull = true;
    await world.pass(600);
    expect(await shown()).toEqual(['ringing', 'repeats']);
    const [ring] = await tab.store.list();
    if (ring) expect(await tab.store.dismiss(ring.id)).toBe(true);
    await settled();
    expect(await shown()).toEqual(['repeats']);
    world.disk.isFull = false;
    await world.pass(600);
    expect(await shown()).toEqual(['ringing', 'repeats']);
  });

  // SimpleMobileTools/Simple-Clock#490: a daily alarm that was missed did not ring again.
  it('are reported once for all times that were missed', async () => {
    await setIn(tab, hourly);
    world.clock.now += 3 * day + 6 * minute;
    await tab.check();
    expect(await tab.store.takeMissed()).toHaveLength(1);
    expect(await shown()).toEqual(['repeats', 'missed']);
    await world.pass(700, 10);
    expect((await tab.store.list()).filter(({ state }) => state === 'missed')).toHaveLength(1);
  });

  it('go with what rings of them when they are cancelled, and come back at their next time', async () => {
    const tea = await setIn(tab, hourly);
    await world.pass(600);
    const cancelled = await tab.port.cancel('tea', writer);
    expect(cancelled).toMatchObject({ ok: true, value: { id: tea.id } });
    expect(await shown()).toEqual([]);
    world.clock.now += hour;
    if (cancelled.ok) await tab.store.restore(cancelled.value);
    const [back] = await tab.store.list();
    expect(back).toMatchObject({ state: 'planned', id: tea.id });
    expect(back?.at).toBeGreaterThan(world.clock.now);
  });

  it('are changed in one step: what is not named stays', async () => {
    const tea = await setIn(tab, { at: '08:00', repeat: 'weekdays', label: 'Tea' });
    const change = (draft: object) => tab.port.set({ id: 'Tea', ...draft }, writer);
    expect(await change({ at: '09:30' })).toMatchObject({
      value: { id: tea.id, label: 'Tea', repeat: { cron: '30 9 * * 1-5' } },
    });
    expect(await change({ label: 'Coffee' })).toMatchObject({ value: { repeat: { cron: '30 9 * * 1-5' } } });
    expect(await tab.port.set({ id: 'coffee', repeat: 'sat' }, writer)).toMatchObject({
      value: { repeat: { cron: '30 9 * * 6' } },
    });
    const once = await tab.port.set({ id: 'coffee', repeat: 'never' }, writer);
    expect(once.ok && once.value.repeat).toBeUndefined();
    expect(await tab.port.set({ id: 'coffee', in: '5 minutes' }, writer)).toMatchObject({
      value: { at: start + 5 * minute },
    });
    expect(await tab.port.set({ id: 'gone', at: '08:00' }, writer)).toMatchObject({
      error: { code: 'gone' },
    });
    expect(await world.database.count('alarms')).toBe(1);
  });

  it('move to the day that is named, all of them, or say what is missing', async () => {
    const { id } = await setIn(tab, { at: '2026-01-06T19:00', repeat: 'every 2 weeks', label: 'Bins' });
    expect(await tab.port.set({ id, at: '2026-01-07T18:30' }, writer)).toMatchObject({
      value: {
        at: Date.parse('2026-01-07T18:30'),
        repeat: { days: expect.arrayContaining(['2026-01-07', '2026-01-21']) as string[], time: '18:30' },
      },
    });
    const weekly = await setIn(tab, { at: '2026-01-06T08:00', repeat: 'weekly', label: 'Tea' });
    expect(await tab.port.set({ id: weekly.id, at: '2026-01-07T08:00' }, writer)).toMatchObject({
      error: { code: 'repeat-time' },
    });
  });

  it('are neither set nor changed by what text from outside may have caused', async () => {
    expect(await tab.port.set(hourly, beside)).toMatchObject({ error: { code: 'repeat-user' } });
    expect(await tab.port.set({ at: '08:00', dates: ['2026-02-01'] }, beside)).toMatchObject({
      error: { code: 'repeat-user' },
    });
    const { id } = await setIn(tab, { in: '1 hour', label: 'Tea' });
    expect(await tab.port.set({ id, label: 'Evil' }, beside)).toMatchObject({
      error: { code: 'repeat-user' },
    });
    expect(await tab.port.set({ in: '5 minutes' }, beside)).toMatchObject({ ok: true });
    expect((await world.database.get('alarms', id))?.label).toBe('Tea');
  });

  it('are as few as their limit allows, and never ring without pause', () => {
    expect(alarmLimits.repeatMs).toBeGreaterThan(2 * alarmLimits.ringMs);
  });
});
