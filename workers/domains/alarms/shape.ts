/** The schema of a stored alarm, for backups and for `restore`, which scripts can call. */
import * as v from 'valibot';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { id, record, text, time } from '../backup/shape.ts';
import { taskOrigin } from '../tasks/shape.ts';
import { readLabel } from './check.ts';

const yes = v.literal(true);

/** Does not check the label for invisible characters. */
export const alarmShape = record<Alarm>({
  ...{ id: id(), label: text(), at: time, state: v.picklist(['planned', 'ringing', 'missed']) },
  ...{ rangAt: v.optional(time), isTold: v.optional(yes), origin: taskOrigin, created: time },
});

/** Whether it is a valid alarm whose label needs no cleaning. */
export function isAlarm(value: unknown): value is Alarm {
  return v.is(alarmShape, value) && readLabel(value.label) === value.label;
}
