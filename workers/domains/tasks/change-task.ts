/** A change of a task by an agent, in one transaction: what is not named stays. */
import type { AgentId } from '#shared/ids.ts';
import type { Schedule, ScheduleInput, Task, TaskAnswer, TaskDraft, TaskOrigin } from '#shared/tasks/task.ts';
import { isSame } from '../backup/record-list.ts';
import { fail, readTask, type Fault, type TaskWords } from './check.ts';
import { asPlanned, isFull, isPast, newPlan, orderOf, planOf, type TaskStoreDeps } from './store.ts';
import type { TaskChange } from './task-port.ts';

/** Whether it changes more than the name, or continues the task: then the user may have to accept it. */
export function isMaterial({ name: _, paused, ...rest }: TaskChange): boolean {
  return paused === false || Object.keys(rest).length > 0;
}

export function isScheduled({ at, cron, on_heartbeat: beat }: TaskChange): boolean {
  return at !== undefined || cron !== undefined || beat !== undefined;
}

type Change = {
  change: TaskChange;
  agent: AgentId | undefined;
  origin: TaskOrigin;
  /** It waits for the user's consent. */
  isWaiting: boolean;
};

export async function changeTask(
  seen: Task,
  change: Change,
  { database, now, timeZone, changed }: TaskStoreDeps,
): Promise<TaskAnswer<Task>> {
  const clock = { now: now(), timeZone: timeZone() };
  const draft = draftOf(seen, change);
  // With `now: 0` no moment is in the past: that of the stored task may have passed.
  const read = readTask(draft, { ...clock, now: 0 });
  if (!read.ok) return read;
  const transaction = database.transaction('tasks', 'readwrite');
  const all = await transaction.store.getAll();
  const known = all.find(({ id }) => id === seen.id);
  if (!known) return fail('gone');
  // Another tab has changed it since it was read.
  if (!isSame(orderOf(known), orderOf(seen))) return fail('changed');
  if (change.isWaiting && !known.isWaiting && isFull(all, true)) return fail('limit');
  const schedule = asPlanned(read.words.schedule, known.schedule, draft.time_zone !== undefined);
  if (isPast(schedule, clock.now) && schedule !== known.schedule) return readTask(draft, clock) as Fault;
  const task = changedTask(known, { ...read.words, schedule }, change, clock.now);
  await transaction.store.put(task);
  await transaction.done;
  changed(task.id);
  return { ok: true, value: task };
}

function draftOf(task: Task, { change, agent }: Change): TaskDraft {
  const { prompt = task.prompt, name = task.name, model = task.model, budget } = change;
  const limits = { ...task.budget, ...budget };
  return {
    ...{ id: task.id, prompt, name },
    ...(isScheduled(change) ? inputOf(change) : whenOf(task.schedule)),
    ...(model === undefined ? {} : { model }),
    ...(Object.keys(limits).length > 0 ? { budget: limits } : {}),
    ...(agent === undefined ? {} : { agent }),
  };
}

function inputOf({ at, cron, on_heartbeat: beat }: TaskChange): ScheduleInput {
  return {
    ...(at === undefined ? {} : { at }),
    ...(cron === undefined ? {} : { cron }),
    ...(beat === undefined ? {} : { on_heartbeat: beat }),
  };
}

function whenOf(schedule: Schedule): ScheduleInput {
  if (schedule.type === 'heartbeat') return { on_heartbeat: true };
  if (schedule.type === 'once') return { at: new Date(schedule.at).toISOString() };
  return { cron: schedule.cron, time_zone: schedule.timeZone };
}

/** Unlike an edit of the user, it accepts nothing: a task that waits goes on to wait. */
function changedTask(
  known: Task,
  words: TaskWords,
  { change: { paused }, origin, isWaiting }: Change,
  now: number,
): Task {
  const { agent: _, model: __, budget: ___, isPaused, isAccepted, running, ...kept } = known;
  const isAsBefore = words.schedule === known.schedule && !running && paused !== false;
  const { outside } = origin;
  return {
    ...{ ...kept, ...words, ...(isAsBefore ? planOf(known, now) : newPlan(words.schedule, now)) },
    ...((paused ?? isPaused) || isWaiting ? { isPaused: true } : {}),
    ...(isWaiting ? { isWaiting: true } : {}),
    ...(isAccepted && !outside ? { isAccepted } : {}),
    ...(running ? { running: { ...running, isSuperseded: true } } : {}),
    origin: isWaiting ? { ...known.origin, ...origin } : { ...known.origin, ...(outside ? { outside } : {}) },
  };
}
