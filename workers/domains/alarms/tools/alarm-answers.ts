/** Results and error messages of the alarm tools. */
import type { Alarm, AlarmAnswer } from '#shared/alarms/alarm.ts';
import { outsideMark } from '#shared/memory/memory.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function alarmOf(answer: AlarmAnswer<Alarm>): Alarm {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(code === 'only-user' ? 'permission_denied' : 'validation_error', message);
}

/** Such as `'Tea' (alarm_1)`; the card extracts the id from it. */
export function alarmReference({ id, label, origin }: Alarm): string {
  return `'${label || 'Alarm'}' (${id})${origin.outside ? ` ${outsideMark}` : ''}`;
}
