/** Tasks: prompts that run at set times, and their results. */
import type { TasksApi } from '#shared/api/tasks.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { TaskPort } from './task-port.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { TasksKeptNeeds } from './backup.ts';
import type { Tasks } from './open-tasks.ts';
import type { TaskSwitch } from './settings.ts';
import { tables } from './tables.ts';

type Needs = {
  bus: Pick<EventBus, 'post'>;
  taskSwitch: TaskSwitch;
  openTasks(): Promise<Tasks>;
  /** Loads no code if no task is stored and the heartbeat is off. */
  wakeTasks(): Promise<void>;
};

export const tasks: Domain<TasksApi, Needs, TasksKeptNeeds, TaskPort> = {
  tables,
  backup: async (needs) => (await import('./backup.ts')).tasksInBackup(needs),
  async reload({ taskSwitch, wakeTasks }) {
    await taskSwitch.reload();
    await wakeTasks();
  },
  isOn: ({ taskSwitch }) => taskSwitch.get().isOn,
  tools: async () => (await import('./tools/index.ts')).taskTools,
  toolPort: async ({ openTasks }) => (await openTasks()).port,
  open: ({ bus, taskSwitch, openTasks, wakeTasks, changed }) => {
    const store = async () => (await openTasks()).store;
    return {
      list: async () => (await store()).list(),
      save: async (draft) => (await store()).save(draft),
      remove: async (id) => (await store()).remove(id),
      restore: async (task) => (await store()).restore(task),
      pause: async (id, isPaused, seen) => (await store()).pause(id, isPaused, seen),
      times: async (schedule, most) => (await store()).times(schedule, most),
      run: async (id) => (await openTasks()).run(id),
      heartbeat: async () => (await openTasks()).heartbeat(),
      acceptList: async (shown, before) => (await openTasks()).acceptList(shown, before),
      stalled: async () => (await openTasks()).stalled(),
      check: wakeTasks,
      async settings(change) {
        if (change) {
          if (!(await taskSwitch.change(change))) return (await import('./check.ts')).fail('settings');
          changed('settings');
          // The tools of tasks are offered only while they are on.
          bus.post({ type: 'changed', kind: 'tools', ids: ['tasks'] });
          await wakeTasks();
        }
        return { ok: true, value: taskSwitch.get() };
      },
    };
  },
};
