/** Runs what is due, and checks again when the next task is due. */
import { createSemaphore } from '#shared/semaphore.ts';
import type { TaskId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { createCheckLoop, longestWaitMs, type CheckLoop, type CheckLoopDeps } from '../check-loop.ts';
import { isDue, replan, retryDelay } from './schedule.ts';

export type SchedulerDeps = Pick<CheckLoopDeps, 'setTimer'> & {
  now(): number;
  /** All tasks, that of the heartbeat included; none while tasks are switched off. */
  list(): Promise<readonly Task[]>;
  /** Resolves once the run is over; false: it was not begun, because another tab has it. */
  run(task: Task): Promise<boolean>;
  /** Stores the result of a run whose tab died; true: it has a journal, and may need to be taken over. */
  recover(task: Task): Promise<boolean>;
  /** Takes over runs that have a journal and are active in no tab. */
  takeOverRuns(): Promise<void>;
  replan(id: TaskId): Promise<void>;
  /** Reports that something of a task could not be stored; `error` undefined: the fault is over. */
  noteFault(id: TaskId, error: unknown): void;
};

/** How many runs are active at once, for example of tasks missed while the app was closed. */
const runsAtOnce = 4;
/** A run that asks the user may take all day; after this time it releases its permit for the next one. */
const longestSlotMs = 300_000;

/** `check` resolves once everything due was handed to `run`. */
export function createScheduler(deps: SchedulerDeps): CheckLoop {
  const { now, setTimer } = deps;
  const slots = createRunSlots(deps);
  const recovery = createTaskRecovery(deps);

  async function runCheck(): Promise<number | undefined> {
    const left = (await deps.list()).filter(({ running, id }) => running && !slots.isOwn(id));
    for (const task of left) await recovery.takeOver(task);
    for (const task of await deps.list()) if (replan(task, now()) !== task) await recovery.replan(task);
    const tasks = await deps.list();
    for (const task of tasks) if (slots.mayBegin(task)) void slots.begin(task).then(loop.check);
    return waitFor(tasks);
  }

  /** Shorter than a minute only if something is due at its end. */
  function waitFor(tasks: readonly Task[]): number | undefined {
    const planned = tasks.filter(({ id, isPaused, next, running }) => {
      const isLeft = running !== undefined && !slots.isOwn(id);
      return isLeft || (!isPaused && next !== null);
    });
    if (planned.length === 0) return undefined;
    const waits = planned.map(({ next }) => (next ?? 0) - now()).filter((wait) => wait > 0);
    return Math.min(...waits);
  }

  const loop = createCheckLoop({ subject: 'Tasks', setTimer, runCheck });
  return loop;
}

/** Takes over and plans again each task separately, so that an error of one does not stop the others. */
function createTaskRecovery(deps: SchedulerDeps) {
  const takeOver = createTakeoverBackoff(deps);
  async function reportFault(task: Task, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      console.error(`The task '${task.name}' could not be taken over or planned again.`, error);
      deps.noteFault(task.id, error);
    }
  }
  return {
    replan: (task: Task) => reportFault(task, () => deps.replan(task.id)),
    takeOver: (task: Task) =>
      reportFault(task, async () => {
        if (await deps.recover(task)) await takeOver(task);
        deps.noteFault(task.id, undefined);
      }),
  };
}

/**
 * Takes over an unfinished run whose commit failed: otherwise no tab would retry the commit until one is
 * opened. With exponential backoff, because the run may also just wait for the user.
 */
function createTakeoverBackoff({
  now,
  takeOverRuns,
}: Pick<SchedulerDeps, 'now' | 'takeOverRuns'>): (task: Task) => Promise<void> {
  const backoffs = new Map<string, { until: number; tries: number }>();
  return async ({ running }) => {
    const session = running?.session ?? '';
    const { until = 0, tries = 0 } = backoffs.get(session) ?? {};
    if (isBackingOff(until, now())) return;
    backoffs.set(session, { until: now() + retryDelay(tries + 1), tries: tries + 1 });
    await takeOverRuns();
  };
}

/** Whether a backoff lasts until later. An end too far ahead is ignored: the clock was set back. */
function isBackingOff(until: number, now: number): boolean {
  return until > now && until <= now + 2 * retryDelay(Infinity);
}

type RunSlots = {
  /** Never rejects. */
  begin(task: Task): Promise<void>;
  mayBegin(task: Task): boolean;
  /** Whether this tab has begun it, or is about to. */
  isOwn(id: TaskId): boolean;
};

type RunSlotDeps = Pick<SchedulerDeps, 'now' | 'setTimer' | 'run' | 'noteFault'>;

function createRunSlots({ now, setTimer, run, noteFault }: RunSlotDeps): RunSlots {
  const semaphore = createSemaphore(runsAtOnce);
  const own = new Set<TaskId>();
  /** Tasks with a backoff, so that a task whose claim cannot be stored is not retried in a loop. */
  const backoffs = new Map<TaskId, { until: number; failures: number }>();

  async function tryRun(task: Task): Promise<void> {
    try {
      if (await run(task)) backoffs.delete(task.id);
      // The tab that runs it posts its changes, which cause a check here.
      else backoffs.set(task.id, { until: now() + longestWaitMs / 2, failures: 0 });
      noteFault(task.id, undefined);
    } catch (error) {
      console.error(`The task '${task.name}' could not be run.`, error);
      noteFault(task.id, error);
      const failures = (backoffs.get(task.id)?.failures ?? 0) + 1;
      backoffs.set(task.id, { until: now() + retryDelay(failures), failures });
    }
  }

  return {
    isOwn: (id) => own.has(id),
    async begin(task) {
      own.add(task.id);
      await semaphore.acquire();
      let isOver = false;
      const release = () => {
        if (!isOver) semaphore.release();
        isOver = true;
      };
      const clearTimer = setTimer(longestSlotMs, release);
      await tryRun(task);
      clearTimer();
      release();
      own.delete(task.id);
    },
    mayBegin(task) {
      const { until = 0 } = backoffs.get(task.id) ?? {};
      return isDue(task, now()) && !task.running && !own.has(task.id) && !isBackingOff(until, now());
    },
  };
}
