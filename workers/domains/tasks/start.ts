/** Starts tasks. Their code is loaded if one is stored or the heartbeat is on, or at the first use of their API. */
import type { Core } from '#workers/engine/core.ts';
import { once } from '#workers/engine/once.ts';
import type { ConnectTasksNeeds } from './connect-tasks.ts';
import type { Tasks } from './open-tasks.ts';
import { openTaskSwitch, type TaskSwitch } from './settings.ts';

export type TaskServices = {
  taskSwitch: TaskSwitch;
  openTasks(): Promise<Tasks>;
  /** Checks whether a task or the heartbeat is due. */
  wakeTasks(): Promise<void>;
};

export async function startTasks(core: Core, engine: () => ConnectTasksNeeds): Promise<TaskServices> {
  const { database } = core;
  const taskSwitch = await openTaskSwitch(database);
  let opened: Tasks | undefined;
  const openTasks = once(async () => {
    const { connectTasks } = await import('./connect-tasks.ts');
    return (opened = await connectTasks(core, taskSwitch, engine(), wakeTasks));
  });

  async function wakeTasks(): Promise<void> {
    const isAnyStored = async () => taskSwitch.get().heartbeat.isOn || (await database.count('tasks')) > 0;
    const isPlanned = opened !== undefined || (taskSwitch.get().isOn && (await isAnyStored()));
    if (isPlanned) await (await openTasks()).check();
  }

  return { taskSwitch, openTasks, wakeTasks };
}
