/** Reads the start and the end of an event in its time zone. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { momentOf, openZone, wallOf, type WallTime, type Zone } from './time-zone.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** `zone` is undefined for an event of whole days; its `end` is the first day after it. */
export type Times = { start: WallTime; end: WallTime; zone: Zone | undefined };

export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * `start` and `end`: see the parameters of the tool. `name`: a time zone; that of the device without one. `lengthMs`: of
 * an event without `end`; an hour, or a day, without it.
 */
export function readTimes(
  start: string,
  end: string | undefined,
  name: string | undefined,
  lengthMs?: number,
): Times {
  if (isDay(start)) {
    const from = readDay('start', start);
    const days = Math.max(1, Math.floor((lengthMs ?? dayMs) / dayMs));
    const after = end === undefined ? from + days * dayMs : readDay('end', end.slice(0, 10)) + dayMs;
    return inOrder({ start: from, end: after, zone: undefined });
  }
  const zone = readZone(name);
  const from = readTime('start', start, zone);
  const to = end === undefined ? laterBy(lengthMs ?? hourMs, from, zone) : readTime('end', end, zone);
  return inOrder({ start: from, end: to, zone });
}

/** Milliseconds from the day of `start` to another day, both as a clock on the wall shows them. */
export function shiftTo(parameter: string, day: string, start: WallTime): number {
  return readDay(parameter, day) - Math.floor(start / dayMs) * dayMs;
}

/** The local time `ms` milliseconds later, also if the clocks change in between. */
function laterBy(ms: number, wall: WallTime, zone: Zone): WallTime {
  const moment = momentOf(wall, zone);
  return moment === undefined ? wall + ms : wallOf(moment + ms, zone);
}

function inOrder(times: Times): Times {
  const moment = ({ zone }: Times, wall: WallTime) => (zone ? (momentOf(wall, zone) ?? wall) : wall);
  if (moment(times, times.end) <= moment(times, times.start))
    throw new ToolError('validation_error', "Parameter 'end' must be later than 'start'.");
  return times;
}

function readZone(name: string | undefined): Zone {
  const wanted = name ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  try {
    return openZone(wanted);
  } catch {
    throw new ToolError(
      'validation_error',
      `Parameter 'time_zone' must be a name such as 'Europe/Berlin' or 'America/New_York', not '${wanted}'.`,
    );
  }
}

function readDay(parameter: string, text: string): WallTime {
  const day = isDay(text) ? Date.parse(`${text}T00:00:00Z`) : NaN;
  if (Number.isNaN(day) || !new Date(day).toISOString().startsWith(text)) throw noTime(parameter, text);
  return day;
}

const timeForm = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/;

/** A time with its own UTC offset is converted to the local time of the zone. */
function readTime(parameter: string, text: string, zone: Zone): WallTime {
  const parts = timeForm.exec(text.trim());
  if (!parts) throw noTime(parameter, text);
  const [, day = '', time = '', seconds = ':00', offset] = parts;
  const wall = Date.parse(`${day}T${time}${seconds}Z`);
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(day)) throw noTime(parameter, text);
  if (offset !== undefined) return wallOf(Date.parse(`${day}T${time}${seconds}${offset}`), zone);
  if (momentOf(wall, zone) === undefined)
    throw new ToolError(
      'validation_error',
      `Parameter '${parameter}': there is no ${text} in ${zone.name}, because the clocks go forward then. Give an earlier or a later time.`,
    );
  return wall;
}

function noTime(parameter: string, text: string): ToolError {
  return new ToolError(
    'validation_error',
    `Parameter '${parameter}' must be a time such as '2026-03-29T19:00', or a day such as '2026-03-29', not '${text.slice(0, 100)}'.`,
  );
}
