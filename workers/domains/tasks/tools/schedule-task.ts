/** Schedules a prompt as a task. */
import { taskLimits } from '#shared/tasks/task.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import { noticeNote } from '../notice-note.ts';
import type { TaskPort } from '../task-port.ts';
import { plannedText, valueOf } from './task-answers.ts';

const calendarNote = ' A closed app runs nothing. A button below adds a reminder to the calendar.';

export const scheduleTask = defineInEngineTool({
  name: 'schedule_task',
  title: 'Schedule a task',
  description:
    "Have a prompt run later or regularly, each in a new chat while the app is open; give exactly one of 'at', 'cron' and 'on_heartbeat'.",
  category: 'agent',
  parameters: {
    type: 'object',
    properties: {
      prompt: {
        type: 'string',
        description: 'What is to be done, in full: the run knows nothing of this conversation.',
        minLength: 1,
        maxLength: taskLimits.promptCharacters,
      },
      at: {
        type: 'string',
        description: "Once: a date and time such as '2026-01-31T08:00', in the time zone of the user.",
      },
      cron: {
        type: 'string',
        description:
          "Regularly: five fields in the time zone of the user, such as '0 8 * * 1-5' for 8:00 from Monday to Friday. Each run costs a request; a task that runs more often than hourly waits for the user.",
        maxLength: taskLimits.cronCharacters,
      },
      on_heartbeat: {
        type: 'boolean',
        description: 'True: with each heartbeat, which the user switches on.',
      },
      name: {
        type: 'string',
        description: 'A short name for the list of tasks.',
        maxLength: taskLimits.nameCharacters,
      },
      agent: {
        type: 'string',
        description: 'The name of the agent that runs it. Defaults to you; another one waits for the user.',
      },
      model: { type: 'string', description: 'The model. Defaults to that of the agent.' },
      budget: {
        type: 'object',
        description: 'The most that one run may use. Defaults to the limits of the agent.',
        properties: {
          tokens: { type: 'integer', minimum: 1, description: 'Tokens.' },
          cost: { type: 'number', minimum: 0.0001, description: 'US dollars.' },
        },
      },
    },
    required: ['prompt'],
  },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { writes: ['tasks'] },
  summaryParameter: 'name',
  async answer({ budget, ...draft }, { port: tasks, writer }: InEngineContext<TaskPort>) {
    const given = { ...draft, ...(budget ? { budget } : {}) };
    const task = valueOf(await tasks.schedule(given, writer()));
    const note = await noticeNote();
    const calendar = task.next === null || task.isWaiting ? '' : calendarNote;
    return `Saved as '${task.name}' (${task.id}). ${plannedText(task, tasks.next(task))}${note}${calendar}`;
  },
});
