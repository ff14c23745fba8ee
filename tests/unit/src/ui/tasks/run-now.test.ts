/** The message after a task was accepted, before or after its time. */
import { beforeAll, expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Schedule, Task } from '#shared/tasks/task.ts';
import { createToasts } from '#src/state/base/toasts.ts';
import { loadTexts } from '#src/state/text/text.ts';
import { acceptTask } from '#src/ui/tasks/run-now.ts';

beforeAll(() => loadTexts('tasks'));

type App = Parameters<typeof acceptTask>[1];

/** Accepts a task with this schedule, whose next time is `next`. */
async function accept(schedule: Schedule, next: number | null) {
  const task: Task = {
    ...{ id: asId<'task'>('task_1'), name: 'Digest', prompt: 'Write it.', schedule, next },
    ...{ origin: { by: 'agent' }, failures: 0, results: [], created: 0 },
  };
  const ran: string[] = [];
  const seen: unknown[] = [];
  const toasts = createToasts();
  const tasks = {
    async pause(...given: unknown[]) {
      seen.push(...given);
      return { ok: true, value: task };
    },
    async run(id: string) {
      ran.push(id);
      return { ok: true, value: asId<'session'>('session_1') };
    },
  };
  const app: unknown = { toasts, connection: { api: { tasks } }, router: { go: () => undefined } };
  await acceptTask(task, app as App);
  expect(seen).toEqual([task.id, false, task]);
  return { ran, toast: toasts.list.value[0] };
}

it('it runs from now on', async () => {
  const { toast } = await accept({ type: 'cron', cron: '0 8 * * *', timeZone: 'UTC' }, 8);
  expect(toast?.text).toBe('Digest will run from now on.');
  expect((await accept({ type: 'heartbeat' }, null)).toast?.text).toBe('Digest will run from now on.');
});

it('a time that has passed is reported, and the task can be run now', async () => {
  const { toast, ran } = await accept({ type: 'once', at: 1 }, null);
  expect(toast?.text).toContain('The time of Digest has passed');
  expect(toast?.action?.label).toBe('Run now');
  toast?.action?.run();
  expect(ran).toEqual(['task_1']);
});
