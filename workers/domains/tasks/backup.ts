/** Tasks and their settings in a backup. */
import * as v from 'valibot';
import type { Budget } from '#shared/agents/agent.ts';
import type { Json } from '#shared/json.ts';
import type { PlannedChange } from '#shared/rpc/backup.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import {
  defaultTaskSettings,
  taskLimits,
  type HeartbeatSettings,
  type Task,
  type TaskSettings,
} from '#shared/tasks/task.ts';
import type { BackupPart, RecordsPart } from '#workers/contracts/backup-part.ts';
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
    taskList(database),
    {
      ...settingPart<TaskSettings>({
        ...{ field: 'tasks', key: taskSetting, database },
        shape: v.custom<TaskSettings & { [key: string]: never }>(areTaskSettings),
        ...{ taken: settingsTaken, changes: settingChanges },
      }),
      reload: taskSwitch.reload,
    },
  ];
}

function taskList(database: Database): RecordsPart {
  const part = recordList<Task>({
    ...{ name: 'tasks', file: 'tasks.json', shape: taskShape },
    check: (task) => (canImport(task) ? undefined : 'This is not a task that can be run.'),
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
  });
  return {
    ...part,
    // Limited, because thousands of tasks in a file would bury the stored ones.
    read: (source) =>
      part.read({
        ...source,
        async json(file) {
          const values = await source.json(file);
          return Array.isArray(values) ? limited(values, await listTasks(database)) : values;
        },
      }),
  };
}

/** Replaces tasks beyond the limit by null, so that they count as broken. */
function limited(values: readonly Json[], here: readonly Task[]): Json[] {
  const known = new Set<string>(here.map(({ id }) => id));
  return values.map((value) => {
    if (!v.is(taskShape, value) || !canImport(value) || known.has(value.id)) return value;
    if (known.size >= taskLimits.tasks) return null;
    known.add(value.id);
    return value;
  });
}

/** The row of the heartbeat belongs to this device: one from a file would be paused, and no screen could resume it. */
function canImport(task: Task): boolean {
  return task.id !== heartbeatId && cleanTask(task) !== undefined;
}

/** Drops the claim of a running task, which is valid on its device only. */
function withoutRun({ running: _, ...task }: Task): Task {
  return task;
}

/**
 * An imported task is paused: the device that made the backup may still run it, and a file must not start
 * runs. Nor is `isAccepted` taken from the file: the user of this device has not accepted the text.
 */
function asImported({ isAccepted: _, ...task }: Task): Task {
  return { ...withoutRun(task), isPaused: true };
}

/**
 * A file can neither switch the heartbeat on nor `asksFirst` off, because both would let it start runs. Nor
 * can it choose who answers the heartbeat: another agent may be allowed more, and another model may cost
 * more.
 */
function settingsTaken(saved: TaskSettings, here = defaultTaskSettings): TaskSettings {
  const { agent: _, model: __, ...heartbeat } = saved.heartbeat;
  const { agent, model, isOn } = here.heartbeat;
  return {
    ...saved,
    asksFirst: saved.asksFirst || here.asksFirst,
    heartbeat: {
      ...{ ...heartbeat, isOn: heartbeat.isOn && isOn },
      ...(agent ? { agent } : {}),
      ...(model ? { model } : {}),
    },
  };
}

type Change = Omit<PlannedChange, 'with'>;

function settingChanges(to: TaskSettings, stored: TaskSettings | undefined, saved: TaskSettings): Change[] {
  const from = stored ?? defaultTaskSettings;
  return [
    ...(to.isOn === from.isOn ? [] : [{ name: to.isOn ? 'tasks-on' : 'tasks-off' } as const]),
    ...(to.asksFirst === from.asksFirst ? [] : [{ name: 'tasks-asks-on' } as const]),
    ...(to.asksFirst === saved.asksFirst ? [] : [{ name: 'tasks-asks-kept' } as const]),
    ...(to.heartbeat.isOn === saved.heartbeat.isOn ? [] : [{ name: 'heartbeat-kept-off' } as const]),
    ...(to.heartbeat.isOn === from.heartbeat.isOn ? [] : [{ name: 'heartbeat-off' } as const]),
    ...beatChanges(to.heartbeat, from.heartbeat),
  ];
}

function beatChanges(to: HeartbeatSettings, from: HeartbeatSettings): Change[] {
  const hours = ({ fromHour, untilHour }: HeartbeatSettings) => `${fromHour}–${untilHour}`;
  const limit = (name: keyof Budget) => ({ from: from.budget[name] ?? null, to: to.budget[name] ?? null });
  const figures = [
    { name: 'heartbeat-minutes', values: { from: from.everyMinutes, to: to.everyMinutes } },
    { name: 'heartbeat-hours', values: { from: hours(from), to: hours(to) } },
    { name: 'heartbeat-tokens', values: limit('tokens') },
    { name: 'heartbeat-cost', values: limit('cost') },
  ] as const;
  return figures.filter(({ values }) => values.from !== values.to);
}
