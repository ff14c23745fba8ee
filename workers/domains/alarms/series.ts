/** When an alarm that repeats is due, and what becomes of it then. Pure. */
import { asId, type AlarmId } from '#shared/ids.ts';
import { alarmLimits, type Alarm, type AlarmRepeat } from '#shared/alarms/alarm.ts';
import { nextAfter } from '../tasks/schedule.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The next moment after `after`, in milliseconds since the epoch; null: there is none. `zone`: that of the device. */
export function nextRing(repeat: AlarmRepeat, after: number, zone: string): number | null {
  if ('cron' in repeat) return nextAfter({ type: 'cron', cron: repeat.cron, timeZone: zone }, after);
  const moments = repeat.days.map((day) => Date.parse(`${day}T${repeat.time}`)).filter((at) => at > after);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** The next moments, at most `most`. */
export function nextRings(repeat: AlarmRepeat, after: number, zone: string, most: number): number[] {
  const found: number[] = [];
  let at = nextRing(repeat, after, zone);
  for (; at !== null && found.length < most; at = nextRing(repeat, at, zone)) found.push(at);
  return found;
}

/** The last moment from `from` to `now`; the widths keep the search short after the app was closed for months. */
function lastRing(repeat: AlarmRepeat, from: number, now: number, zone: string): number | undefined {
  for (const width of [hourMs, dayMs, 40 * dayMs, Infinity]) {
    let last: number | undefined;
    let at = nextRing(repeat, Math.max(from, now - width) - 1, zone);
    for (; at !== null && at <= now; at = nextRing(repeat, at, zone)) last = at;
    if (last !== undefined) return last;
  }
  return undefined;
}

/**
 * The alarm with its next time, and, if it is due, the alarm that rings or was missed: one for all times that have
 * passed. Without a next time only the latter stays.
 */
export function advanceSeries(alarm: Alarm, repeat: AlarmRepeat, now: number, zone: string): Alarm[] {
  const due = alarm.at <= now ? lastRing(repeat, alarm.at, now, zone) : undefined;
  const after = due === undefined ? alarm : { ...alarm, lastDue: due };
  const next = nextRing(repeat, startOf(after, now), zone);
  const kept = next === null ? [] : [next === alarm.at && after === alarm ? alarm : { ...after, at: next }];
  return due === undefined ? kept : [...kept, ringOf(alarm, due)];
}

/**
 * Computed at each check, because the time zone and the clock of the device change. A time that was due stays done
 * after the clock was set back, unless it is more than a day ahead: that clock was wrong.
 */
function startOf({ starts = 0, lastDue = 0 }: Alarm, now: number): number {
  return Math.max(now, starts - 1, lastDue <= now + dayMs ? lastDue : 0);
}

/** The id follows from the time, so that two tabs make one alarm. */
function ringOf({ id, label, origin, created }: Alarm, at: number): Alarm {
  const own = asId<'alarm'>(`${id}x${at.toString(36)}`);
  return { ...{ id: own, label, at, state: 'planned', series: id, origin, created } };
}

/** Missed ones that a later one of the same alarm replaces: a week away leaves one line, not seven. */
export function replacedMissed(alarms: readonly Alarm[]): AlarmId[] {
  const rings = alarms.filter(({ series }) => series !== undefined);
  return rings
    .filter(({ state, series, at }) => {
      return state === 'missed' && rings.some((other) => other.series === series && other.at > at);
    })
    .map(({ id }) => id);
}

/** Whether two of its next times are closer than `alarmLimits.repeatMs`. */
export function isTooOften(repeat: AlarmRepeat, now: number, zone: string): boolean {
  // An hour of `*/4` begins again after 56 minutes, so a whole hour of times is looked at.
  const times = nextRings(repeat, now, zone, hourMs / alarmLimits.repeatMs + 2);
  return times.some((at, place) => at - (times[place - 1] ?? -Infinity) < alarmLimits.repeatMs);
}
