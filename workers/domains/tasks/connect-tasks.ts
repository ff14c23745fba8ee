/** Opens the tasks with what they use of the engine. */
import type { SendInput } from '#shared/rpc/protocol.ts';
import { taskLimits } from '#shared/tasks/task.ts';
import { openClock, setTimer } from '#workers/engine/clock.ts';
import type { Core } from '#workers/engine/core.ts';
import { findUnfinishedRuns, readSpentSoFar } from '../sessions/journal/unfinished-runs.ts';
import { removeWhenIdle, type RemovalNeeds } from '../sessions/remove-session.ts';
import { heartbeatFile } from './beat-list.ts';
import { openTasks, type Tasks, type TasksDeps } from './open-tasks.ts';
import type { TaskSwitch } from './settings.ts';

export type ConnectTasksNeeds = Omit<RemovalNeeds, 'sessions'> &
  Pick<TasksDeps, 'agents'> & {
    sessions: TasksDeps['sessions'] & RemovalNeeds['sessions'];
    runs: Pick<TasksDeps, 'send' | 'takeOverRuns'>;
    waitingSends: { list(): Promise<readonly { input: Pick<SendInput, 'session'> }[]> };
    openUserFiles(): Promise<{ files: { readMany(paths: readonly string[]): Promise<(File | null)[]> } }>;
  };

/** `wake`: called when a test has set the clock. */
export async function connectTasks(
  core: Core,
  settings: TaskSwitch,
  engine: ConnectTasksNeeds,
  wake: () => Promise<void>,
): Promise<Tasks> {
  const { bus, database, fileIndex, folders } = core;
  const { agents, sessions, runs, waitingSends, openUserFiles } = engine;
  return openTasks({
    ...{ database, agents, sessions, settings, setTimer },
    now: await openClock(() => void wake()),
    timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
    send: (input) => runs.send(input),
    unfinished: () => findUnfinishedRuns(folders.journal),
    takeOverRuns: () => runs.takeOverRuns(),
    ifFree: async (name, work) =>
      navigator.locks.request(name, { ifAvailable: true }, async (lock) => work(lock !== null)),
    removeSession: (id) => removeWhenIdle(id, { ...core, ...engine }),
    isQueued: async (id) => (await waitingSends.list()).some(({ input }) => input.session === id),
    spentSoFar: (id) => readSpentSoFar(id, folders.journal),
    async readList() {
      const { files } = await openUserFiles();
      const [file] = await files.readMany([heartbeatFile]);
      if (!file) return '';
      return file.size > taskLimits.listBytes ? undefined : file.text();
    },
    async countFiles(since) {
      const { files } = await fileIndex.since(undefined);
      return files.filter(({ file }) => file.lastModified > since).length;
    },
    post: (...ids) => bus.post({ type: 'changed', kind: 'tasks', ids }),
    sessionChanged: (id) => bus.post({ type: 'changed', kind: 'sessions', ids: [id] }),
  });
}
