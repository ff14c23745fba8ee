/** Tasks and their settings in a backup. */
import * as v from 'valibot';
import type { Task, TaskSettings } from '#shared/tasks/task.ts';
import type { BackupPart } from '#workers/contracts/backup-part.ts';
import type { Database } from '#workers/storage/database.ts';
import { put } from '#workers/storage/write.ts';
import { recordList } from '../backup/record-list.ts';
import { settingPart } from '../backup/setting-part.ts';
import { areTaskSettings, taskSetting, type TaskSwitch } from './settings.ts';
import { cleanTask, taskShape } from './shape.ts';
import { listTasks } from './store.ts';

export type TasksKeptNeeds = { database: Database; taskSwitch: Pick<TaskSwitch, 'reload'> };

export function tasksInBackup({ database, taskSwitch }: TasksKeptNeeds): readonly BackupPart[] {
  return [
    recordList<Task>({
      ...{ name: 'tasks', file: 'tasks.json', shape: taskShape },
      check: (task) => (cleanTask(task) ? undefined : 'This is not a task that can be run.'),
      collect: async () => (await listTasks(database)).map(withoutRun),
      async find(wanted) {
        const here = await database.get('tasks', wanted);
        return here && withoutRun(here);
      },
      writes(value) {
        const task = cleanTask(value);
        return task ? [put('tasks', task.id, asImported(task))] : [];
      },
      changes: (task) => (task.isPaused ? [] : [{ name: 'task-paused', values: { name: task.name } }]),
    }),
    {
      ...settingPart<TaskSettings>({
        ...{ field: 'tasks', key: taskSetting, database },
        shape: v.custom<TaskSettings & { [key: string]: never }>(areTaskSettings),
        changes: () => [{ name: 'tasks' }],
      }),
      reload: taskSwitch.reload,
    },
  ];
}

/** The run belongs to this device. */
function withoutRun({ running: _, ...task }: Task): Task {
  return task;
}

/** Paused: the device that made the backup may still run it, and what a file brings must not run by itself. */
function asImported(task: Task): Task {
  return { ...withoutRun(task), isPaused: true };
}
