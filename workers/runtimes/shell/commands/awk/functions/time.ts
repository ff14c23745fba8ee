/** `strftime` and `mktime`, in the time zone of TZ. */
import { offsetMinutes } from '../../programs/time-zone.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
];
const dayMs = 86_400_000;

const two = (number: number) => String(number).padStart(2, '0');
const half = (hours: number) => hours % 12 || 12;

/** `date`: the local time, in the fields of UTC. */
type Conversion = (date: Date, zone: { name: string; minutes: number; seconds: number }) => string;

const conversions: Readonly<Record<string, Conversion>> = {
  Y: (date) => String(date.getUTCFullYear()),
  C: (date) => two(Math.floor(date.getUTCFullYear() / 100)),
  y: (date) => two(date.getUTCFullYear() % 100),
  m: (date) => two(date.getUTCMonth() + 1),
  d: (date) => two(date.getUTCDate()),
  e: (date) => String(date.getUTCDate()).padStart(2),
  H: (date) => two(date.getUTCHours()),
  k: (date) => String(date.getUTCHours()).padStart(2),
  I: (date) => two(half(date.getUTCHours())),
  l: (date) => String(half(date.getUTCHours())).padStart(2),
  M: (date) => two(date.getUTCMinutes()),
  S: (date) => two(date.getUTCSeconds()),
  p: (date) => (date.getUTCHours() < 12 ? 'AM' : 'PM'),
  P: (date) => (date.getUTCHours() < 12 ? 'am' : 'pm'),
  A: (date) => days[date.getUTCDay()] ?? '',
  a: (date) => (days[date.getUTCDay()] ?? '').slice(0, 3),
  B: (date) => months[date.getUTCMonth()] ?? '',
  b: (date) => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  h: (date) => (months[date.getUTCMonth()] ?? '').slice(0, 3),
  j: (date) => String(dayOfYear(date) + 1).padStart(3, '0'),
  u: (date) => String(date.getUTCDay() || 7),
  w: (date) => String(date.getUTCDay()),
  U: (date) => two(Math.floor((dayOfYear(date) + 7 - date.getUTCDay()) / 7)),
  W: (date) => two(Math.floor((dayOfYear(date) + 7 - ((date.getUTCDay() + 6) % 7)) / 7)),
  V: (date) => two(isoWeek(date).week),
  G: (date) => String(isoWeek(date).year),
  g: (date) => two(isoWeek(date).year % 100),
  s: (_, { seconds }) => String(seconds),
  z: (_, { minutes }) =>
    (minutes < 0 ? '-' : '+') + two(Math.trunc(Math.abs(minutes) / 60)) + two(Math.abs(minutes) % 60),
  Z: (_, { name }) => name,
  n: () => '\n',
  t: () => '\t',
  '%': () => '%',
};

/** Conversions that stand for several. */
const composed: Readonly<Record<string, string>> = {
  ...{ F: '%Y-%m-%d', T: '%H:%M:%S', R: '%H:%M', D: '%m/%d/%y', r: '%I:%M:%S %p' },
  ...{ c: '%a %b %e %H:%M:%S %Y', x: '%m/%d/%y', X: '%H:%M:%S' },
};

function dayOfYear(date: Date): number {
  return Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / dayMs);
}

/** The week that has the Thursday: https://www.iso.org/iso-8601-date-and-time-format.html */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * dayMs);
  return { year: thursday.getUTCFullYear(), week: Math.floor(dayOfYear(thursday) / 7) + 1 };
}

export function strftime(format: string, seconds: number, zone: string): string {
  const minutes = offsetMinutes(seconds * 1000, zone);
  const date = new Date(seconds * 1000 + minutes * 60_000);
  if (Number.isNaN(date.getTime())) return '';
  const whole = format.replace(/%[EO]?([FTRDrcxX])/g, (_, letter: string) => composed[letter] ?? '');
  return whole.replace(/%[EO]?(.)/gs, (found, letter: string) => {
    return conversions[letter]?.(date, { name: nameOf(seconds, zone), minutes, seconds }) ?? found;
  });
}

/** Regions whose English has abbreviations of time zones. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-IN', 'en-ZA'];

/** The abbreviation of a time zone, such as CET. */
function nameOf(seconds: number, zone: string): string {
  try {
    const names = locales.map((locale) => {
      const format = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' });
      return format.formatToParts(seconds * 1000).find(({ type }) => type === 'timeZoneName')?.value;
    });
    return names.find((name) => name && !name.startsWith('GMT')) ?? names[0] ?? zone;
  } catch {
    // An unknown zone counts as UTC, as in the C library.
    return zone;
  }
}

/** Of `YYYY MM DD HH MM SS`; -1 if that is no time. */
export function mktime(text: string, zone: string): number {
  const parts = text
    .trim()
    .split(/[ \t]+/)
    .map(Number);
  const [year, month, day, hours, minutes, seconds] = parts;
  if (parts.some(Number.isNaN) || seconds === undefined) return -1;
  const local = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hours, minutes, seconds);
  const guess = local - offsetMinutes(local, zone) * 60_000;
  return Math.floor((local - offsetMinutes(guess, zone) * 60_000) / 1000);
}
