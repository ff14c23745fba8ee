/** The scheduler by itself: each task apart from the others. */
import { expect, it } from 'vitest';
import { asId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { createScheduler, type SchedulerDeps } from '#workers/domains/tasks/scheduler.ts';
import { settled } from './task-world.ts';

const now = Date.parse('2026-01-01T07:00:00Z');

function task(name: string, change: Partial<Task> = {}): Task {
  return {
    ...{ id: asId<'task'>(`task_${name}`), name, prompt: 'Do it.', origin: { by: 'user' }, created: 1 },
    ...{ schedule: { type: 'once', at: now }, next: null, failures: 0, results: [], ...change },
  };
}

/** What a look hands to `run`. */
async function lookAt(tasks: Task[], change: Partial<SchedulerDeps>): Promise<string[]> {
  const ran: string[] = [];
  const scheduler = createScheduler({
    ...{ now: () => now, setTimer: () => () => undefined },
    list: async () => tasks.filter(({ name }) => !ran.includes(name)),
    async run({ name }) {
      ran.push(name);
      return true;
    },
    ...{ recover: async () => false, adopt: async () => undefined, replan: async () => undefined },
    noteFault: () => undefined,
    ...change,
  });
  await scheduler.check();
  await settled();
  scheduler.stop();
  return ran;
}

const broken = () => Promise.reject(new Error('It is broken.'));

it('a run that cannot be recovered stops no other task', async () => {
  const session = asId<'session'>('session_1');
  const left = task('left', { running: { due: now, at: now, missed: 0, session } });
  expect(await lookAt([left, task('due', { next: now })], { recover: broken })).toContain('due');
  expect(await lookAt([left, task('due', { next: now })], { adopt: broken, recover: async () => true })).toContain(
    'due',
  );
});

it('a task that cannot be planned anew stops no other task', async () => {
  const year = 365 * 86_400_000;
  const schedule = { type: 'cron', cron: '0 8 * * *', timeZone: 'UTC' } as const;
  const far = task('far', { schedule, next: now + year });
  expect(await lookAt([far, task('due', { next: now })], { replan: broken })).toContain('due');
});
