/** `date`. just-bash formats the date, but parses only plain dates, so the words of `-d` are parsed here. */
import { command, type CommandContext, CommandError, pathOf, describeFileError } from '../command.ts';
import { parseOptions } from '../options.ts';

export const date = command('date', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) => (/^-I./.test(word) ? `--iso-8601=${word.slice(2)}` : word)),
    'd/date= u/utc/universal r/reference= I/iso-8601 R/rfc-email +/rfc-3339 s/set=',
  );
  if (options.has('s')) throw new CommandError('the clock cannot be set here');
  const isUtc = options.has('u');
  const time = await timeOf(context, options.value('d'), options.value('r'), isUtc);
  const iso = isoFormat(args) ?? (options.has('R') ? '+%a, %d %b %Y %H:%M:%S %z' : undefined);
  const format = iso ?? options.operands.find((word) => word.startsWith('+')) ?? '+%a %b %e %H:%M:%S %Z %Y';
  if (!context.origCommand) throw new CommandError('is not available here');
  return context.origCommand([
    ...(isUtc ? ['-u'] : []),
    '-d',
    `@${Math.floor(time / 1000)}`,
    withFractions(format, time, context),
  ]);
});

/** The format for `-I`, `-Iseconds` or `--rfc-3339=seconds`. */
function isoFormat(args: readonly string[]): string | undefined {
  const word = args.find((each) => /^(-I|--iso-8601|--rfc-3339)/.test(each));
  if (word === undefined) return undefined;
  const unit = /(date|hours|minutes|seconds|ns)$/.exec(word)?.[1] ?? 'date';
  const between = word.startsWith('--rfc') ? ' ' : 'T';
  const clock = { hours: '%H', minutes: '%H:%M', seconds: '%H:%M:%S', ns: '%H:%M:%S,%N' }[unit];
  return clock === undefined ? '+%F' : `+%F${between}${clock}%:z`;
}

/** Replaces `%N` and `%:z`, because the library works with whole seconds. */
function withFractions(format: string, time: number, context: CommandContext): string {
  const nanoseconds = `${String(((time % 1000) + 1000) % 1000).padStart(3, '0')}000000`;
  return format
    .replace(/%(\d?)N/g, (_, digits: string) => nanoseconds.slice(0, Number(digits || 9)))
    .replaceAll('%:z', () => offsetText(time, zoneOf(context)));
}

function zoneOf({ env }: CommandContext): string {
  return env.get('TZ') || 'UTC';
}

function offsetText(time: number, zone: string): string {
  const minutes = offsetMinutes(time, zone);
  const two = (part: number) => String(Math.trunc(Math.abs(part))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Minutes by which a time zone is ahead of UTC. */
export function offsetMinutes(time: number, zone: string): number {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      time,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
    return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  } catch {
    // An unknown zone counts as UTC, as in the C library.
    return 0;
  }
}

async function timeOf(
  context: CommandContext,
  words: string | undefined,
  reference: string | undefined,
  isUtc: boolean,
): Promise<number> {
  if (reference !== undefined) {
    const stat = await context.fs.stat(pathOf(context, reference)).catch((error: unknown) => {
      throw new CommandError(`${reference}: ${describeFileError(error)}`);
    });
    return stat.mtime.getTime();
  }
  return words === undefined ? Date.now() : parseDate(words, Date.now(), isUtc ? 'UTC' : zoneOf(context));
}

const units: Record<string, number> = {
  sec: 1,
  second: 1,
  min: 60,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  fortnight: 1_209_600,
};
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The local time of a zone, stored in the UTC fields of a `Date`. */
type Wall = { date: Date; zone: string | undefined; hasTime: boolean };

function parseDate(words: string, now: number, zone: string): number {
  const epoch = /^\s*@(-?\d+(?:\.\d+)?)\s*$/.exec(words)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1000;
  const wall: Wall = {
    date: new Date(now + offsetMinutes(now, zone) * 60_000),
    zone: undefined,
    hasTime: false,
  };
  const shifts: (() => void)[] = [];
  let rest = words.toLowerCase().replaceAll(',', ' ').trim();
  while (rest !== '') {
    const step = steps.find(({ pattern }) => pattern.test(rest));
    const match = step?.pattern.exec(rest);
    if (!step || !match) throw new CommandError(`invalid date '${words}'`);
    step.apply(wall, match, shifts);
    rest = rest.slice(match[0].length).trim();
  }
  for (const shift of shifts) shift();
  const local = wall.date.getTime();
  if (Number.isNaN(local)) throw new CommandError(`invalid date '${words}'`);
  const target = wall.zone ?? zone;
  const offset = /^[+-]/.test(target)
    ? fixedOffset(target)
    : offsetMinutes(local - offsetMinutes(local, target) * 60_000, target);
  return local - offset * 60_000;
}

function fixedOffset(text: string): number {
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}

type Step = { pattern: RegExp; apply(wall: Wall, match: RegExpExecArray, shifts: (() => void)[]): void };

const steps: readonly Step[] = [
  {
    pattern: /^(\d{4})-(\d{1,2})-(\d{1,2})(?=t?\b|t\d)/,
    apply: (wall, [, year, month, day]) => setDay(wall, Number(year), Number(month) - 1, Number(day)),
  },
  {
    pattern: /^(\d{4})(\d{2})(\d{2})\b/,
    apply: (wall, [, year, month, day]) => setDay(wall, Number(year), Number(month) - 1, Number(day)),
  },
  {
    pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{4})/,
    apply: (wall, [, month, day, year]) => setDay(wall, Number(year), Number(month) - 1, Number(day)),
  },
  {
    pattern: /^(\d{1,2})[ -](jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*(?:[ -](\d{4}))?/,
    apply: (wall, [, day, month = '', year]) =>
      setDay(wall, Number(year ?? wall.date.getUTCFullYear()), months.indexOf(month), Number(day)),
  },
  {
    pattern: /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?![:\d])(?: (\d{4})(?!:))?/,
    apply: (wall, [, month = '', day, year]) =>
      setDay(wall, Number(year ?? wall.date.getUTCFullYear()), months.indexOf(month), Number(day)),
  },
  {
    pattern: /^t?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)? ?(am|pm)?/,
    apply: (wall, [, hours, minutes, seconds = '0', fraction = '0', half]) => {
      const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
      setClock(wall, hour, Number(minutes), Number(seconds), Math.floor(Number(`0.${fraction}`) * 1000));
    },
  },
  { pattern: /^(utc|gmt|z)\b/, apply: (wall) => void (wall.zone = 'UTC') },
  {
    pattern:
      /^(?:(next|last|this|[+-]? ?\d+|an?) ?)(sec|second|min|minute|hour|day|week|fortnight|month|year)s?\b( ago)?/,
    apply: (wall, [, count = '', unit = '', ago], shifts) => {
      const amount = { next: 1, last: -1, this: 0, a: 1, an: 1 }[count] ?? Number(count.replaceAll(' ', ''));
      shifts.push(() => shift(wall, unit, ago ? -amount : amount));
    },
  },
  { pattern: /^([+-]\d{2}:?\d{2})\b/, apply: (wall, [, offset]) => void (wall.zone = offset) },
  { pattern: /^(now|today)\b/, apply: () => undefined },
  {
    pattern: /^(yesterday|tomorrow)\b/,
    apply: (wall, [, day], shifts) => void shifts.push(() => shift(wall, 'day', day === 'tomorrow' ? 1 : -1)),
  },
  {
    pattern: /^(midnight|noon)\b/,
    apply: (wall, [, name]) => setClock(wall, name === 'noon' ? 12 : 0, 0, 0, 0),
  },
  {
    pattern: /^(next |last |this )?(sun|mon|tue|wed|thu|fri|sat)[a-z]*/,
    apply: (wall, [, which = '', name = ''], shifts) => {
      const wanted = weekdays.findIndex((day) => day.startsWith(name));
      if (!wall.hasTime) setClock(wall, 0, 0, 0, 0);
      shifts.push(() => {
        const ahead = (wanted - wall.date.getUTCDay() + 7) % 7;
        const days = which === 'last ' ? ahead - 7 : which === 'next ' && ahead === 0 ? 7 : ahead;
        shift(wall, 'day', days);
      });
    },
  },
];

function setDay(wall: Wall, year: number, month: number, day: number): void {
  const date = new Date(Date.UTC(year, month, day));
  if (date.getUTCMonth() !== month)
    throw new CommandError(`invalid date: there is no day ${day} in month ${month + 1}`);
  wall.date.setUTCFullYear(year, month, day);
  if (!wall.hasTime) setClock(wall, 0, 0, 0, 0, false);
}

function setClock(
  wall: Wall,
  hours: number,
  minutes: number,
  seconds: number,
  ms: number,
  isGiven = true,
): void {
  if (hours > 24 || minutes > 59 || seconds > 60) throw new CommandError(`invalid time ${hours}:${minutes}`);
  wall.date.setUTCHours(hours, minutes, seconds, ms);
  wall.hasTime ||= isGiven;
}

function shift(wall: Wall, unit: string, amount: number): void {
  if (unit === 'month') wall.date.setUTCMonth(wall.date.getUTCMonth() + amount);
  else if (unit === 'year') wall.date.setUTCFullYear(wall.date.getUTCFullYear() + amount);
  else wall.date.setTime(wall.date.getTime() + amount * (units[unit] ?? 0) * 1000);
}
