/**
 * Runs what is due, and sets one timer for what is due next. While something is planned it checks at least
 * once a minute, because a timer does not notice that the clock was set or the device slept; while nothing
 * is, it has no timer. A timer is shorter than a minute only if something is due at its end.
 */
import { createSemaphore } from '#shared/semaphore.ts';
import type { TaskId } from '#shared/ids.ts';
import type { Task } from '#shared/tasks/task.ts';
import { isDue, replan, retryDelay } from './schedule.ts';

export type SchedulerDeps = {
  now(): number;
  /** Returns the function that clears the timer. */
  setTimer(milliseconds: number, act: () => void): () => void;
  /** All tasks, that of the heartbeat included; none while tasks are switched off. */
  list(): Promise<readonly Task[]>;
  /** Resolves once the run is over; false: it was not begun, because another tab has it. */
  run(task: Task): Promise<boolean>;
  /** Stores the result of a run whose tab died; true: it has a journal, and may need to be taken over. */
  recover(task: Task): Promise<boolean>;
  /** Takes over runs that have a journal and are active in no tab. */
  adopt(): Promise<void>;
  replan(id: TaskId): Promise<void>;
  /** Reports that something of a task could not be stored; `error` undefined: the fault is over. */
  noteFault(id: TaskId, error: unknown): void;
};

type Scheduler = {
  /** Resolves once everything due was handed to `run`. */
  check(): Promise<void>;
  stop(): void;
};

const longestWaitMs = 60_000;
/** How many runs are active at once, for example of tasks missed while the app was closed. */
const runsAtOnce = 4;
/** A run that asks the user may take all day; after this time it releases its permit for the next one. */
const longestTurnMs = 300_000;

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { now, setTimer } = deps;
  const turns = createTurns(deps);
  const care = createCare(deps);
  let clearTimer: () => void = () => undefined;
  let checking: Promise<void> | undefined;
  let isAgain = false;
  let isStopped = false;

  async function look(): Promise<void> {
    clearTimer();
    const left = (await deps.list()).filter(({ running, id }) => running && !turns.isOwn(id));
    for (const task of left) await care.takeOver(task);
    for (const task of await deps.list()) if (replan(task, now()) !== task) await care.replan(task);
    const tasks = await deps.list();
    for (const task of tasks) if (turns.mayBegin(task)) void turns.begin(task).then(check);
    arm(tasks);
  }

  function arm(tasks: readonly Task[]): void {
    const planned = tasks.filter(({ id, isPaused, next, running }) => {
      const isLeft = running !== undefined && !turns.isOwn(id);
      return isLeft || (!isPaused && next !== null);
    });
    if (isStopped || planned.length === 0) return;
    const waits = planned.map(({ next }) => (next ?? 0) - now()).filter((wait) => wait > 0);
    clearTimer = setTimer(Math.min(longestWaitMs, ...waits), () => void check());
  }

  /** Runs one check at a time. A call during a check causes one more check after it. */
  async function check(): Promise<void> {
    if (isStopped) return;
    if (checking) {
      isAgain = true;
      return checking;
    }
    checking = look().catch((error: unknown) => {
      console.error('Tasks could not be checked.', error);
      if (!isStopped) clearTimer = setTimer(longestWaitMs, () => void check());
    });
    await checking;
    checking = undefined;
    if (!isAgain) return;
    isAgain = false;
    return check();
  }

  return {
    check,
    stop() {
      isStopped = true;
      clearTimer();
    },
  };
}

/** Takes over and plans again each task separately, so that an error of one does not stop the others. */
function createCare(deps: SchedulerDeps) {
  const adopt = createAdoption(deps);
  async function apart(task: Task, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      console.error(`The task '${task.name}' could not be taken over or planned again.`, error);
      deps.noteFault(task.id, error);
    }
  }
  return {
    replan: (task: Task) => apart(task, () => deps.replan(task.id)),
    takeOver: (task: Task) =>
      apart(task, async () => {
        if (await deps.recover(task)) await adopt(task);
        deps.noteFault(task.id, undefined);
      }),
  };
}

/**
 * Takes over an unfinished run whose commit failed: otherwise no tab would retry the commit until one is
 * opened. With exponential backoff, because the run may also just wait for the user.
 */
function createAdoption({ now, adopt }: Pick<SchedulerDeps, 'now' | 'adopt'>): (task: Task) => Promise<void> {
  const tried = new Map<string, { until: number; tries: number }>();
  return async ({ running }) => {
    const session = running?.session ?? '';
    const { until = 0, tries = 0 } = tried.get(session) ?? {};
    if (isHeld(until, now())) return;
    tried.set(session, { until: now() + retryDelay(tries + 1), tries: tries + 1 });
    await adopt();
  };
}

/** Whether a backoff lasts until later. An end too far ahead is ignored: the clock was set back. */
function isHeld(until: number, now: number): boolean {
  return until > now && until <= now + 2 * retryDelay(Infinity);
}

type Turns = {
  /** Never rejects. */
  begin(task: Task): Promise<void>;
  mayBegin(task: Task): boolean;
  /** Whether this tab has begun it, or is about to. */
  isOwn(id: TaskId): boolean;
};

type TurnDeps = Pick<SchedulerDeps, 'now' | 'setTimer' | 'run' | 'noteFault'>;

function createTurns({ now, setTimer, run, noteFault }: TurnDeps): Turns {
  const turns = createSemaphore(runsAtOnce);
  const own = new Set<TaskId>();
  /** Tasks with a backoff, so that a task whose claim cannot be stored is not retried in a loop. */
  const held = new Map<TaskId, { until: number; failures: number }>();

  async function tryRun(task: Task): Promise<void> {
    try {
      if (await run(task)) held.delete(task.id);
      // The tab that runs it posts its changes, which cause a check here.
      else held.set(task.id, { until: now() + longestWaitMs / 2, failures: 0 });
      noteFault(task.id, undefined);
    } catch (error) {
      console.error(`The task '${task.name}' could not be run.`, error);
      noteFault(task.id, error);
      const failures = (held.get(task.id)?.failures ?? 0) + 1;
      held.set(task.id, { until: now() + retryDelay(failures), failures });
    }
  }

  return {
    isOwn: (id) => own.has(id),
    async begin(task) {
      own.add(task.id);
      await turns.acquire();
      let isOver = false;
      const release = () => {
        if (!isOver) turns.release();
        isOver = true;
      };
      const clearTimer = setTimer(longestTurnMs, release);
      await tryRun(task);
      clearTimer();
      release();
      own.delete(task.id);
    },
    mayBegin(task) {
      const { until = 0 } = held.get(task.id) ?? {};
      return isDue(task, now()) && !task.running && !own.has(task.id) && !isHeld(until, now());
    },
  };
}
