/** The scheduler alone: each task is handled independently of the others. */
import fc from 'fast-check';
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

/** Ids of the tasks that one check passes to `run`. */
async function lookAt(tasks: Task[], change: Partial<SchedulerDeps>): Promise<string[]> {
  const ran: string[] = [];
  const scheduler = createScheduler({
    ...{ now: () => now, setTimer: () => () => undefined },
    list: async () => tasks.filter(({ name }) => !ran.includes(name)),
    async run({ name }) {
      ran.push(name);
      return true;
    },
    ...{ recover: async () => false, takeOverRuns: async () => undefined, replan: async () => undefined },
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
  expect(
    await lookAt([left, task('due', { next: now })], { takeOverRuns: broken, recover: async () => true }),
  ).toContain('due');
});

it('a task that cannot be planned again stops no other task', async () => {
  const year = 365 * 86_400_000;
  const schedule = { type: 'cron', cron: '0 8 * * *', timeZone: 'UTC' } as const;
  const far = task('far', { schedule, next: now + year });
  expect(await lookAt([far, task('due', { next: now })], { replan: broken })).toContain('due');
});

/** The times in an hour at which timers fire, with tasks due at these seconds. */
async function ticksOf(seconds: readonly number[]): Promise<number[]> {
  const clock = { now };
  const timers = new Set<{ at: number; act: () => void }>();
  const done = new Set<string>();
  const tasks = seconds.map((each, at) => task(`${at}`, { next: now + each * 1_000 }));
  const scheduler = createScheduler({
    now: () => clock.now,
    setTimer(milliseconds, act) {
      const timer = { at: clock.now + milliseconds, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    list: async () => tasks.filter(({ name }) => !done.has(name)),
    async run({ name }) {
      done.add(name);
      return true;
    },
    ...{ recover: async () => false, takeOverRuns: async () => undefined, replan: async () => undefined },
    noteFault: () => undefined,
  });
  const ticks: number[] = [];
  await scheduler.check();
  await settled();
  for (;;) {
    const [first] = [...timers].toSorted((one, other) => one.at - other.at);
    if (!first || first.at > now + 3_600_000) break;
    timers.delete(first);
    clock.now = first.at;
    ticks.push(first.at);
    first.act();
    await settled();
  }
  expect(done.size).toBe(tasks.length);
  return ticks;
}

it('ticks no faster than a minute, but for the moment at which something is due', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 3_500 }), { minLength: 1, maxLength: 3 }),
      async (due) => {
        const ticks = await ticksOf(due);
        const moments = new Set(due.map((each) => now + each * 1_000));
        const faster = ticks.filter((at, index) => at - (ticks[index - 1] ?? now) < 60_000);
        expect(faster.filter((at) => !moments.has(at))).toEqual([]);
        expect(ticks.every((at, index) => at - (ticks[index - 1] ?? now) <= 60_000)).toBe(true);
      },
    ),
    { numRuns: 10 },
  );
});
