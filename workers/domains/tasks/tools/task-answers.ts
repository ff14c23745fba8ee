/** Results and error messages of the task tools. */
import type { Schedule, Task, TaskAnswer } from '#shared/tasks/task.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function valueOf<T>(answer: TaskAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(code === 'only-user' ? 'permission_denied' : 'validation_error', message);
}

/** When a saved task runs, or what it waits for. `later`: the times after its next one. */
export function plannedText(
  { isWaiting, isPaused, next, schedule, origin }: Task,
  later: readonly number[],
): string {
  const often = origin.isFrequent ? 'It would run more often than once an hour. ' : '';
  if (isWaiting)
    return `${often}It is paused and waits for the user, who accepts it on the Tasks screen before it runs. Tell them.`;
  if (isPaused) return 'It is paused.';
  if (schedule.type === 'heartbeat') return 'It runs with each heartbeat, if the user has it on.';
  if (next === null) return 'It is not due again.';
  const then = later.map((at) => `, then ${momentText(at)}`).join('');
  return `It runs next ${momentText(next)}${then}, while the app is open; what is missed is caught up once.`;
}

export function scheduleText(schedule: Schedule): string {
  if (schedule.type === 'once') return `once, ${momentText(schedule.at)}`;
  return schedule.type === 'cron' ? `cron '${schedule.cron}' (${schedule.timeZone})` : 'on each heartbeat';
}
