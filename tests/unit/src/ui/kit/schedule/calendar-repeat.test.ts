/**
 * The calendar rule gives the same times as the cron pattern, read by another parser; some patterns have no
 * rule.
 */
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '#shared/tasks/task.ts';
import { isOnlyNext, repeatOf } from '#src/ui/kit/schedule/calendar-repeat.ts';
import { nextTimes } from '#workers/domains/tasks/schedule.ts';

const cronOf = (cron: string): Schedule => ({ type: 'cron', cron, timeZone: 'UTC' });

const rules = [
  ['0 9 * * *', 'FREQ=DAILY'],
  ['30 9 * * 1', 'FREQ=WEEKLY;BYDAY=MO'],
  ['0 9 * * 7', 'FREQ=WEEKLY;BYDAY=SU'],
  ['0 9 * * 1-5', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['0 9 * * 5-7', 'FREQ=WEEKLY;BYDAY=SU,FR,SA'],
  ['0 9 * * 1,3', 'FREQ=WEEKLY;BYDAY=MO,WE'],
  ['0 9 * * MON-WED,sat', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,SA'],
  ['0 9 1 * *', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['0 9 15,1 * *', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
  ['0 9 29-31 * *', 'FREQ=MONTHLY;BYMONTHDAY=29,30,31'],
  ['0 9 24 12 *', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24'],
  ['0 9 29 FEB *', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
  ['0 9 1,30 1,4,7-8 *', 'FREQ=YEARLY;BYMONTH=1,4,7,8;BYMONTHDAY=1,30'],
] as const;

describe('a schedule', () => {
  it.each(rules)('%s repeats as %s, on the same days', (cron, rule) => {
    expect(repeatOf(cronOf(cron))).toBe(rule);
    const times = nextTimes(cronOf(cron), Date.UTC(2026, 0, 5, 9, 12), 12);
    const start = ICAL.Time.fromJSDate(new Date(times[0] ?? NaN), true);
    const iterator = ICAL.Recur.fromString(rule).iterator(start);
    expect(times.map(() => iterator.next().toJSDate().getTime())).toEqual(times);
  });

  it.each([
    ...['0 * * * *', '*/5 9 * * *', '0 9,17 * * *', '0 9 1 * 1', '0 9 * 6 *', '0 9 * 6 1'],
    ...[
      '0 9 */2 * *',
      '0 9 L * *',
      '0 9 * * 1#2',
      '0 9 * * 5L',
      '0 9 * * 5-1',
      '0 9 ? * *',
      '0 9 * * */2',
      '0 9 1,31 4,5 *',
    ],
  ])('%s has no rule, and its event is only the next time', (cron) => {
    expect(repeatOf(cronOf(cron))).toBeUndefined();
    expect(isOnlyNext(cronOf(cron))).toBe(true);
  });

  it('of a single time never repeats, and mentions no next time', () => {
    const once: Schedule = { type: 'once', at: 1 };
    expect(repeatOf(once)).toBeUndefined();
    expect(isOnlyNext(once)).toBe(false);
  });
});
