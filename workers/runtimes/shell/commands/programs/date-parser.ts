/** Reads dates as GNU date does: https://www.gnu.org/software/coreutils/manual/html_node/Date-input-formats.html */
import { CommandError } from '../command.ts';
import { offsetMinutes } from './time-zone.ts';

type Parts = {
  day?: { year: number | undefined; month: number; day: number };
  clock?: { hours: number; minutes: number; seconds: number };
  zone?: string;
  weekday?: { ordinal: number; day: number };
  shifts: { unit: string; amount: number }[];
};

/** In hours. Names of zones that people write; others are refused. */
const zones: Readonly<Record<string, number>> = {
  ...{
    utc: 0,
    gmt: 0,
    ut: 0,
    z: 0,
    wet: 0,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    met: 1,
    eet: 2,
    eest: 3,
    msk: 3,
  },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10 },
  ...{ ist: 5.5, jst: 9, kst: 9, nzst: 12, nzdt: 13 },
};

const seconds: Readonly<Record<string, number>> = { sec: 1, second: 1, min: 60, minute: 60, hour: 3600 };
const days: Readonly<Record<string, number>> = { day: 1, week: 7, fortnight: 14 };
const ordinals: Readonly<Record<string, number>> = {
  ...{ last: -1, this: 0, next: 1, first: 1, third: 3, fourth: 4, fifth: 5, sixth: 6, seventh: 7 },
  ...{ eighth: 8, ninth: 9, tenth: 10, eleventh: 11, twelfth: 12, a: 1, an: 1 },
};
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Milliseconds. `now` is the time to which relative words refer. */
export function parseDate(words: string, now: number, zone: string): number {
  const [, named, rest = words] = /^\s*TZ="([^"]*)"(.*)$/s.exec(words) ?? [];
  const home = named || zone;
  const epoch = /^\s*@(-?\d+(?:\.\d+)?)\s*$/.exec(rest)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1000;
  const parts = readParts(rest, words);
  const time =
    parts.day || parts.clock || parts.weekday || parts.shifts.length > 0
      ? resolve(parts, now, home)
      : midnight(now, home, parts.zone);
  if (Number.isNaN(time)) throw invalid(words);
  return time;
}

function invalid(words: string): CommandError {
  return new CommandError(`invalid date '${words}'`);
}

function readParts(text: string, words: string): Parts {
  const parts: Parts = { shifts: [] };
  // Comments are in parentheses.
  let rest = text
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replaceAll(',', ' ')
    .trim();
  while (rest !== '') {
    const step = steps.find(([pattern]) => pattern.test(rest));
    const match = step?.[0].exec(rest);
    if (!step || !match || step[1](parts, match) === false) throw invalid(words);
    rest = rest.slice(match[0].length).trim();
  }
  return parts;
}

/** Returns false if the words contradict each other. */
type Step = readonly [RegExp, (parts: Parts, match: RegExpExecArray) => unknown];

const monthPattern = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const unitPattern = '(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\\b( ago\\b)?';

const steps: readonly Step[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?=t\d|\D|$)/, (parts, [, y, m, d]) => setDay(parts, y, Number(m), d)],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})(?!\d)/, (parts, [, y, m, d]) => setDay(parts, y, Number(m), d)],
  [/^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}|\d{2}))?(?!\d)/, (parts, [, m, d, y]) => setDay(parts, y, Number(m), d)],
  [
    new RegExp(`^(\\d{1,2})[ -]?${monthPattern}(?:[ -]?(\\d{4}|\\d{2}(?![\\d:])))?(?![\\d:])`),
    (parts, [, d, name, y]) => setDay(parts, y, monthOf(name), d),
  ],
  [
    new RegExp(`^${monthPattern} *(\\d{1,2})(?:st|nd|rd|th)?(?![:\\d])(?: +(\\d{4})(?![:\\d]))?`),
    (parts, [, name, d, y]) => setDay(parts, y, monthOf(name), d),
  ],
  [
    /^t?(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d+)?))? ?(?:([ap])\.?m\b\.?)?(?: ?([+-]) ?(\d{1,4})(?::(\d{2}))?(?!\d*-))?/,
    (parts, [, hours, minutes, secs = '0', half, sign, offset, rest]) => {
      if (sign !== undefined) setOffset(parts, sign, offset ?? '', rest);
      return (
        setClock(parts, Number(hours), Number(minutes), Number(secs.replace(',', '.')), half) &&
        isOffset(parts)
      );
    },
  ],
  [/^t?(\d{1,2}) ?([ap])\.?m\b\.?/, (parts, [, hours, half]) => setClock(parts, Number(hours), 0, 0, half)],
  [new RegExp(`^([+-] ?\\d+|\\d+(?= ?(?:sec|min|hour|day|week|fort|month|year))) ?${unitPattern}`), shift],
  [new RegExp(`^(${Object.keys(ordinals).join('|')}) ${unitPattern}`), shift],
  [new RegExp(`^()${unitPattern}`), shift],
  [
    /^(now|today|yesterday|tomorrow)\b/,
    (parts, [, word = '']) => {
      parts.shifts.push({ unit: 'day', amount: { yesterday: -1, tomorrow: 1 }[word] ?? 0 });
    },
  ],
  [/^(midnight|noon)\b/, (parts, [, word]) => setClock(parts, word === 'noon' ? 12 : 0, 0, 0, undefined)],
  [
    /^(?:(last|this|next|[+-]?\d+) )?(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?/,
    (parts, [, which, name = '']) => {
      const ordinal = which === undefined ? 0 : (ordinals[which] ?? Number(which));
      parts.weekday = { ordinal, day: dayNames.indexOf(name) };
    },
  ],
  [
    /^(utc|gmt)([+-])(\d{1,4})(?::(\d{2}))?/,
    (parts, [, , sign = '+', offset = '', rest]) => {
      setOffset(parts, sign, offset, rest);
    },
  ],
  [
    /^([a-z]+)( dst)?\b/,
    (parts, [, name = '']) => {
      const hours = zones[name];
      if (hours === undefined || parts.zone !== undefined) return false;
      setOffset(
        parts,
        hours < 0 ? '-' : '+',
        String(Math.trunc(Math.abs(hours))),
        hours % 1 === 0 ? undefined : '30',
      );
      return true;
    },
  ],
  [
    /^([+-])(\d{2}):?(\d{2})\b/,
    (parts, [, sign = '+', hours = '', minutes]) => setOffset(parts, sign, hours, minutes),
  ],
  [/^\d+/, (parts, [digits = '']) => setNumber(parts, digits)],
];

/** A year after a date and a time, else a date such as 20240305, else a time such as 1304. */
function setNumber(parts: Parts, digits: string): boolean {
  if (parts.day && parts.day.year === undefined && parts.clock && digits.length > 2) {
    parts.day.year = Number(digits);
    return true;
  }
  if (digits.length > 4)
    return setDay(parts, digits.slice(0, -4), Number(digits.slice(-4, -2)), digits.slice(-2));
  return digits.length <= 2
    ? setClock(parts, Number(digits), 0, 0, undefined)
    : setClock(parts, Number(digits.slice(0, -2)), Number(digits.slice(-2)), 0, undefined);
}

function monthOf(name = ''): number {
  return monthNames.indexOf(name.slice(0, 3)) + 1;
}

function setDay(parts: Parts, year: string | undefined, month: number, day = ''): boolean {
  const short = year?.length === 2 ? Number(year) + (Number(year) < 69 ? 2000 : 1900) : undefined;
  const isSecond = parts.day !== undefined;
  parts.day = { year: short ?? (year === undefined ? undefined : Number(year)), month, day: Number(day) };
  return !isSecond;
}

function setClock(
  parts: Parts,
  hours: number,
  minutes: number,
  secs: number,
  half: string | undefined,
): boolean {
  const isSecond = parts.clock !== undefined;
  if (half !== undefined && (hours < 1 || hours > 12)) return false;
  const hour = half === undefined ? hours : (hours % 12) + (half === 'p' ? 12 : 0);
  parts.clock = { hours: hour, minutes, seconds: secs };
  return !isSecond && hour < 25 && minutes < 60 && secs < 61;
}

/** `+2`, `+0200` and `+02:00`. */
function setOffset(parts: Parts, sign: string, digits: string, minutes: string | undefined): void {
  const hours = digits.length > 2 ? digits.slice(0, -2) : digits;
  const rest = minutes ?? (digits.length > 2 ? digits.slice(-2) : '00');
  parts.zone = `${sign}${hours.padStart(2, '0')}:${rest}`;
}

function isOffset({ zone = '+00' }: Parts): boolean {
  return Number(zone.slice(1, 3)) <= 24;
}

function shift(parts: Parts, [, count = '', unit = '', ago]: RegExpExecArray): void {
  const amount = count === '' ? 1 : (ordinals[count] ?? Number(count.replaceAll(' ', '')));
  parts.shifts.push({ unit, amount: ago === undefined ? amount : -amount });
}

function midnight(now: number, home: string, zone: string | undefined): number {
  return resolve(
    { day: dayOf(localOf(now, zone ?? home)), shifts: [], ...(zone !== undefined && { zone }) },
    now,
    home,
  );
}

/** A date whose UTC fields are the local time. */
function localOf(time: number, zone: string): Date {
  return new Date(time + offsetMinutes(time, zone) * 60_000);
}

function dayOf(local: Date) {
  return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
}

function resolve({ day, clock, zone, weekday, shifts }: Parts, now: number, home: string): number {
  const local = localOf(now, zone ?? home);
  const today = dayOf(local);
  const { year = today.year, month, day: date } = day ?? today;
  const given = new Date(Date.UTC(year, month - 1, date));
  if (given.getUTCMonth() !== month - 1 || given.getUTCDate() !== date) return Number.NaN;
  const keepsTime = shifts.length > 0 && !day && !weekday;
  const time = clock
    ? (clock.hours * 3600 + clock.minutes * 60 + clock.seconds) * 1000
    : keepsTime
      ? local.getTime() % 86_400_000
      : 0;
  if (weekday && !day) given.setUTCDate(given.getUTCDate() + daysUntil(weekday, given.getUTCDay()));
  const sum = (units: Readonly<Record<string, number>>) =>
    shifts.reduce((total, { unit, amount }) => total + amount * (units[unit] ?? 0), 0);
  const moved = Date.UTC(
    given.getUTCFullYear() + sum({ year: 1 }),
    given.getUTCMonth() + sum({ month: 1 }),
    given.getUTCDate() + sum(days),
  );
  return instantOf(moved + time, zone ?? home) + sum(seconds) * 1000;
}

function daysUntil({ ordinal, day }: { ordinal: number; day: number }, today: number): number {
  return ((day - today + 7) % 7) + 7 * (ordinal - (ordinal > 0 && day !== today ? 1 : 0));
}

/** The instant at which it is that local time. */
function instantOf(local: number, zone: string): number {
  const guess = local - offsetMinutes(local, zone) * 60_000;
  return local - offsetMinutes(guess, zone) * 60_000;
}
