/** The registry of the built-in tools that run in the engine: one import and one line per tool. */
import type { InEngineToolCode } from './engine-tool.ts';
import { cancelAlarm } from './cancel-alarm.ts';
import { cancelTask } from './cancel-task.ts';
import { listAlarms } from './list-alarms.ts';
import { listTasks } from './list-tasks.ts';
import { manageProcess } from './manage-process.ts';
import { memoryForget } from './memory-forget.ts';
import { memoryLearn } from './memory-learn.ts';
import { memoryReinforce } from './memory-reinforce.ts';
import { memorySearch } from './memory-search.ts';
import { memoryStore } from './memory-store.ts';
import { question } from './question.ts';
import { scheduleTask } from './schedule-task.ts';
import { searchHistory } from './search-history.ts';
import { setAlarm } from './set-alarm.ts';
import { snoozeAlarm } from './snooze-alarm.ts';
import { todoread } from './todoread.ts';
import { todowrite } from './todowrite.ts';

export const engineTools: readonly InEngineToolCode[] = [
  todowrite,
  todoread,
  question,
  manageProcess,
  memoryStore,
  memoryLearn,
  memorySearch,
  memoryReinforce,
  memoryForget,
  scheduleTask,
  listTasks,
  cancelTask,
  setAlarm,
  listAlarms,
  cancelAlarm,
  snoozeAlarm,
  searchHistory,
];
