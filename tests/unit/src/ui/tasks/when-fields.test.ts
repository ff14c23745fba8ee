/** The form of a schedule: saved values are shown as the user chose them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localMoment } from '#shared/local-moment.ts';
import type { Schedule } from '#shared/tasks/task.ts';
import {
  newWhen,
  scheduleOf,
  whenKinds,
  whenOf,
  zoneOf,
  type WhenFields,
} from '#src/ui/tasks/when-fields.ts';
import { nextAfter, readSchedule } from '#workers/domains/tasks/schedule.ts';

const now = new Date(2026, 0, 5, 9, 12).getTime();

/** Converts fields to the schedule that the engine stores. */
function stored(fields: WhenFields): Schedule {
  const { at, cron } = scheduleOf(fields);
  if (at !== undefined) return { type: 'once', at: Date.parse(at) };
  return cron === undefined ? { type: 'heartbeat' } : { type: 'cron', cron, timeZone: 'UTC' };
}

describe('a schedule', () => {
  it('comes back as it was chosen', () => {
    const two = (value: number) => String(value).padStart(2, '0');
    const fields = fc.record({
      kind: fc.constantFrom(...whenKinds.filter((kind) => kind !== 'cron')),
      hour: fc.integer({ min: 0, max: 23 }),
      minute: fc.integer({ min: 0, max: 59 }),
      day: fc.integer({ min: 0, max: 6 }),
    });
    fc.assert(
      fc.property(fields, ({ kind, hour, minute, day }) => {
        const time = `${two(hour)}:${two(minute)}`;
        const chosen = { ...newWhen(now), kind, time, day: String(day), minute: String(minute) };
        const shown = whenOf(stored(chosen), now);
        expect(shown.kind).toBe(kind);
        if (kind === 'hourly') expect(shown.minute).toBe(chosen.minute);
        if (kind === 'weekly') expect(shown.day).toBe(chosen.day);
        if (['daily', 'weekdays', 'weekly'].includes(kind)) expect(shown.time).toBe(time);
        if (kind === 'once') expect(shown.moment).toBe(chosen.moment);
      }),
    );
  });

  it('of any other pattern is shown as that pattern', () => {
    for (const cron of ['*/5 * * * *', '0 8 1 * *', '0 8 * * 1,3', '0 8 * * 7', '0 * * * 1', '0 8 * 2 *'])
      expect(whenOf({ type: 'cron', cron, timeZone: 'UTC' }, now)).toMatchObject({ kind: 'cron', cron });
  });

  it('keeps its time zone until its times are changed', () => {
    const schedule: Schedule = { type: 'cron', cron: '0 08 * * *', timeZone: 'Europe/Berlin' };
    const fields = whenOf(schedule, now);
    expect(zoneOf(fields, schedule)).toBe('Europe/Berlin');
    expect(zoneOf({ ...fields, time: '09:00' }, schedule)).toBeUndefined();
    expect(zoneOf({ ...fields, kind: 'once' }, schedule)).toBeUndefined();
    expect(zoneOf(fields, undefined)).toBeUndefined();
    expect(zoneOf({ ...fields, kind: 'heartbeat' }, { type: 'heartbeat' })).toBeUndefined();
  });

  it('begins with every day at eight, and a moment in the next hours', () => {
    const fields = newWhen(now);
    expect(scheduleOf(fields)).toEqual({ cron: '0 8 * * *' });
    expect(fields.moment).toBe('2026-01-05T10:00');
    expect(nextAfter(stored({ ...fields, kind: 'once' }), now)).toBe(new Date(2026, 0, 5, 10).getTime());
    expect(localMoment(now)).toBe('2026-01-05T09:12');
  });
});

it('a time that was emptied is asked for, and is not midnight', () => {
  const fields = newWhen(now);
  for (const kind of ['daily', 'weekdays', 'weekly'] as const)
    expect(scheduleOf({ ...fields, kind, time: '' }), kind).toEqual({ at: '' });
  expect(scheduleOf({ ...fields, kind: 'hourly', minute: '' })).toEqual({ at: '' });
  // For this input, the engine's error asks for a time.
  expect(readSchedule({ at: '' }, 'UTC', now)).toMatchObject({ ok: false, code: 'at-form' });
});
