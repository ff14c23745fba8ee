/** When a task runs, as fields of the form: the usual patterns have fields, anything else is cron. Pure. */
import { localMoment } from '#shared/local-moment.ts';
import type { Schedule, ScheduleInput } from '#shared/tasks/task.ts';

export const whenKinds = ['once', 'daily', 'weekdays', 'weekly', 'hourly', 'cron', 'heartbeat'] as const;
type WhenKind = (typeof whenKinds)[number];

/** All of them as typed. */
export type WhenFields = {
  kind: WhenKind;
  /** Local, such as `2026-01-31T08:00`. */
  moment: string;
  /** Such as `08:00`. */
  time: string;
  /** Of the week: 0 is Sunday. */
  day: string;
  /** Of the hour. */
  minute: string;
  cron: string;
};

export function newWhen(now: number): WhenFields {
  const hour = 3_600_000;
  const moment = localMoment(Math.ceil((now + hour / 2) / hour) * hour);
  return { kind: 'daily', moment, time: '08:00', day: '1', minute: '0', cron: '0 8 * * *' };
}

/** For an empty field, which must not mean midnight: the engine rejects it and asks for a time. */
const incomplete: ScheduleInput = { at: '' };

export function scheduleOf(fields: WhenFields): ScheduleInput {
  const { kind, moment, day, minute, cron } = fields;
  const time = /^(\d{1,2}):(\d\d)$/.exec(fields.time);
  if (hasTime(kind) && !time) return incomplete;
  const [hours, minutes] = [Number(time?.[1]), Number(time?.[2])];
  switch (kind) {
    case 'once':
      return { at: moment };
    case 'daily':
      return { cron: `${minutes} ${hours} * * *` };
    case 'weekdays':
      return { cron: `${minutes} ${hours} * * 1-5` };
    case 'weekly':
      return { cron: `${minutes} ${hours} * * ${day}` };
    case 'hourly':
      return minute.trim() === '' ? incomplete : { cron: `${Number(minute)} * * * *` };
    case 'cron':
      return { cron };
    case 'heartbeat':
      return { on_heartbeat: true };
  }
}

/** Whether the kind runs at a time of day, which has its own field. */
export function hasTime(kind: WhenKind): boolean {
  return kind === 'daily' || kind === 'weekdays' || kind === 'weekly';
}

/** The time zone of a stored schedule, until its times are changed; undefined: that of the device. */
export function zoneOf(fields: WhenFields, stored: Schedule | undefined): string | undefined {
  if (stored?.type !== 'cron') return undefined;
  const isSame = scheduleOf(fields).cron === scheduleOf(whenOf(stored, 0)).cron;
  return isSame ? stored.timeZone : undefined;
}

export function whenOf(schedule: Schedule, now: number): WhenFields {
  const fields = newWhen(now);
  if (schedule.type === 'heartbeat') return { ...fields, kind: 'heartbeat' };
  if (schedule.type === 'once') return { ...fields, kind: 'once', moment: localMoment(schedule.at) };
  return { ...fields, cron: schedule.cron, ...patternOf(schedule.cron) };
}

function patternOf(cron: string): Partial<WhenFields> & Pick<WhenFields, 'kind'> {
  const [, minute = '', hour = '', days = ''] = /^(\d{1,2}) (\d{1,2}|\*) \* \* (\S+)$/.exec(cron) ?? [];
  if (minute === '') return { kind: 'cron' };
  if (hour === '*') return days === '*' ? { kind: 'hourly', minute } : { kind: 'cron' };
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (days === '*') return { kind: 'daily', time };
  if (days === '1-5') return { kind: 'weekdays', time };
  return /^[0-6]$/.test(days) ? { kind: 'weekly', time, day: days } : { kind: 'cron' };
}
