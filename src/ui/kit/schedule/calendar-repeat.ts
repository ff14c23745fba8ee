/**
 * Converts a schedule to a repetition rule of a calendar, if cron and RFC 5545 then mean the same days. Pure.
 */
import type { Schedule } from '#shared/tasks/task.ts';
import { monthNames, numbersOf, weekdayNames } from './cron-fields.ts';

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The most days that a month can have. */
const monthDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A rule of RFC 5545; undefined if no rule has exactly the times of the schedule. */
export function repeatOf(schedule: Schedule): string | undefined {
  if (schedule.type !== 'cron') return undefined;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = schedule.cron.trim().split(/\s+/);
  // Several times a day are not offered for a calendar.
  if (!/^\d+$/.test(minute) || !/^\d+$/.test(hour)) return undefined;
  if (weekday === '*') return day === '*' && month === '*' ? 'FREQ=DAILY' : repeatOfDays(day, month);
  // If both are set, cron runs on the days of either; a rule means only the days of both.
  const days = day === '*' && month === '*' ? numbersOf(weekday, weekdayNames) : undefined;
  return days && `FREQ=WEEKLY;BYDAY=${weekdaysOf(days)}`;
}

function repeatOfDays(day: string, month: string): string | undefined {
  const days = numbersOf(day);
  if (!days) return undefined;
  const inMonth = `BYMONTHDAY=${days.join(',')}`;
  if (month === '*') return `FREQ=MONTHLY;${inMonth}`;
  const months = numbersOf(month, monthNames, 1);
  // Some calendars take the 31st of April for the first of May.
  const isInAll = months?.every((each) => days.every((date) => date <= (monthDays[each - 1] ?? 0)));
  return months && isInAll ? `FREQ=YEARLY;BYMONTH=${months.join(',')};${inMonth}` : undefined;
}

/** Whether a calendar event can have only the next time of the schedule. */
export function isOnlyNext(schedule: Schedule): boolean {
  return schedule.type === 'cron' && repeatOf(schedule) === undefined;
}

/** 7 is Sunday, too. */
function weekdaysOf(days: readonly number[]): string {
  return weekdays.filter((_, place) => days.some((day) => day % 7 === place)).join(',');
}
