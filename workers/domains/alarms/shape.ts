/** The schema of a stored alarm, for backups and for `restore`, which scripts can call. */
import * as v from 'valibot';
import { alarmLimits, type Alarm, type AlarmRepeat } from '#shared/alarms/alarm.ts';
import type { AlarmId } from '#shared/ids.ts';
import { id, list, matching, record, text, time, type Schema } from '../backup/shape.ts';
import { readSchedule } from '../tasks/schedule.ts';
import { taskOrigin } from '../tasks/shape.ts';
import { readLabel } from './check.ts';
import { isTooOften } from './series.ts';

const yes = v.literal(true);
const day = matching((value) => isDay(value));
const repeat: Schema<AlarmRepeat> = v.union([
  record<Extract<AlarmRepeat, { cron: string }>>({ cron: matching(isCron) }),
  record<Extract<AlarmRepeat, { time: string }>>({
    ...{
      days: list(day, alarmLimits.dates),
      time: matching((value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)),
    },
  }),
]);

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}

/** Also that it rings neither never nor all the time. */
function isCron(cron: string): boolean {
  return readSchedule({ cron }, 'UTC', 0).ok && !isTooOften({ cron }, 0, 'UTC');
}

/** Does not check the label for invisible characters. */
export const alarmShape = record<Alarm>({
  ...{ id: id(), label: text(), at: time, state: v.picklist(['planned', 'ringing', 'missed']) },
  ...{ repeat: v.optional(repeat), starts: v.optional(time), lastDue: v.optional(time) },
  ...{ series: v.optional(id<AlarmId>()) },
  ...{ rangAt: v.optional(time), isTold: v.optional(yes), origin: taskOrigin, created: time },
});

/** Whether it is a valid alarm whose label needs no cleaning. */
export function isAlarm(value: unknown): value is Alarm {
  return v.is(alarmShape, value) && readLabel(value.label) === value.label;
}
