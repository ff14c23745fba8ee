/** Deletes a task. */
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { TaskPort } from '../task-port.ts';
import { scheduleText, valueOf } from './task-answers.ts';

export const cancelTask = defineInEngineTool({
  name: 'cancel_task',
  title: 'Cancel a task',
  description: 'Delete a scheduled task, so that it never runs again; list_tasks shows the ids.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'Its id, or its name where only one has it.', minLength: 1 },
    },
    required: ['task'],
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'task',
  async answer({ task }, { port: tasks, writer }: InEngineContext<TaskPort>) {
    const { name, schedule } = valueOf(await tasks.cancel(task, writer()));
    return `Deleted '${name}' (${scheduleText(schedule)}). A run that has begun goes on.`;
  },
});
