/** Writes an event as an iCalendar file (RFC 5545) that contains the rules of its time zone. */
// ical.js writes and folds the lines as the standard requires; Thunderbird's calendar uses it.
import ICAL from 'ical.js';
import { transitions, yearlyRule, type Transition, type WallTime, type Zone } from './time-zone.ts';

export type CalendarEvent = {
  uid: string;
  title: string;
  /**
   * With a zone, `start` and `end` are times. Without one they are days, and `end` is the first day after the
   * event.
   */
  start: WallTime;
  end: WallTime;
  zone: Zone | undefined;
  location?: string | undefined;
  notes?: string | undefined;
  /** Minutes before the start. */
  reminders?: readonly number[];
  /** An `RRULE`, such as `FREQ=WEEKLY;COUNT=10`. */
  repeat?: string | undefined;
  /** How often the event was changed. Calendars ignore a version that is not newer (RFC 5545, 3.8.7.4). */
  sequence?: number;
};

/** Clock changes are computed up to this many years after the start. */
const yearsAhead = 6;

// In bytes. The standard allows 75, but the library does not count the space that begins a continued line.
ICAL.foldLength = 74;

export type Events = readonly [CalendarEvent, ...CalendarEvent[]];

/** A whole file. All events have the time zone of the first. `now`: milliseconds since the epoch. */
export function writeCalendar(events: Events, now: number): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', '-//OneClaw//EN');
  const zone = zoneOf(events[0]);
  if (zone) calendar.addSubcomponent(zone);
  for (const event of events) calendar.addSubcomponent(writeBody(event, now));
  return `${calendar.toString()}\r\n`;
}

/** The rules of the event's time zone; undefined for whole days. */
export function zoneOf({ zone, start }: CalendarEvent): ICAL.Component | undefined {
  return zone && writeZone(zone, new Date(start).getUTCFullYear());
}

export function writeBody(event: CalendarEvent, now: number): ICAL.Component {
  const body = new ICAL.Component('vevent');
  changeBody(body, event, now);
  return body;
}

/** Gives an event what `event` has; everything else in it stays. */
export function changeBody(body: ICAL.Component, event: CalendarEvent, now: number): void {
  const { uid, title, start, end, zone, location, notes, repeat, reminders, sequence } = event;
  const put = (name: string, value: unknown) => void body.updatePropertyWithValue(name, value);
  const before = body.getFirstPropertyValue('summary');
  put('uid', uid);
  put('dtstamp', ICAL.Time.fromJSDate(new Date(now), true));
  put('summary', title);
  for (const name of ['dtstart', 'dtend', 'duration']) body.removeAllProperties(name);
  addTime(body, 'dtstart', start, zone);
  addTime(body, 'dtend', end, zone);
  const putText = (name: string, value: string | undefined) => {
    if (value === '') body.removeAllProperties(name);
    else if (value !== undefined) put(name, value);
  };
  putText('location', location);
  putText('description', notes);
  if (sequence) put('sequence', sequence);
  if (repeat) put('rrule', ICAL.Recur.fromString(repeat));
  if (!reminders) {
    for (const alarm of body.getAllSubcomponents('valarm'))
      if (alarm.getFirstPropertyValue('description') === before)
        alarm.updatePropertyWithValue('description', title);
    return;
  }
  body.removeAllSubcomponents('valarm');
  for (const minutes of reminders) body.addSubcomponent(writeAlarm(minutes, title));
}

function addTime(body: ICAL.Component, name: string, wall: WallTime, zone: Zone | undefined): void {
  const property = new ICAL.Property(name);
  property.setValue(zone ? timeOf(wall) : ICAL.Time.fromDateString(isoOf(wall).slice(0, 10)));
  if (zone) property.setParameter('tzid', zone.name);
  body.addProperty(property);
}

function writeAlarm(minutes: number, title: string): ICAL.Component {
  const alarm = new ICAL.Component('valarm');
  alarm.addPropertyWithValue('action', 'DISPLAY');
  alarm.addPropertyWithValue('description', title);
  alarm.addPropertyWithValue('trigger', ICAL.Duration.fromSeconds(-60 * minutes));
  return alarm;
}

function writeZone(zone: Zone, year: number): ICAL.Component {
  const component = new ICAL.Component('vtimezone');
  component.addPropertyWithValue('tzid', zone.name);
  const changes = transitions(zone, Date.UTC(year - 1, 0, 1), Date.UTC(year + yearsAhead, 0, 1));
  if (changes.length === 0) {
    const offset = zone.offsetAt(Date.UTC(year, 0, 1));
    component.addSubcomponent(writeObservance({ at: 0, from: offset, to: offset }, undefined));
    return component;
  }
  const nameOf = ({ from, to }: Transition) => `${from} ${to}`;
  for (const name of new Set(changes.map(nameOf))) {
    const kind = changes.filter((change) => nameOf(change) === name);
    const rule = yearlyRule(kind);
    for (const change of rule ? kind.slice(0, 1) : kind)
      component.addSubcomponent(
        writeObservance(
          change,
          rule && `FREQ=YEARLY;BYMONTH=${rule.month};BYDAY=${rule.ordinal}${weekdays[rule.weekday]}`,
        ),
      );
  }
  return component;
}

const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

function writeObservance({ at, from, to }: Transition, rule: string | undefined): ICAL.Component {
  const observance = new ICAL.Component(to > from ? 'daylight' : 'standard');
  // The local time in the offset before the change (RFC 5545, 3.6.5).
  observance.addPropertyWithValue('dtstart', timeOf(at + from * 60_000));
  observance.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromSeconds(from * 60));
  observance.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromSeconds(to * 60));
  if (rule !== undefined) observance.addPropertyWithValue('rrule', ICAL.Recur.fromString(rule));
  return observance;
}

function timeOf(wall: WallTime): ICAL.Time {
  return ICAL.Time.fromDateTimeString(isoOf(wall).slice(0, 19));
}

function isoOf(wall: WallTime): string {
  return new Date(wall).toISOString();
}
