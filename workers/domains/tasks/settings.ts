/** The settings of tasks, held in memory so that the registry of tools can ask whether they are on. */
import { isJsonObject, type Json } from '#shared/json.ts';
import { visibleName } from '#shared/invisible.ts';
import type { TaskSettingsChange } from '#shared/api/tasks.ts';
import {
  defaultTaskSettings,
  taskLimits,
  type HeartbeatSettings,
  type TaskSettings,
} from '#shared/tasks/task.ts';
import type { Database } from '#workers/storage/database.ts';

export const taskSetting = 'tasks';

export type TaskSwitch = {
  get(): TaskSettings;
  /** False if a value is of another type or out of range; nothing is stored then. */
  change(change: TaskSettingsChange): Promise<boolean>;
  /** Reads the settings again after another tab or an import has changed them. */
  reload(): Promise<void>;
};

export async function openTaskSwitch(database: Database): Promise<TaskSwitch> {
  let settings = readSettings(await database.get('settings', taskSetting));
  return {
    get: () => settings,
    async change(change) {
      const transaction = database.transaction('settings', 'readwrite');
      const stored = readSettings(await transaction.store.get(taskSetting));
      const next = changed(stored, change);
      const isGood = areTaskSettings(next);
      if (isGood) await transaction.store.put(next, taskSetting);
      await transaction.done;
      if (isGood) settings = next;
      return isGood;
    },
    reload: async () => void (settings = readSettings(await database.get('settings', taskSetting))),
  };
}

function changed(stored: TaskSettings, change: TaskSettingsChange): TaskSettings {
  const { isOn, asksFirst } = { ...stored, ...change };
  return { isOn, asksFirst, heartbeat: changedBeats(stored.heartbeat, change.heartbeat) };
}

/** Stores only known fields. */
function changedBeats(stored: HeartbeatSettings, change: TaskSettingsChange['heartbeat']): HeartbeatSettings {
  const all = { ...stored, ...change };
  const { isOn, everyMinutes, fromHour, untilHour, budget, agent, model, title } = all;
  return {
    ...{ isOn, everyMinutes, fromHour, untilHour, budget },
    ...(agent ? { agent } : {}),
    ...(model ? { model } : {}),
    ...(title === undefined ? {} : { title }),
  };
}

function readSettings(stored: Json | undefined): TaskSettings {
  return areTaskSettings(stored) ? stored : defaultTaskSettings;
}

export function areTaskSettings(value: unknown): value is TaskSettings & Json {
  if (!isJsonObject(value)) return false;
  const { isOn, asksFirst, heartbeat } = value;
  return typeof isOn === 'boolean' && typeof asksFirst === 'boolean' && isHeartbeat(heartbeat);
}

function isHeartbeat(value: unknown): value is HeartbeatSettings {
  if (!isJsonObject(value)) return false;
  const { isOn, everyMinutes, fromHour, untilHour, budget, agent, model, title } = value;
  const { least, most } = taskLimits.heartbeatMinutes;
  return (
    typeof isOn === 'boolean' &&
    isWhole(everyMinutes, least, most) &&
    isWhole(fromHour, 0, 23) &&
    isWhole(untilHour, fromHour + 1, 24) &&
    isDayBudget(budget) &&
    (agent === undefined || typeof agent === 'string') &&
    isName(model, taskLimits.modelCharacters) &&
    isName(title, taskLimits.nameCharacters)
  );
}

function isName(value: unknown, most: number): boolean {
  if (value === undefined) return true;
  return typeof value === 'string' && value !== '' && visibleName(value) === value && value.length <= most;
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

/** Requires at least one limit, because the heartbeat spends without the user watching. */
function isDayBudget(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const { tokens, cost } = value;
  const isAbove = (amount: unknown) => typeof amount === 'number' && amount > 0 && Number.isFinite(amount);
  const isGood = (amount: unknown) => amount === undefined || isAbove(amount);
  return isGood(tokens) && isGood(cost) && (tokens !== undefined || cost !== undefined);
}
