/** Results and error messages of the alarm tools. */
import type { Alarm, AlarmAnswer } from '#shared/alarms/alarm.ts';
import { outsideMark } from '#shared/memory/memory.ts';
import { momentText } from '#workers/text/moment-text.ts';
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

/** Its next time; for one that repeats its pattern, and those of the times after it that are given. */
export function whenText({ at, repeat }: Alarm, later: readonly number[]): string {
  const next = momentText(at);
  if (!repeat) return next;
  const pattern =
    'cron' in repeat
      ? `cron '${repeat.cron}'`
      : `${repeat.days.length} days in all, the last on ${repeat.days.at(-1)}`;
  const then = later.map((each) => `, then ${momentText(each)}`).join('');
  return `${next}${then} (repeats: ${pattern}, wherever the device is)`;
}
