/**
 * Time zones by the rules that the browser knows: local times, and clock changes. The functions are pure
 * apart from `Intl`.
 */

const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * A local time in milliseconds since the epoch, counted as if it were UTC. It has no time zone, so clock
 * changes do not affect calculations with it.
 */
export type WallTime = number;

/** A moment at which the clocks change. `from` and `to`: the minutes ahead of UTC before and after it. */
export type Transition = { at: number; from: number; to: number };

export type Zone = { name: string; offsetAt(utc: number): number };

/** @throws a `RangeError` for a name that the browser does not know */
export function openZone(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  const { timeZone } = format.resolvedOptions();
  return {
    name: timeZone,
    offsetAt(utc) {
      const part = format.formatToParts(utc).find(({ type }) => type === 'timeZoneName');
      const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d+):(\d+)/.exec(part?.value ?? '') ?? [];
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    },
  };
}

/**
 * The moment of a local time. Undefined if the clocks skip this time; the first moment if they show it twice.
 */
export function momentOf(wall: WallTime, zone: Zone): number | undefined {
  // The offset of the day before and that of the day after cover any clock change near this time.
  const offsets = [zone.offsetAt(wall - dayMs), zone.offsetAt(wall + dayMs)];
  const moments = offsets.map((offset) => wall - offset * minuteMs);
  return moments.filter((utc) => wallOf(utc, zone) === wall).toSorted((one, other) => one - other)[0];
}

export function wallOf(utc: number, zone: Zone): WallTime {
  return utc + zone.offsetAt(utc) * minuteMs;
}

/** All clock changes between two moments, to the minute. A zone changes its clocks at most once a week. */
export function transitions(zone: Zone, start: number, end: number): Transition[] {
  const found: Transition[] = [];
  let before = zone.offsetAt(start);
  for (let at = start; at < end; at += 7 * dayMs) {
    const next = Math.min(at + 7 * dayMs, end);
    const to = zone.offsetAt(next);
    if (to !== before) found.push({ at: findChange(zone, at, next, before), from: before, to });
    before = to;
  }
  return found;
}

function findChange(zone: Zone, low: number, high: number, before: number): number {
  let [from, to] = [Math.floor(low / minuteMs), Math.ceil(high / minuteMs)];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (zone.offsetAt(middle * minuteMs) === before) from = middle;
    else to = middle;
  }
  return to * minuteMs;
}

/** A rule for clock changes that come every year on the same weekday of a month, as an `RRULE` states it. */
export type YearlyRule = { month: number; weekday: number; ordinal: number };

/**
 * Undefined if no such rule describes all changes, as for Morocco, where they depend on the lunar calendar.
 */
export function yearlyRule(changes: readonly Transition[]): YearlyRule | undefined {
  const [first, ...others] = changes.map(describe);
  if (!first || others.length === 0) return undefined;
  const isSame = others.every(
    (each, at) =>
      each.month === first.month &&
      each.weekday === first.weekday &&
      each.timeOfDay === first.timeOfDay &&
      each.year === first.year + at + 1,
  );
  if (!isSame) return undefined;
  const { month, weekday, nth } = first;
  if (others.every((each) => each.nth === nth)) return { month, weekday, ordinal: nth };
  return [first, ...others].every(({ isLast }) => isLast) ? { month, weekday, ordinal: -1 } : undefined;
}

function describe({ at, from }: Transition) {
  // The local time of a change is given in the offset before it.
  const wall = at + from * minuteMs;
  const date = new Date(wall);
  const day = date.getUTCDate();
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return {
    ...{ year, month, weekday: date.getUTCDay(), timeOfDay: wall % dayMs },
    ...{ nth: Math.ceil(day / 7), isLast: day + 7 > length },
  };
}
