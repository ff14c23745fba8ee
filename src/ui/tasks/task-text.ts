/** Texts about a task: when it runs, how its runs ended, why it could not be saved. */
import type { Budget } from '#shared/agents/agent.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { Spent } from '#shared/runs/spent.ts';
import {
  cronRanges,
  taskLimits,
  type Schedule,
  type Task,
  type TaskErrorCode,
  type TaskFailure,
} from '#shared/tasks/task.ts';
import { sentenceFor } from '#src/state/text/sentences.ts';
import { language, t } from '#src/state/text/text.ts';
import { formatCost, formatCount } from '#src/ui/kit/format.ts';
import { formatBytes } from '#src/ui/kit/format-file.ts';
import { cronText } from '#src/ui/kit/schedule/cron-text.ts';

/** Such as `Tuesday, 24 November 2026 at 08:00`. */
export function momentText(at: number): string {
  return new Date(at).toLocaleString(language.value, { dateStyle: 'full', timeStyle: 'short' });
}

/** Such as `Tue, 24 Nov, 08:00`; with the year if it is not the current one. */
export function shortMoment(at: number): string {
  const date = new Date(at);
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return date.toLocaleString(language.value, {
    ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

export function stateText({ isPaused, running, next, schedule }: Task, hasHeartbeat: boolean): string {
  if (running) return t('tasks.running');
  if (isPaused) return t('tasks.paused');
  if (schedule.type === 'heartbeat')
    return t(hasHeartbeat ? 'tasks.with-heartbeat' : 'tasks.heartbeat-is-off');
  return next === null ? t('tasks.not-planned') : t('tasks.next', { time: shortMoment(next) });
}

/** How a task repeats, such as `Monday to Friday, 08:00`; with the zone where it is not that of the device. */
export function repeatText(schedule: Schedule): string | undefined {
  if (schedule.type !== 'cron') return undefined;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const zone = schedule.timeZone === timeZone ? '' : ` (${schedule.timeZone})`;
  return cronText(schedule.cron) + zone;
}

/** When a task is due; usual patterns in words, others as cron, so that the user can decide on it. */
export function scheduleText({ schedule, next }: Pick<Task, 'schedule' | 'next'>): string {
  if (schedule.type === 'heartbeat') return t('tasks.with-heartbeat');
  if (schedule.type === 'once') return momentText(schedule.at);
  const first = next === null ? '' : ` ${t('tasks.next', { time: shortMoment(next) })}`;
  return `${cronText(schedule.cron)} (${schedule.timeZone}).${first}`;
}

export function budgetText({ tokens, cost }: Budget): string {
  const limits = [
    ...(tokens === undefined ? [] : [t('tasks.tokens', { tokens: formatCount(tokens) })]),
    ...(cost === undefined ? [] : [formatCost(cost)]),
  ];
  return limits.join(', ');
}

export function spentText({ tokens, cost }: Spent): string {
  return t('tasks.spent', { tokens: formatCount(tokens), cost: formatCost(cost) });
}

/** Why a task that is due or has run could not be stored. */
export function stalledText(error: ModelError): string {
  return t('tasks.stalled', { reason: sentenceFor(error) });
}

export function failureText(failure: TaskFailure): string {
  switch (failure.type) {
    case 'not-begun':
    case 'chat-gone':
      return t(`tasks.failure-${failure.type}`);
    case 'list-large':
      return t('tasks.failure-list-large', { size: formatBytes(taskLimits.listBytes) });
    case 'failed':
      return sentenceFor(failure.error);
    case 'budget': {
      const { limit, most } = failure;
      return t(`outcome.budget-${limit}`, {
        most: limit.endsWith('cost') ? formatCost(most) : formatCount(most),
      });
    }
    default:
      return t(`outcome.${failure.type}`);
  }
}

const counts: Partial<Record<TaskErrorCode, number>> = {
  'prompt-long': taskLimits.promptCharacters,
  limit: taskLimits.tasks,
};

const ranges: Partial<Record<TaskErrorCode, readonly [number, number]>> = {
  'cron-minute': cronRanges.minute,
  'cron-hour': cronRanges.hour,
  'cron-day': cronRanges.day,
  'cron-month': cronRanges.month,
  'cron-weekday': cronRanges.weekday,
};

export function taskErrorText(code: TaskErrorCode): string {
  // The user cannot cause these: only scripts pass such values, and only models get `only-user`.
  const shown = code === 'only-user' || code === 'settings' || code === 'schedule-count' ? 'invalid' : code;
  const [least, most] = ranges[code] ?? [0, 0];
  return t(`tasks.fault-${shown}`, { count: counts[code] ?? 0, least, most });
}
