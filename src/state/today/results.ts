/** Of tasks: what is due today, and what came of them since the user looked last. Pure. */
import type { Task, TaskResult } from '#shared/tasks/task.ts';

/** `task`: null for the heartbeat. */
export type NewResult = { task: Pick<Task, 'id' | 'name'> | null; result: TaskResult };

/** The newest first, without what has nothing to tell. */
export function newResults(
  tasks: readonly Task[],
  heartbeat: readonly TaskResult[],
  since: number,
): NewResult[] {
  return [
    ...tasks.flatMap((task) => task.results.map((result) => ({ task, result }))),
    ...heartbeat.map((result) => ({ task: null, result })),
  ]
    .filter(({ result }) => endOf(result) > since && !result.isQuiet)
    .toSorted((one, other) => endOf(other.result) - endOf(one.result));
}

/** A run that began before a visit may end after it. */
export function endOf({ at, ended = at }: TaskResult): number {
  return ended;
}

/** On the clock of the device, the next one first. */
export function dueToday(tasks: readonly Task[], now: number): Task[] {
  const tomorrow = new Date(now);
  tomorrow.setHours(24, 0, 0, 0);
  return tasks
    .filter(({ next, isPaused }) => !isPaused && next !== null && next < tomorrow.getTime())
    .toSorted((one, other) => (one.next ?? 0) - (other.next ?? 0));
}
