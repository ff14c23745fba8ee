/** Tasks. Their code is loaded if one is stored or the heartbeat is on, or at the first use of their API. */
import { taskLimits } from '#shared/tasks/task.ts';
import type { Runs } from '#workers/domains/runs/runs.ts';
import type { Tasks } from '#workers/domains/tasks/open-tasks.ts';
import type { RemovalNeeds } from '#workers/domains/sessions/remove-session.ts';
import type { Core } from './core.ts';
import { once } from './once.ts';
import type { Stores } from './open-stores.ts';

export type TaskServices = {
  openTasks(): Promise<Tasks>;
  /** Checks whether a task or the heartbeat is due. */
  wakeTasks(): Promise<void>;
};

type Parts = Core &
  Stores & {
    runs(): Runs;
    openProcesses: RemovalNeeds['openProcesses'];
  };

export function openTasksLater(parts: Parts): TaskServices {
  const { bus, database, agents, sessions, folders, taskSwitch } = parts;
  let opened: Tasks | undefined;
  const open = once(async () => {
    const [{ openTasks }, { heartbeatFile }] = await Promise.all([
      import('#workers/domains/tasks/open-tasks.ts'),
      import('#workers/domains/tasks/beat-list.ts'),
    ]);
    opened = openTasks({
      ...{ database, agents, sessions, settings: taskSwitch },
      now: await openClock(() => void wake()),
      setTimer: (milliseconds, act) => {
        const timer = setTimeout(act, milliseconds);
        return () => clearTimeout(timer);
      },
      timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
      send: (input) => parts.runs().send(input),
      unfinished: async () =>
        (await import('#workers/domains/sessions/journal/unfinished-runs.ts')).findUnfinishedRuns(
          folders.journal,
        ),
      takeOverRuns: () => parts.runs().takeOverRuns(),
      ifFree: async (name, work) =>
        navigator.locks.request(name, { ifAvailable: true }, async (lock) => work(lock !== null)),
      removeSession: async (id) => {
        const { removeWhenIdle } = await import('#workers/domains/sessions/remove-session.ts');
        await removeWhenIdle(id, { ...parts, runs: parts.runs() });
      },
      isQueued: async (id) => (await parts.waitingSends.list()).some(({ input }) => input.session === id),
      spentSoFar: async (id) => {
        const { readSpentSoFar } = await import('#workers/domains/sessions/journal/unfinished-runs.ts');
        return readSpentSoFar(id, folders.journal);
      },
      async readList() {
        const { files } = await parts.openUserFiles();
        const [file] = await files.readMany([heartbeatFile]);
        if (!file) return '';
        return file.size > taskLimits.listBytes ? undefined : file.text();
      },
      async countFiles(since) {
        const { files } = await parts.fileIndex.since(undefined);
        return files.filter(({ file }) => file.lastModified > since).length;
      },
      post: (...ids) => bus.post({ type: 'changed', kind: 'tasks', ids }),
      sessionChanged: (id) => bus.post({ type: 'changed', kind: 'sessions', ids: [id] }),
    });
    return opened;
  });

  async function wake(): Promise<void> {
    const isPlanned = opened !== undefined || (taskSwitch.get().isOn && (await isAnyStored(parts)));
    if (isPlanned) await (await open()).check();
  }

  return { openTasks: open, wakeTasks: wake };
}

async function isAnyStored({ database, taskSwitch }: Parts): Promise<boolean> {
  return taskSwitch.get().heartbeat.isOn || (await database.count('tasks')) > 0;
}

/** Tests set the clock of the scheduler in the build that is made for them. */
export async function openClock(wake: () => void): Promise<() => number> {
  if (import.meta.env.MODE !== 'test') return Date.now;
  const { openTestClock } = await import('#workers/engine/testing/test-clock.ts');
  return openTestClock(wake);
}
