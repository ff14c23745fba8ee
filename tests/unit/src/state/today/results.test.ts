/** Which task results the screen Today shows. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task, TaskResult } from '#shared/tasks/task.ts';
import { dueToday, newResults } from '#src/state/today/results.ts';

const noon = new Date(2026, 0, 15, 12).getTime();
const hour = 3_600_000;

function task(name: string, change: Partial<Task> = {}): Task {
  return {
    ...{ id: asId<'task'>(`task_${name}`), name, prompt: 'Do it.', origin: { by: 'user' }, created: 1 },
    ...{ schedule: { type: 'once', at: noon }, next: null, failures: 0, results: [], ...change },
  };
}

const result = (at: number, change: Partial<TaskResult> = {}): TaskResult => ({
  due: at,
  at,
  missed: 0,
  ...change,
});
const names = (tasks: readonly Task[]) => tasks.map(({ name }) => name);

it('tasks are due today until midnight, the next one first', () => {
  const tasks = [
    task('late', { next: noon + 11 * hour }),
    task('soon', { next: noon + hour }),
    task('tomorrow', { next: noon + 12 * hour }),
    task('paused', { next: noon + hour, isPaused: true }),
    task('never'),
  ];
  expect(names(dueToday(tasks, noon))).toEqual(['soon', 'late']);
});

it('results are new if they arrived after the last visit and contain news, the newest first', () => {
  const tasks = [
    task('one', { results: [result(noon + 2), result(noon - 1)] }),
    task('two', { results: [result(noon + 3), result(noon + 1, { isQuiet: true })] }),
  ];
  const beats = [result(noon + 5, { isQuiet: true }), result(noon + 4), result(noon)];
  expect(newResults(tasks, beats, noon).map(({ task, result: { at } }) => [task?.name, at - noon])).toEqual([
    [undefined, 4],
    ['two', 3],
    ['one', 2],
  ]);
  expect(newResults(tasks, beats, noon + 4)).toEqual([]);
});

it('a result is new if its run ended after the last visit, though it began before', () => {
  const long = result(noon - hour, { ended: noon + 2 });
  const tasks = [task('long', { results: [long] }), task('short', { results: [result(noon + 1)] })];
  expect(newResults(tasks, [], noon).map(({ task }) => task?.name)).toEqual(['long', 'short']);
  expect(newResults(tasks, [], noon + 2)).toEqual([]);
});
