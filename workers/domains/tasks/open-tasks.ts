/** Opens the tasks: their store, the port of their tools, and the scheduler that runs them. */
import type { Agent } from '#shared/agents/agent.ts';
import type { SessionId, TaskId } from '#shared/ids.ts';
import type { HeartbeatState, StalledTask, Task, TaskAnswer } from '#shared/tasks/task.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import type { TaskPort } from './task-port.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { createAgentTasks } from './agent-tasks.ts';
import { fail } from './check.ts';
import { replanTask } from './claims.ts';
import { acceptList, readBeatList } from './beat-list.ts';
import { endBeat, endTask, removeOldChats } from './end-beat.ts';
import { beat, planBeat, readBeats, type HeartbeatDeps } from './heartbeat.ts';
import { recoverTask, runTask, type OnEnded, type TaskRunDeps } from './run-task.ts';
import { createScheduler, type SchedulerDeps } from './scheduler.ts';
import type { TaskSwitch } from './settings.ts';
import { createTaskStore, listTasks, type TaskStore, type TaskStoreDeps } from './store.ts';
import type { ModelError } from '#shared/models/provider.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';

export type Tasks = {
  store: TaskStore;
  port: TaskPort;
  run(id: TaskId): Promise<TaskAnswer<SessionId>>;
  check(): Promise<void>;
  heartbeat(): Promise<HeartbeatState>;
  acceptList(shown: string, before?: string): Promise<boolean>;
  stalled(): StalledTask[];
  stop(): void;
};

export type TasksDeps = Omit<HeartbeatDeps, 'taskChanged' | 'allSettings' | 'onReport'> &
  Pick<TaskStoreDeps, 'timeZone'> & {
    settings: Pick<TaskSwitch, 'get'>;
    agents: TaskStoreDeps['agents'] & { list(): Promise<Agent[]> };
    sessions: TaskRunDeps['sessions'] & Pick<SessionStore, 'get'>;
    /** Posts that tasks have changed. */
    post(...ids: string[]): void;
  };

export function openTasks(deps: TasksDeps): Tasks {
  const { database, settings, agents } = deps;
  const changed = (...ids: string[]) => {
    deps.post(...ids);
    void scheduler.check();
  };
  const storeDeps: TaskStoreDeps = { ...deps, agents, changed };
  const store = createTaskStore(storeDeps);
  const runDeps: TaskRunDeps = { ...deps, taskChanged: (id) => deps.post(id) };
  const beatDeps: HeartbeatDeps = {
    ...deps,
    ...runDeps,
    allSettings: settings.get,
    onReport: (session) => deps.post(heartbeatId, session),
  };
  const faults = createTaskFaults((id) => deps.post(id));
  const scheduler = createScheduler(schedulerDeps(deps, { run: runDeps, beat: beatDeps }, faults));

  return {
    ...{ store, check: scheduler.check, stop: scheduler.stop, stalled: faults.list },
    port: createAgentTasks({
      ...storeDeps,
      ...{ store, settings, sessions: deps.sessions },
      allAgents: agents.list,
    }),
    async heartbeat() {
      const state = await readBeats(beatDeps);
      if (!settings.get().isOn || !settings.get().heartbeat.isOn) return { ...state, next: null };
      const list = await readBeatList(beatDeps);
      if (list === 'too-large') return { ...state, isListTooLarge: true };
      return { ...state, ...(list?.isWaiting ? { waiting: list.text } : {}) };
    },
    async acceptList(shown, before) {
      const isAccepted = await acceptList(shown, beatDeps, before);
      changed(heartbeatId);
      return isAccepted;
    },
    async run(id) {
      if (!settings.get().isOn) return fail('off');
      const task = await database.get('tasks', id);
      if (!task || id === heartbeatId) return fail('gone');
      if (task.isWaiting) return fail('waiting');
      return runNow(task, runDeps, scheduler.check);
    },
  };
}

function schedulerDeps(
  { database, settings, now, setTimer }: TasksDeps,
  { run: runDeps, beat: beatDeps }: { run: TaskRunDeps; beat: HeartbeatDeps },
  { note: noteFault }: TaskFaults,
): SchedulerDeps {
  const due = { trigger: { type: 'due' } } as const;
  /** A run with the heartbeat is charged to the heartbeat's budget. */
  const endOf = ({ id, schedule }: Task): OnEnded | undefined => {
    if (schedule.type !== 'heartbeat') return undefined;
    const end = id === heartbeatId ? endBeat : endTask;
    return (session, outcome) => end(session, outcome, beatDeps);
  };
  return {
    ...{ now, setTimer, noteFault, takeOverRuns: runDeps.takeOverRuns },
    async list() {
      const { isOn, heartbeat } = settings.get();
      if (!isOn) return [];
      if (!heartbeat.isOn) return listTasks(database);
      // If the beat cannot be planned, as on a full disk, the other tasks must still run.
      await planBeat(beatDeps).catch((error: unknown) => noteFault(heartbeatId, error));
      return database.getAll('tasks');
    },
    run: async ({ id }) =>
      id === heartbeatId ? beat(beatDeps) : (await runTask(id, due, runDeps)) !== undefined,
    async recover(task) {
      const isUnfinished = await recoverTask(task, runDeps, endOf(task));
      if (task.id === heartbeatId) await removeOldChats(beatDeps);
      return isUnfinished;
    },
    async replan(id) {
      if (await replanTask(id, now(), database)) runDeps.taskChanged(id);
    },
  };
}

/** Resolves when the run begins: it may go on for hours. */
function runNow(
  { id, name }: Task,
  deps: TaskRunDeps,
  onOver: () => Promise<void>,
): Promise<TaskAnswer<SessionId>> {
  return new Promise((resolve, reject) => {
    const onBegun = (session: SessionId) => resolve({ ok: true, value: session });
    runTask(id, { trigger: { type: 'now' }, onBegun }, deps)
      .then(() => {
        // No effect if the run has begun: the promise was resolved then.
        resolve(fail('busy'));
        return onOver();
      })
      .catch((error: unknown) => {
        console.error(`The task '${name}' could not be run.`, error);
        reject(error instanceof Error ? error : new Error(String(error)));
      });
  });
}

/**
 * Why tasks are stalled, such as a full disk. In memory, because storing is what fails. All tabs find the same faults,
 * because each of them tries.
 */
type TaskFaults = {
  /** `error`: undefined once the fault is over. */
  note(id: TaskId, error: unknown): void;
  list(): StalledTask[];
};

function createTaskFaults(changed: (id: TaskId) => void): TaskFaults {
  const faults = new Map<TaskId, ModelError>();
  return {
    note(id, error) {
      const before = faults.get(id);
      const now = error === undefined ? undefined : explainStorageError(error);
      if (now) faults.set(id, now);
      else faults.delete(id);
      if (before?.type !== now?.type) changed(id);
    },
    list: () => [...faults].map(([id, error]) => ({ id, error })),
  };
}
