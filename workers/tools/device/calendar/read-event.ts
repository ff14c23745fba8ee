/** Reads the parameters of an event. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { readRepeat } from './read-repeat.ts';
import { isDay, readTimes, shiftTo } from './read-times.ts';
import type { CalendarEvent, Events } from './write-event.ts';

/** See the parameters of the tool. */
export type EventArgs = {
  title: string;
  start: string;
  end?: string;
  time_zone?: string;
  location?: string;
  notes?: string;
  reminder?: readonly number[];
  repeat?: string;
  also_on?: readonly string[];
};

/** What an event has that is changed. */
type Known = { zone: string | undefined; lengthMs: number; isDays: boolean; uid: string; sequence: number };

/** `known`: the event that is changed, which keeps its identity, its zone and its length. */
export function readEvent(args: EventArgs, known?: Known): CalendarEvent {
  const { location, notes, reminder } = args;
  // Days that become a time have no length to keep, nor the other way round.
  const lengthMs = known && known.isDays === isDay(args.start) ? known.lengthMs : undefined;
  const times = readTimes(args.start, args.end, args.time_zone ?? known?.zone, lengthMs);
  return {
    ...times,
    title: oneLine(args.title),
    ...(location !== undefined && { location: oneLine(location) }),
    ...(notes !== undefined && { notes: plain(notes) }),
    ...(reminder !== undefined && { reminders: reminder }),
    repeat: readRepeat(args.repeat, times.zone),
    uid: known?.uid ?? newUid(),
    ...(known && { sequence: known.sequence + 1 }),
  };
}

/** The event, and one on each of the other days. */
export function readEvents(args: EventArgs): Events {
  const event = readEvent(args);
  return [event, ...onOtherDays(event, args.also_on ?? [])];
}

/** At the same local time; each is an event of its own, because calendars ignore `RDATE` when they import a file. */
function onOtherDays(event: CalendarEvent, days: readonly string[]): CalendarEvent[] {
  if (days.length > 0 && event.repeat)
    throw new ToolError('validation_error', "Give either 'repeat' or 'also_on', not both.");
  return [...new Set(days)].flatMap((day) => {
    const shift = shiftTo('also_on', day, event.start);
    if (shift === 0) return [];
    return [{ ...event, start: event.start + shift, end: event.end + shift, uid: newUid() }];
  });
}

export const newUid = (): string => `${crypto.randomUUID()}@oneclaw`;

/**
 * The library does not escape every kind of line break. An unescaped one would begin a new line in the file,
 * and so a new property.
 */
function plain(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  return lines.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, ' ').trim();
}

function oneLine(text: string): string {
  return plain(text).replaceAll('\n', ' ');
}
