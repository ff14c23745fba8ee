/** The schema of a stored task, for backups and for `restore`, which scripts can call. */
import * as v from 'valibot';
import type { AgentId, RunId, SessionId } from '#shared/ids.ts';
import type { Spent } from '#shared/runs/spent.ts';
import {
  taskLimits,
  type Schedule,
  type Task,
  type TaskClaim,
  type TaskFailure,
  type TaskOrigin,
  type TaskResult,
} from '#shared/tasks/task.ts';
import { amount, id, list, record, text, time, type Schema } from '../backup/shape.ts';
import { budgetShape } from '../budget/budget-shape.ts';
import { source } from '../memory/shape.ts';
import { outcome } from '../sessions/saved-session.ts';
import { readTask } from './check.ts';
import { nextAfter } from './schedule.ts';

type Kind<Type extends Schedule['type']> = Extract<Schedule, { type: Type }>;
const schedule: Schema<Schedule> = v.union([
  record<Kind<'once'>>({ type: v.literal('once'), at: time }),
  record<Kind<'cron'>>({ type: v.literal('cron'), cron: text(), timeZone: text() }),
  record<Kind<'heartbeat'>>({ type: v.literal('heartbeat') }),
]);
export const taskOrigin = record<TaskOrigin>({
  by: v.picklist(['user', 'agent']),
  ...{ session: v.optional(id<SessionId>()), isFrequent: v.optional(v.literal(true)) },
  outside: v.optional(list(source, 100)),
});
const failure: Schema<TaskFailure> = v.union([
  record<{ type: 'not-begun' | 'chat-gone' | 'list-large' }>({
    type: v.picklist(['not-begun', 'chat-gone', 'list-large']),
  }),
  v.custom<TaskFailure>(
    (value) => v.is(outcome, value) && value.type !== 'completed' && value.type !== 'waiting',
  ),
]);
const yes = v.literal(true);
/** More tries than there can be. */
const maxRuns = 1_000;
const result = record<TaskResult>({
  ...{ due: time, at: time, ended: v.optional(time), missed: amount },
  session: v.optional(id<SessionId>()),
  ...{ runs: v.optional(list(id<RunId>(), maxRuns)), failure: v.optional(failure) },
  ...{ tries: v.optional(amount), spent: v.optional(record<Spent>({ tokens: amount, cost: amount })) },
  ...{ isQuiet: v.optional(yes), isExtra: v.optional(yes) },
});
const claim = record<TaskClaim>({
  ...{ due: time, at: time, missed: amount },
  ...{ session: id<SessionId>(), before: v.optional(list(id<RunId>(), maxRuns)) },
  ...{ isExtra: v.optional(yes), isSuperseded: v.optional(yes) },
});

/** Does not check the texts for invisible characters and length. */
export const taskShape = record<Task>({
  ...{ id: id(), name: text(), prompt: text(), schedule, origin: taskOrigin },
  ...{ agent: v.optional(id<AgentId>()), model: v.optional(text()), budget: v.optional(budgetShape) },
  ...{ isPaused: v.optional(yes), isWaiting: v.optional(yes), isAccepted: v.optional(yes) },
  ...{ running: v.optional(claim) },
  ...{ next: v.nullable(time), failures: amount, results: list(result, taskLimits.results), created: time },
});

/** Whether it is a valid task that needs no cleaning. */
export function isTask(value: unknown): value is Task {
  if (!v.is(taskShape, value)) return false;
  const words = cleanTask(value);
  return words !== undefined && words.name === value.name && words.prompt === value.prompt;
}

/** Undefined if this app would not have saved such a task; a moment in the past is valid, though. */
export function cleanTask(task: Task): Task | undefined {
  const { name, prompt, schedule: when } = task;
  const onHeartbeat = { name, prompt, on_heartbeat: true };
  const read = readTask(onHeartbeat, { now: 0, timeZone: 'UTC' });
  if (!read.ok || !canPlan(when)) return undefined;
  return { ...task, name: read.words.name, prompt: read.words.prompt };
}

function canPlan(when: Schedule): boolean {
  if (when.type !== 'cron') return true;
  const read = readTask({ prompt: 'x', cron: when.cron }, { now: 0, timeZone: when.timeZone });
  if (!read.ok) return false;
  try {
    return nextAfter(when, 0) !== null;
  } catch {
    // Not a time zone.
    return false;
  }
}
