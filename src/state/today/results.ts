/** Selects the tasks that are due today, and the results of tasks since the user's last visit. Pure. */
import type { Task, TaskResult } from '#shared/tasks/task.ts';

/** `task`: null for the heartbeat. */
export type NewResult = { task: Pick<Task, 'id' | 'name'> | null; result: TaskResult };

/** Newest first, without results that have nothing to report. */
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

/** When the run ended: a run that began before a visit may end after it. */
export function endOf({ at, ended = at }: TaskResult): number {
  return ended;
}

/** The tasks due before midnight on the clock of the device, the next one first. */
export function dueToday(tasks: readonly Task[], now: number): Task[] {
  const tomorrow = new Date(now);
  tomorrow.setHours(24, 0, 0, 0);
  return tasks
    .filter(({ next, isPaused }) => !isPaused && next !== null && next < tomorrow.getTime())
    .toSorted((one, other) => (one.next ?? 0) - (other.next ?? 0));
}
