/** A cron pattern in words, in the user's language: the common ones; any other is shown as it is. */
// Not cronstrue: it has no Hindi, and its sentences for these patterns are no better than those of Intl.
import type { AlarmRepeat } from '#shared/alarms/alarm.ts';
import { language, t } from '#src/state/text/text.ts';
import { monthNames, numbersOf, weekdayNames } from './cron-fields.ts';

/** As many times of day are listed. */
const mostTimes = 4;

/** Such as `Monday to Friday, 08:00`. */
export function cronText(cron: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/);
  const times = timesText(minute, hour);
  const days = daysText(day, month, weekday);
  // Isolated (Unicode bidi): in a right-to-left text the fields of cron would be reordered.
  if (times === undefined || days === undefined) return `\u2066${cron}\u2069`;
  const everyDay = t('schedule.daily');
  return days === everyDay && times.isWithinDay ? times.text : `${days}, ${times.text}`;
}

/** How an alarm repeats. */
export function repeatText(repeat: AlarmRepeat): string {
  return 'cron' in repeat ? cronText(repeat.cron) : datesText(repeat.days, repeat.time);
}

/** Days such as `2026-01-31` and the time on them, such as `31 Jan, 14 Feb, 08:00`. */
function datesText(days: readonly string[], time: string): string {
  const dates = days.map((day) => dateText(new Date(`${day}T00:00Z`)));
  const shown = dates.length > mostTimes ? [...dates.slice(0, mostTimes), '…'] : dates;
  return `${shown.join(', ')}, ${clockText(...(time.split(':').map(Number) as [number, number]))}`;
}

/** `0`: Sunday. */
export function weekdayName(day: number): string {
  // The 4th of January 1970 was a Sunday.
  return new Date(Date.UTC(1970, 0, 4 + day)).toLocaleDateString(language.value, {
    weekday: 'long',
    timeZone: 'UTC',
  });
}

/** `isWithinDay`: several times a day, for which "every day" need not be said. */
type Times = { text: string; isWithinDay: boolean };

function timesText(minute: string, hour: string): Times | undefined {
  const step = stepOf(minute, 60);
  if (hour === '*' && step !== undefined) return { text: everyText('minute', step), isWithinDay: true };
  const minutes = numbersOf(minute);
  if (!minutes) return undefined;
  const hours = stepOf(hour, 24);
  return minutes.length === 1 && hours !== undefined
    ? { text: hoursText(hours, minutes[0]), isWithinDay: true }
    : listedTimes(minutes, numbersOf(hour));
}

function hoursText(hours: number, minute = 0): string {
  const every = everyText('hour', hours);
  return minute === 0 ? every : `${every} (:${two(minute)})`;
}

/** The step of a field such as `*` or `*\/15`, if it is the same over the end of the hour or day. */
function stepOf(field: string, most: number): number | undefined {
  if (field === '*') return 1;
  const step = Number(/^(?:\*|0)\/(\d+)$/.exec(field)?.[1]);
  return most % step === 0 ? step : undefined;
}

function everyText(unit: 'minute' | 'hour', count: number): string {
  return count === 1 ? t(`schedule.${unit}ly`) : t(`schedule.${unit}s`, { count });
}

function listedTimes(minutes: readonly number[], hours: readonly number[] | undefined): Times | undefined {
  if (!hours) return undefined;
  const all = hours.flatMap((hour) => minutes.map((minute) => clockText(hour, minute)));
  if (all.length <= mostTimes) return { text: listText(all), isWithinDay: false };
  const isRow = hours.every((hour, place) => place === 0 || hour === (hours[place - 1] ?? 0) + 1);
  if (minutes.length > 1 || !isRow) return undefined;
  const [from = '', to = ''] = [all[0], all.at(-1)];
  return { text: `${everyText('hour', 1)}, ${from}–${to}`, isWithinDay: false };
}

function daysText(day: string, month: string, weekday: string): string | undefined {
  if (weekday === '*') return datesOf(day, month);
  if (day !== '*' || month !== '*') return undefined;
  const numbers = numbersOf(weekday, weekdayNames);
  if (!numbers) return undefined;
  const days = [1, 2, 3, 4, 5, 6, 0].filter((each) => numbers.some((number) => number % 7 === each));
  if (days.length === 7) return t('schedule.daily');
  return days.join() === '1,2,3,4,5' ? t('schedule.weekdays') : listText(days.map(weekdayName));
}

function datesOf(day: string, month: string): string | undefined {
  if (month === '*' && day === '*') return t('schedule.daily');
  if (month === '*' && day.toUpperCase() === 'L') return t('schedule.month-end');
  const days = numbersOf(day);
  if (!days) return undefined;
  if (month === '*') return t('schedule.month-days', { days: listText(days.map(String)) });
  const months = numbersOf(month, monthNames, 1);
  // 2000 is a leap year.
  const dates = months?.flatMap((each) => days.map((date) => new Date(Date.UTC(2000, each - 1, date))));
  if (!dates || dates.length > mostTimes) return undefined;
  return t('schedule.yearly', { days: listText(dates.map(dateText)) });
}

function dateText(date: Date): string {
  return date.toLocaleDateString(language.value, { day: 'numeric', month: 'short', timeZone: 'UTC' });
}

function clockText(hour: number, minute: number): string {
  const date = new Date(Date.UTC(2000, 0, 1, hour, minute));
  return date.toLocaleTimeString(language.value, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
}

function listText(parts: readonly string[]): string {
  return new Intl.ListFormat(language.value, { type: 'conjunction' }).format(parts);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
