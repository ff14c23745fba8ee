/** Reads the draft of an alarm: when it rings first, how it repeats, and its label. Pure. */
import { alarmLimits, type Alarm, type AlarmErrorCode, type AlarmRepeat } from '#shared/alarms/alarm.ts';
import { isJsonObject } from '#shared/json.ts';
import { localMoment } from '#shared/local-moment.ts';
import { readSchedule } from '../tasks/schedule.ts';
import { fail, readLabel, type Fault } from './check.ts';
import { readAt, readIn } from './read-moment.ts';
import { isTooOften, nextRing } from './series.ts';

/** `zone`: the time zone of the device. */
type Clock = { now: number; zone: string };
type Planned = Pick<Alarm, 'at' | 'repeat' | 'starts'>;
type When = { at: number } & Pick<Alarm, 'repeat' | 'starts'>;
type Draft = {
  at: string | undefined;
  after: string | undefined;
  repeat: string | undefined;
  dates: string[] | undefined;
};

/** With `known`, the alarm that is changed, what the draft does not name stays. */
export function readDraft(
  draft: unknown,
  clock: Clock,
  known?: Pick<Alarm, 'at' | 'label' | 'repeat' | 'starts'>,
): { ok: true; value: When & { label: string } } | Fault {
  if (!isJsonObject(draft)) return fail('invalid');
  const { at, in: after, repeat, dates, label = known?.label ?? '' } = draft;
  if (!isText(at) || !isText(after) || !isText(repeat) || !areDates(dates) || typeof label !== 'string')
    return fail('invalid');
  const when = readWhen({ at, after, repeat, dates }, clock, known);
  if (typeof when === 'string') return fail(when, clock.now);
  return { ok: true, value: { ...when, label: readLabel(label) } };
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function areDates(value: unknown): value is string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((each) => typeof each === 'string'));
}

function readWhen(draft: Draft, clock: Clock, known: Planned | undefined): When | AlarmErrorCode {
  const { at, after, repeat, dates } = draft;
  if (at !== undefined && after !== undefined) return 'when-count';
  if (dates !== undefined) return repeat === undefined ? onDates(at, dates, clock, known) : 'when-count';
  const isNamed = at !== undefined || after !== undefined;
  if (!isNamed && !isCron(repeat) && !known) return 'when-count';
  const moment = readMoment(draft, clock, known);
  if (typeof moment === 'string') return moment;
  return fromMoment(moment, isNamed, draft, { clock, known });
}

function fromMoment(
  moment: number,
  isNamed: boolean,
  draft: Draft,
  { clock, known }: { clock: Clock; known: Planned | undefined },
): When | AlarmErrorCode {
  const words = draft.repeat?.trim().toLowerCase();
  if (words !== undefined) return inWords(words, isNamed ? moment : undefined, draft, { clock, known });
  return isNamed ? moved(moment, draft, known, clock) : { ...known, at: moment };
}

function isCron(words: string | undefined): boolean {
  return words?.trim().split(/\s+/).length === 5;
}

/** `named`: the moment that the draft names; without one a pattern of words is at the time of the known alarm. */
function inWords(
  words: string,
  named: number | undefined,
  { after }: Draft,
  { clock, known }: { clock: Clock; known: Planned | undefined },
): When | AlarmErrorCode {
  const weeks = weeksOf(words);
  if (weeks === undefined && isCron(words)) return repeating(readCron(words, clock), named, clock);
  const moment = named ?? known?.at ?? clock.now;
  if (words === 'never' || words === 'none') return { at: moment };
  if (after !== undefined) return 'repeat-time';
  if (weeks !== undefined) return repeating(everyWeeks(weeks, new Date(moment)), moment, clock);
  return repeating(cronOf(words, new Date(moment)), moment, clock);
}

function readMoment(
  { at, after }: Draft,
  { now }: Clock,
  known: Planned | undefined,
): number | AlarmErrorCode {
  if (at !== undefined) return readAt(at, now);
  return after === undefined ? (known?.at ?? now) : readIn(after, now);
}

/** Another time for an alarm that may repeat: on the same days, if that is plain from its pattern. */
function moved(
  moment: number,
  { at }: Draft,
  known: Planned | undefined,
  clock: Clock,
): When | AlarmErrorCode {
  const repeat = known?.repeat;
  if (!repeat) return { at: moment };
  const date = new Date(moment);
  if (at === undefined) return 'repeat-time';
  const hasDay = /^\s*\d{4}-/.test(at);
  if (!('cron' in repeat)) {
    const days = hasDay ? shifted(repeat.days, known.at, moment) : repeat.days;
    return repeating({ days, time: timeOf(date) }, undefined, clock);
  }
  const days = /^\d+ \d+ (.*)$/.exec(repeat.cron)?.[1];
  if (days === undefined) return 'repeat-time';
  const when = repeating({ cron: `${cronTime(date)} ${days}` }, moment, clock);
  // It does not repeat on that day: another 'repeat' must say what is meant.
  return typeof when === 'object' && hasDay && when.at !== moment ? 'repeat-time' : when;
}

/** All days, moved as the next one is from `from` to `to`. */
function shifted(days: readonly string[], from: number, to: number): string[] {
  const dayOf = (at: number) => Date.parse(localMoment(at).slice(0, 10));
  const by = dayOf(to) - dayOf(from);
  return days.map((day) => new Date(Date.parse(day) + by).toISOString().slice(0, 10));
}

/** `starts`: not before this moment. */
function repeating(
  repeat: AlarmRepeat | AlarmErrorCode,
  starts: number | undefined,
  { now, zone }: Clock,
): When | AlarmErrorCode {
  if (typeof repeat === 'string') return repeat;
  const at = nextRing(repeat, starts === undefined ? now : starts - 1, zone);
  if (at === null) return 'repeat-never';
  if (isTooOften(repeat, at - 1, zone)) return 'repeat-often';
  return { at, repeat, ...(starts === undefined ? {} : { starts }) };
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const fullNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const numerals: Record<string, number> = {
  other: 2,
  second: 2,
  two: 2,
  third: 3,
  three: 3,
  fourth: 4,
  four: 4,
};

type Weeks = { count: number; day: string | undefined };

/** Of `every 2 weeks`, `every second tue` or `fortnightly`. */
function weeksOf(words: string): Weeks | undefined {
  if (/^(?:fortnightly|biweekly)$/.test(words)) return { count: 2, day: undefined };
  const [, given = '', first = '', on] = /^every (\w+) (\w+)(?: on (\w+))?$/.exec(words) ?? [];
  const count = numerals[given] ?? Number(/^([2-8])(?:nd|rd|th)?$/.exec(given)?.[1]);
  const isWeeks = /^weeks?$/.test(first);
  const day = daysOf((isWeeks ? on : first) ?? '');
  if (!(count >= 2) || (isWeeks ? on !== undefined && day === undefined : day === undefined))
    return undefined;
  return { count, day };
}

/** Cron knows no such pattern, so it is the days of one year, from the first on. */
function everyWeeks({ count, day }: Weeks, first: Date): AlarmRepeat {
  const time = timeOf(first);
  const date = new Date(first);
  while (day !== undefined && date.getDay() !== Number(day)) date.setDate(date.getDate() + 1);
  const days: string[] = [];
  for (; date.getTime() - first.getTime() <= alarmLimits.maxMs; date.setDate(date.getDate() + 7 * count))
    days.push(localMoment(date.getTime()).slice(0, 10));
  return { days, time };
}

/** The pattern of a word, or of days of the week, at the time of `first`. */
function cronOf(words: string, first: Date): AlarmRepeat | AlarmErrorCode {
  const known: Record<string, string> = {
    daily: '*',
    weekdays: '1-5',
    weekends: '0,6',
    weekly: `${first.getDay()}`,
  };
  const days = Object.hasOwn(known, words) ? known[words] : daysOf(words);
  return days === undefined ? 'repeat-form' : { cron: `${cronTime(first)} * * ${days}` };
}

function daysOf(words: string): string | undefined {
  const names = words.split(/[\s,;&]+|\band\b/).filter((name) => name !== '');
  const days = names.map((name) =>
    Math.max(weekdays.indexOf(name), fullNames.indexOf(name.replace(/s$/, ''))),
  );
  return days.length === 0 || days.includes(-1) ? undefined : [...new Set(days)].toSorted().join(',');
}

function readCron(cron: string, { now, zone }: Clock): AlarmRepeat | AlarmErrorCode {
  const read = readSchedule({ cron }, zone, now);
  if (read.ok) return { cron };
  return read.code === 'cron-never' ? 'repeat-never' : 'repeat-form';
}

function cronTime(date: Date): string {
  return `${date.getMinutes()} ${date.getHours()}`;
}

function timeOf(date: Date): string {
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

function onDates(
  at: string | undefined,
  dates: readonly string[],
  clock: Clock,
  known: Planned | undefined,
): When | AlarmErrorCode {
  const moment = at === undefined ? known?.at : readAt(at, clock.now);
  if (moment === undefined) return 'repeat-time';
  if (typeof moment === 'string') return moment;
  const time = timeOf(new Date(moment));
  const days = [...new Set(dates.map((day) => day.trim()))].toSorted();
  if (days.length === 0 || days.length > alarmLimits.dates) return 'dates-form';
  for (const day of days) {
    const read = readAt(`${day}T${time}`, clock.now);
    if (typeof read === 'string')
      return read === 'at-past' ? 'dates-past' : read === 'at-far' ? read : 'dates-form';
  }
  return repeating({ days, time }, undefined, clock);
}
