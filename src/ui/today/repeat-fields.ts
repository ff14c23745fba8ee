/** How an alarm repeats, as fields of its form: every pattern that an alarm can have. Pure. */
import type { AlarmDraft, AlarmRepeat } from '#shared/alarms/alarm.ts';

export const repeatKinds = [
  'never',
  'daily',
  'weekdays',
  'weekends',
  'weekly',
  'days',
  'dates',
  'cron',
] as const;
type RepeatKind = (typeof repeatKinds)[number];

/** All of them as typed. */
export type RepeatFields = {
  kind: RepeatKind;
  /** Of the week: 0 is Sunday. */
  days: readonly number[];
  /** Such as `2026-01-31`. */
  dates: readonly string[];
  cron: string;
};

/** The names that a draft has for the days of the week. */
const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** `moment`: of the alarm, local, such as `2026-01-31T08:00`. */
export function repeatOf(repeat: AlarmRepeat | undefined, moment: string): RepeatFields {
  const date = new Date(moment);
  const [day, time] = [moment.slice(0, 10), `${date.getMinutes()} ${date.getHours()}`];
  const fields = { days: [date.getDay()], dates: [day], cron: `${time} * * *` };
  if (!repeat) return { ...fields, kind: 'never' };
  if ('days' in repeat) return { ...fields, kind: 'dates', dates: repeat.days };
  return { ...fields, cron: repeat.cron, ...patternOf(repeat.cron) };
}

function patternOf(cron: string): Partial<RepeatFields> & Pick<RepeatFields, 'kind'> {
  const days = /^\d+ \d+ \* \* (\S+)$/.exec(cron)?.[1];
  if (days === '*') return { kind: 'daily' };
  if (days === '1-5') return { kind: 'weekdays' };
  if (days === '0,6') return { kind: 'weekends' };
  if (days === undefined || !/^[0-6](?:,[0-6])*$/.test(days)) return { kind: 'cron' };
  const list = days.split(',').map(Number);
  return { kind: list.length === 1 ? 'weekly' : 'days', days: list };
}

/** A list without days is sent as it is, so that the engine asks for them. */
export function draftOf({ kind, days, dates, cron }: RepeatFields): Pick<AlarmDraft, 'repeat' | 'dates'> {
  switch (kind) {
    case 'days':
      return { repeat: days.map((day) => dayNames[day]).join(', ') };
    case 'dates':
      return { dates };
    case 'cron':
      return { repeat: cron };
    default:
      return { repeat: kind };
  }
}
