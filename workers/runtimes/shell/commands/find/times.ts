/** Times as find's -printf and -ls show them. */
import type { CommandContext } from '../command.ts';

/** Formats by the letters of strftime, and `@` and `+`. Undefined for an unknown letter. */
export function timePart(letter: string, time: Date, context: CommandContext): string | undefined {
  return timeParts[letter]?.(wallOf(time, zoneOf(context)), time);
}

/** The local time of a zone, in the UTC fields of a `Date`. An unknown zone counts as UTC, as in the C library. */
function wallOf(time: Date, zone: string): Date {
  try {
    const fields = new Intl.DateTimeFormat('en', {
      ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }).formatToParts(time);
    const field = (type: string) => Number(fields.find((each) => each.type === type)?.value ?? 0);
    return new Date(
      Date.UTC(
        ...([field('year'), field('month') - 1, field('day')] as const),
        ...([field('hour'), field('minute'), field('second'), time.getMilliseconds()] as const),
      ),
    );
  } catch {
    return time;
  }
}

const two = (value: number) => String(value).padStart(2, '0');
const spaced = (value: number) => String(value).padStart(2);
const dayMs = 86_400_000;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September'],
  ...['October', 'November', 'December'],
];

/** GNU find shows ten digits after the second. */
const fraction = (wall: Date) => `${String(wall.getUTCMilliseconds()).padStart(3, '0')}0000000`;
const hours = (wall: Date) => two(wall.getUTCHours());
const hour12 = (wall: Date) => wall.getUTCHours() % 12 || 12;
const clock = (wall: Date) => `${hours(wall)}:${two(wall.getUTCMinutes())}`;
const seconds = (wall: Date) => `${two(wall.getUTCSeconds())}.${fraction(wall)}`;
const dateOf = (wall: Date) => wall.toISOString().slice(0, 10);
const american = (wall: Date) =>
  `${two(wall.getUTCMonth() + 1)}/${two(wall.getUTCDate())}/${two(wall.getUTCFullYear() % 100)}`;
const half = (wall: Date) => (wall.getUTCHours() < 12 ? 'AM' : 'PM');
const month = (wall: Date) => months[wall.getUTCMonth()] ?? '';
const weekday = (wall: Date) => weekdays[wall.getUTCDay()] ?? '';
const yearDay = (wall: Date) => Math.floor((wall.getTime() - Date.UTC(wall.getUTCFullYear(), 0, 1)) / dayMs);
const whole = (wall: Date, clockText: string) =>
  `${weekday(wall).slice(0, 3)} ${month(wall).slice(0, 3)} ${spaced(wall.getUTCDate())} ${clockText} ${wall.getUTCFullYear()}`;

const timeParts: Readonly<Record<string, (wall: Date, time: Date) => string>> = {
  '@': (_, time) => `${Math.floor(time.getTime() / 1000)}.${fraction(time)}`,
  s: (_, time) => String(Math.floor(time.getTime() / 1000)),
  '+': (wall) => `${dateOf(wall)}+${clock(wall)}:${seconds(wall)}`,
  ...{ a: (wall) => weekday(wall).slice(0, 3), A: weekday, b: (wall) => month(wall).slice(0, 3), B: month },
  ...{
    h: (wall) => month(wall).slice(0, 3),
    c: (wall) => whole(wall, `${clock(wall)}:${two(wall.getUTCSeconds())}`),
    d: (wall) => two(wall.getUTCDate()),
  },
  ...{ D: american, x: american, e: (wall) => spaced(wall.getUTCDate()), F: dateOf, H: hours },
  ...{ I: (wall) => two(hour12(wall)), j: (wall) => String(yearDay(wall) + 1).padStart(3, '0') },
  ...{ k: (wall) => spaced(wall.getUTCHours()), l: (wall) => spaced(hour12(wall)) },
  ...{ m: (wall) => two(wall.getUTCMonth() + 1), M: (wall) => two(wall.getUTCMinutes()), p: half },
  r: (wall) => `${two(hour12(wall))}:${two(wall.getUTCMinutes())}:${seconds(wall)} ${half(wall)}`,
  ...{ R: clock, S: seconds, T: (wall) => `${clock(wall)}:${seconds(wall)}` },
  X: (wall) => `${clock(wall)}:${seconds(wall)}`,
  ...{ w: (wall) => String(wall.getUTCDay()), y: (wall) => two(wall.getUTCFullYear() % 100) },
  Y: (wall) => String(wall.getUTCFullYear()),
};

/** As `%t`: like `%Tc`, with the fraction of the second. */
export function wholeTime(time: Date, context: CommandContext): string {
  const wall = wallOf(time, zoneOf(context));
  return whole(wall, `${clock(wall)}:${seconds(wall)}`);
}

function zoneOf({ env }: CommandContext): string {
  return env.get('TZ') || 'UTC';
}
