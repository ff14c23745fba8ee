/** Tasks: prompts that run at set times, and their results. */
import type { TasksApi } from '#shared/api/tasks.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { TaskPort } from './task-port.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { TasksKeptNeeds } from './backup.ts';
import type { ConnectTasksNeeds } from './connect-tasks.ts';
import { startTasks, type TaskServices } from './start.ts';
import { tables } from './tables.ts';

type Needs = ConnectTasksNeeds &
  TaskServices & {
    bus: Pick<EventBus, 'post'>;
    /** Alarms follow the same switch, so they are woken with the tasks. */
    wake(): Promise<void>;
  };

const closedText =
  'Nothing runs while the app is closed: a task that falls due runs when it is next opened, an alarm does not ring and is shown as missed.';

export const tasks = {
  tables,
  start: startTasks,
  wake: ({ wakeTasks }) => wakeTasks(),
  promptBlock: {
    name: 'tasks',
    share: 1 / 64,
    begin: async ({ tools }) => ({
      intro: '',
      lines: tools.has('schedule_task') || tools.has('set_alarm') ? [{ id: 'closed', text: closedText }] : [],
    }),
  },
  backup: async (needs) => (await import('./backup.ts')).tasksInBackup(needs),
  async reload({ taskSwitch, wake }) {
    await taskSwitch.reload();
    await wake();
  },
  isOn: ({ taskSwitch }) => taskSwitch.get().isOn,
  tools: async () => (await import('./tools/index.ts')).taskTools,
  toolPort: async ({ openTasks }) => (await openTasks()).port,
  open: ({ bus, taskSwitch, openTasks, wake, changed }) => {
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
      check: wake,
      async settings(change) {
        if (change) {
          if (!(await taskSwitch.change(change))) return (await import('./check.ts')).fail('settings');
          changed('settings');
          // The tools of tasks are offered only while they are on.
          bus.post({ type: 'changed', kind: 'tools', ids: ['tasks'] });
          await wake();
        }
        return { ok: true, value: taskSwitch.get() };
      },
    };
  },
} satisfies Domain<TasksApi, Needs, TasksKeptNeeds, TaskPort>;
