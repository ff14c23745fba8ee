/** What a whole alarm must look like, in a backup and where a script puts one back. */
import * as v from 'valibot';
import type { Alarm } from '#shared/alarms/alarm.ts';
import { id, record, text, time } from '../backup/shape.ts';
import { taskOrigin } from '../tasks/shape.ts';
import { readLabel } from './check.ts';

const yes = v.literal(true);

/** Its label may still have to be cleaned. */
export const alarmShape = record<Alarm>({
  ...{ id: id(), label: text(), at: time, state: v.picklist(['planned', 'ringing', 'missed']) },
  ...{ rangAt: v.optional(time), isTold: v.optional(yes), origin: taskOrigin, created: time },
});

/** Whether it is a whole alarm whose label is good as it is. */
export function isAlarm(value: unknown): value is Alarm {
  return v.is(alarmShape, value) && readLabel(value.label) === value.label;
}
