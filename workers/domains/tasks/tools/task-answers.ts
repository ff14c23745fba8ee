/** Results and error messages of the task tools. */
import type { Schedule, TaskAnswer } from '#shared/tasks/task.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function valueOf<T>(answer: TaskAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(code === 'only-user' ? 'permission_denied' : 'validation_error', message);
}

export function scheduleText(schedule: Schedule): string {
  if (schedule.type === 'once') return `once, ${momentText(schedule.at)}`;
  return schedule.type === 'cron' ? `cron '${schedule.cron}' (${schedule.timeZone})` : 'on each heartbeat';
}
