/** Checks alarms from scripts, models and the page. The page translates the code of an error, the others read its sentence. */
import { alarmLimits, type AlarmErrorCode } from '#shared/alarms/alarm.ts';
import { visibleName } from '#shared/invisible.ts';
import { shorten } from '#shared/shorten.ts';
import type { AlarmError } from '#shared/alarms/alarm.ts';
import { momentText } from '#workers/text/moment-text.ts';

const { snoozeMinutes } = alarmLimits;

const sentences: Record<AlarmErrorCode, string> = {
  'when-count': "Give exactly one of 'at' and 'in'; and 'repeat' or 'dates', not both.",
  'at-form':
    "'at' must be a date and time such as '2026-01-31T08:00', or a time such as '08:00' for the next one.",
  'at-past': "'at' is in the past. Give a later time.",
  'repeat-form':
    "'repeat' must be 'daily', 'weekdays', 'weekends', 'weekly', days such as 'mon, thu', 'every 2 weeks', five fields of cron such as '0 8 1 * *', or 'never'; for any other pattern give its days as 'dates'.",
  'repeat-often': `An alarm rings at most every ${alarmLimits.repeatMs / 60_000} minutes. Give a 'repeat' with fewer times.`,
  'repeat-never': "No date matches 'repeat'.",
  'repeat-time':
    "An alarm that repeats needs the time of day in 'at', such as '08:00', beside 'repeat' or 'dates'; 'in' is for one that rings once.",
  'repeat-user':
    'Text from outside is in this conversation, so only the user can set an alarm that repeats or change an alarm: on the Today screen. One that rings once can be set here.',
  'dates-form': `'dates' must be days such as '2026-01-31', at most ${alarmLimits.dates}.`,
  'dates-past': "The time of 'at' has passed on one of the 'dates'. Leave that day out.",
  'not-planned': 'This alarm rings or was missed, so it cannot be changed. Snooze it, or set another one.',
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

/** With `now`, in milliseconds since the epoch, a time that has passed is answered with the time that it is. */
export function fail(code: AlarmErrorCode, now?: number): Fault {
  const isPast = code === 'at-past' || code === 'dates-past';
  const clock = isPast && now !== undefined ? ` It is ${momentText(now)} where the user is.` : '';
  return { ok: false, error: { type: 'validation_error', code, message: sentences[code] + clock } };
}

/** Removes invisible characters, because the label is shown above every screen. */
export function readLabel(label: string): string {
  return shorten(visibleName(label), alarmLimits.labelCharacters);
}

export function isSnooze(minutes: unknown): minutes is number {
  const { least, most } = snoozeMinutes;
  return typeof minutes === 'number' && Number.isInteger(minutes) && minutes >= least && minutes <= most;
}
