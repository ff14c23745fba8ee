/** Changes a task in one step: what is not named stays. */
import { taskLimits } from '#shared/tasks/task.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { TaskPort } from '../task-port.ts';
import { plannedText, valueOf } from './task-answers.ts';

export const updateTask = defineInEngineTool({
  name: 'update_task',
  title: 'Change a task',
  description:
    'Change a scheduled task: when it runs, what it does, its name, model or limits, or pause it; what is not given stays.',
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      task: { type: 'string', description: 'Its id, or its name where only one has it.', minLength: 1 },
      prompt: {
        type: 'string',
        description: 'The new prompt, in full.',
        minLength: 1,
        maxLength: taskLimits.promptCharacters,
      },
      at: { type: 'string', description: "Once: '2026-01-31T08:00', in the time zone of the user." },
      cron: {
        type: 'string',
        description: 'Regularly: five fields, as of schedule_task.',
        maxLength: taskLimits.cronCharacters,
      },
      on_heartbeat: { type: 'boolean', description: 'True: with each heartbeat.' },
      name: { type: 'string', description: 'The new name.', maxLength: taskLimits.nameCharacters },
      agent: {
        type: 'string',
        description: 'The agent that runs it; another one than you waits for the user.',
      },
      model: { type: 'string', description: 'The model; empty for that of the agent.' },
      budget: {
        type: 'object',
        description: 'The most that one run may use.',
        properties: {
          tokens: { type: 'integer', minimum: 1, description: 'Tokens.' },
          cost: { type: 'number', minimum: 0.0001, description: 'US dollars.' },
        },
      },
      paused: { type: 'boolean', description: 'True pauses it, false continues it.' },
    },
    required: ['task'],
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'task',
  async answer({ task: wanted, ...changes }, { port: tasks, writer }: InEngineContext<TaskPort>) {
    const task = valueOf(await tasks.update(wanted, changes, writer()));
    return `Changed '${task.name}' (${task.id}). ${plannedText(task, tasks.next(task))}`;
  },
});
