/** The formats of `date`: https://www.gnu.org/software/coreutils/manual/html_node/date-invocation.html */
import { abbreviationOf, offsetMinutes, offsetText } from './time-zone.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];

/** A value, how wide it is by default, and what fills it. */
type Field = { value: string; width?: number; fill?: '0' | ' ' };
type Moment = { time: number; zone: string; local: Date };

/** What stands for other formats. */
const composed: Readonly<Record<string, string>> = {
  ...{ c: '%a %b %e %H:%M:%S %Y', D: '%m/%d/%y', F: '%Y-%m-%d', R: '%H:%M', T: '%H:%M:%S' },
  ...{ r: '%I:%M:%S %p', x: '%m/%d/%y', X: '%H:%M:%S' },
};

/** `time` in milliseconds. */
export function formatDate(format: string, time: number, zone: string): string {
  // Its UTC fields are the local time of the zone.
  const moment = { time, zone, local: new Date(time + offsetMinutes(time, zone) * 60_000) };
  return format.replace(
    /%([-_0^#+]*)(\d*)(:{0,3})[EO]?([a-zA-Z%])/g,
    (word, flags: string, width: string, colons: string, letter: string) => {
      const field =
        colons === '' || letter === 'z' ? fieldOf(letter, moment, width, colons.length) : undefined;
      return field ? shown(field, flags, width) : word;
    },
  );
}

function shown({ value, width = 0, fill = ' ' }: Field, flags: string, given: string): string {
  const pad = flags.match(/[-_0+]/g)?.at(-1);
  let text = value;
  if (flags.includes('^')) text = text.toUpperCase();
  // Names become upper case, AM and zones lower case.
  if (flags.includes('#')) text = /^[A-Z]+$/.test(text) ? text.toLowerCase() : text.toUpperCase();
  if (pad === '-') return text;
  return text.padStart(Number(given || width), pad === '_' ? ' ' : pad === undefined ? fill : '0');
}

function fieldOf(letter: string, moment: Moment, width: string, colons: number): Field | undefined {
  const nested = composed[letter];
  if (nested !== undefined) return { value: formatDate(nested, moment.time, moment.zone) };
  return dayField(letter, moment) ?? clockField(letter, moment, width, colons);
}

const two = (value: number): Field => ({ value: String(value), width: 2, fill: '0' });
const blank = (value: number): Field => ({ value: String(value), width: 2 });
const plain = (value: string | number): Field => ({ value: String(value) });

function dayField(letter: string, { local }: Moment): Field | undefined {
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const weekday = local.getUTCDay();
  const dayOfYear = Math.floor((Date.UTC(year, month, day) - Date.UTC(year, 0, 1)) / 86_400_000);
  const week = isoWeek(local);
  const fields: Record<string, () => Field> = {
    a: () => plain((weekdays[weekday] ?? '').slice(0, 3)),
    A: () => plain(weekdays[weekday] ?? ''),
    b: () => plain((months[month] ?? '').slice(0, 3)),
    h: () => plain((months[month] ?? '').slice(0, 3)),
    B: () => plain(months[month] ?? ''),
    C: () => two(Math.floor(year / 100)),
    d: () => two(day),
    e: () => blank(day),
    g: () => two(week.year % 100),
    G: () => ({ value: String(week.year), width: 4, fill: '0' }),
    j: () => ({ value: String(dayOfYear + 1), width: 3, fill: '0' }),
    m: () => two(month + 1),
    q: () => plain(Math.floor(month / 3) + 1),
    u: () => plain(weekday || 7),
    U: () => two(Math.floor((dayOfYear + 7 - weekday) / 7)),
    V: () => two(week.week),
    w: () => plain(weekday),
    W: () => two(Math.floor((dayOfYear + 7 - ((weekday + 6) % 7)) / 7)),
    y: () => two(year % 100),
    Y: () => ({ value: String(year), width: 4, fill: '0' }),
  };
  return fields[letter]?.();
}

function clockField(
  letter: string,
  { local, time, zone }: Moment,
  width: string,
  colons: number,
): Field | undefined {
  const hours = local.getUTCHours();
  const half = hours % 12 || 12;
  const fields: Record<string, () => Field> = {
    H: () => two(hours),
    I: () => two(half),
    k: () => blank(hours),
    l: () => blank(half),
    M: () => two(local.getUTCMinutes()),
    S: () => two(local.getUTCSeconds()),
    // Digits after the point: `%3N` are milliseconds.
    N: () => plain(nanoseconds(time).slice(0, Number(width || 9))),
    p: () => plain(hours < 12 ? 'AM' : 'PM'),
    P: () => plain(hours < 12 ? 'am' : 'pm'),
    s: () => plain(Math.floor(time / 1000)),
    z: () => plain(offsetText(time, zone, colons)),
    Z: () => plain(abbreviationOf(time, zone)),
    n: () => plain('\n'),
    t: () => plain('\t'),
    '%': () => plain('%'),
  };
  return fields[letter]?.();
}

function nanoseconds(time: number): string {
  const fraction = time / 1000 - Math.floor(time / 1000);
  return `${String(Math.round(fraction * 1e6)).padStart(6, '0')}000`;
}

/** The week that contains the Thursday: https://en.wikipedia.org/wiki/ISO_week_date */
function isoWeek(local: Date): { year: number; week: number } {
  const thursday = new Date(local.getTime() + (3 - ((local.getUTCDay() + 6) % 7)) * 86_400_000);
  const year = thursday.getUTCFullYear();
  return { year, week: Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / 604_800_000) + 1 };
}
