/** Checks alarms from scripts, models and the page. The page translates the code of an error, the others read its sentence. */
import { alarmLimits, type AlarmErrorCode } from '#shared/alarms/alarm.ts';
import { visibleName } from '#shared/invisible.ts';
import { isJsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';
import type { AlarmError } from '#shared/alarms/alarm.ts';

const { snoozeMinutes } = alarmLimits;

const sentences: Record<AlarmErrorCode, string> = {
  'when-count': "Give exactly one of 'at' and 'in'.",
  'at-form':
    "'at' must be a date and time such as '2026-01-31T08:00', or a time such as '08:00' for the next one.",
  'at-past': "'at' is in the past. Give a later time.",
  'at-far': 'An alarm is at most a year away. For a later date, create_calendar_event makes an event.',
  'in-form':
    "'in' must be a time from now on such as '90 seconds', '10 minutes' or '1 hour 30 minutes', from a second to a year.",
  limit: `At most ${alarmLimits.alarms} alarms are kept. Cancel some first. Nothing was set.`,
  'limit-outside': `Text from outside is in this conversation, and ${alarmLimits.outside} alarms that it may have caused are planned. The user has to cancel some first, or set this one on the Today screen.`,
  gone: 'This alarm no longer exists. List them again.',
  ambiguous:
    'More than one alarm has this label. Give the id, which list_alarms shows and the answer of set_alarm.',
  'not-due': 'This alarm neither rings nor was missed. Cancel it and set another one.',
  snooze: `The minutes must be a whole number from ${snoozeMinutes.least} to ${snoozeMinutes.most}.`,
  off: 'Tasks and alarms are switched off. Switch them on first, on the Tasks screen or by oneclaw.tasks.settings({isOn: true}).',
  'only-user':
    'Text from outside is in this conversation, so only the user can cancel alarms or put them off. Tell them which one, and that the Today screen does it.',
  invalid: "An alarm must be {at or in, label}, all of them texts, such as {in: '10 minutes', label: 'Tea'}.",
};

export type Fault = { ok: false; error: AlarmError };

export function fail(code: AlarmErrorCode): Fault {
  return { ok: false, error: { type: 'validation_error', code, message: sentences[code] } };
}

/** Removes invisible characters, because the label is shown above every screen. */
export function readLabel(label: string): string {
  return shorten(visibleName(label), alarmLimits.labelCharacters);
}

/** Reads the draft of an alarm. A time without a zone is in that of the device; `now` is in milliseconds. */
export function readDraft(
  draft: unknown,
  now: number,
): { ok: true; value: { at: number; label: string } } | Fault {
  if (!isJsonObject(draft)) return fail('invalid');
  const { at, in: after, label = '' } = draft;
  if (!isText(at) || !isText(after) || typeof label !== 'string') return fail('invalid');
  if ((at === undefined) === (after === undefined)) return fail('when-count');
  const moment = at === undefined ? readIn(after ?? '', now) : readAt(at, now);
  if (typeof moment === 'string') return fail(moment);
  return { ok: true, value: { at: moment, label: readLabel(label) } };
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

const timeForm = /^(\d{1,2}):(\d\d)$/;
const momentForm = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function readAt(text: string, now: number): number | AlarmErrorCode {
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

function readIn(text: string, now: number): number | AlarmErrorCode {
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

export function isSnooze(minutes: unknown): minutes is number {
  const { least, most } = snoozeMinutes;
  return typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= least && minutes <= most;
}
