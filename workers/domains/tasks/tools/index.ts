/** The task tools, in the order in which models see them. */
import { cancelTask } from './cancel-task.ts';
import { listTasks } from './list-tasks.ts';
import { scheduleTask } from './schedule-task.ts';
import { updateTask } from './update-task.ts';

export const taskTools = [scheduleTask, listTasks, updateTask, cancelTask];
