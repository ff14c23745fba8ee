/** Reads when an alarm rings from words such as `08:00` or `10 minutes`. Pure. */
import { alarmLimits, type AlarmErrorCode } from '#shared/alarms/alarm.ts';

const timeForm = /^(\d{1,2}):(\d\d)$/;
const momentForm = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

/** A moment, or the next one with this time of day; without a zone on the clock of the device. */
export function readAt(text: string, now: number): number | AlarmErrorCode {
  const at = nextTime(text.trim(), now) ?? momentOf(text.trim());
  if (at === undefined) return 'at-form';
  if (at <= now) return 'at-past';
  return at - now > alarmLimits.maxMs ? 'at-far' : at;
}

/** The next moment with this time of day: today or tomorrow. Undefined if it is no time of day. */
function nextTime(text: string, now: number): number | undefined {
  const [, hours = '', minutes = ''] = timeForm.exec(text) ?? [];
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const date = new Date(now);
  date.setHours(Number(hours), Number(minutes), 0, 0);
  if (date.getTime() <= now) date.setDate(date.getDate() + 1);
  return date.getTime();
}

function momentOf(text: string): number | undefined {
  const [, day = ''] = momentForm.exec(text) ?? [];
  const midnight = Date.parse(day);
  const at = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(midnight) || Number.isNaN(at)) return undefined;
  // `Date.parse` reads the 30th of February as a day in March.
  return new Date(midnight).toISOString().startsWith(day) ? at : undefined;
}

const unitMs = { h: 3_600_000, m: 60_000, s: 1_000 };
const longestIn = 60;

/** The moment so long after `now`. */
export function readIn(text: string, now: number): number | AlarmErrorCode {
  const words = text.trim().toLowerCase();
  if (words === '' || words.length > longestIn) return 'in-form';
  const part =
    /(\d{1,9}(?:\.\d{1,3})?)\s*(?:(?<h>h|hrs?|hours?)|(?<m>m|mins?|minutes?)|(?<s>s|secs?|seconds?))(?![a-z])\s*(?:,|and\b)?\s*/y;
  let sum = 0;
  while (part.lastIndex < words.length) {
    const found = part.exec(words);
    if (!found) return 'in-form';
    const { h, m } = found.groups ?? {};
    sum += Number(found[1]) * unitMs[h ? 'h' : m ? 'm' : 's'];
  }
  return sum >= unitMs.s && sum <= alarmLimits.maxMs ? Math.round(now + sum) : 'in-form';
}
