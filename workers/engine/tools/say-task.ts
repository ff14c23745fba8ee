/** What the tools of tasks answer. */
import type { Schedule, TaskAnswer } from '#shared/tasks/task.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export function valueOf<T>(answer: TaskAnswer<T>): T {
  if (answer.ok) return answer.value;
  const { code, message } = answer.error;
  throw new ToolError(code === 'only-user' ? 'permission_denied' : 'validation_error', message);
}

/** Such as `Tue, 24 Nov 2026, 08:00 GMT+1`. */
export function momentText(at: number): string {
  return new Date(at).toLocaleString('en-GB', {
    ...{ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  });
}

export function scheduleText(schedule: Schedule): string {
  if (schedule.type === 'once') return `once, ${momentText(schedule.at)}`;
  return schedule.type === 'cron' ? `cron '${schedule.cron}' (${schedule.timeZone})` : 'on each heartbeat';
}
