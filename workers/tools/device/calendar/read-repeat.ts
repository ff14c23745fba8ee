/**
 * Converts how an event repeats into a rule of iCalendar (RFC 5545, 3.3.10) whose end has the same form as
 * the event's start.
 */
import ICAL from 'ical.js';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { momentOf, type Zone } from './time-zone.ts';

const frequencies = ['daily', 'weekly', 'monthly', 'yearly'];
const hourMs = 3_600_000;

/** `zone`: the time zone of the event; undefined for an event of whole days. */
export function readRepeat(text: string | undefined, zone: Zone | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (frequencies.includes(text.toLowerCase())) return `FREQ=${text.toUpperCase()}`;
  try {
    const rule = ICAL.Recur.fromString(text.replace(/^RRULE:/i, '').toUpperCase());
    if (frequencies.includes(rule.freq.toLowerCase())) {
      rule.until &&= untilFor(rule.until, zone);
      return rule.toString();
    }
  } catch {
    // The error below reports it, as for a rule that repeats every hour or minute.
  }
  throw new ToolError(
    'validation_error',
    `Parameter 'repeat' must be one of ${frequencies.join(', ')}, or a rule of iCalendar such as 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20261231', not '${text.slice(0, 100)}'.`,
  );
}

/**
 * RFC 5545 requires `UNTIL` to be a day for an event of whole days, and a time in UTC if the start has a time
 * zone.
 */
function untilFor(until: ICAL.Time, zone: Zone | undefined): ICAL.Time {
  const { year, month, day, hour, minute, second } = until;
  const isUtc = until.zone === ICAL.Timezone.utcTimezone;
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  if (!zone) return dayOf(wall);
  if (isUtc && !until.isDate) return until;
  // The whole day is included, so the end is its last second.
  const local = until.isDate ? Date.UTC(year, month - 1, day, 23, 59, 59) : wall;
  // If the clocks skip this time, the time an hour later is the same end.
  const moment = momentOf(local, zone) ?? momentOf(local + hourMs, zone) ?? local;
  return ICAL.Time.fromJSDate(new Date(moment), true);
}

function dayOf(wall: number): ICAL.Time {
  return ICAL.Time.fromDateString(new Date(wall).toISOString().slice(0, 10));
}
