/** Lists the tasks, with when they run next and how the last run ended. */
import type { SessionId } from '#shared/ids.ts';
import { outsideMark } from '#shared/memory/memory.ts';
import { shorten } from '#shared/shorten.ts';
import { missedText } from '#shared/tasks/missed-text.ts';
import type { Task, TaskResult } from '#shared/tasks/task.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { defineInEngineTool, type InEngineContext } from '#workers/contracts/engine-tool.ts';
import type { TaskPort } from '../task-port.ts';
import { scheduleText } from './task-answers.ts';

/** UTF-16 units shown of each prompt, so that the list stays short. */
const promptCharacters = 200;
const elsewhere = 'Alarms are not among the tasks: list_alarms has them.';

export const listTasks = defineInEngineTool({
  name: 'list_tasks',
  title: 'List the tasks',
  description:
    'List the scheduled tasks: what they do, when they run next and how the last run ended; list_alarms lists alarms.',
  category: 'agent',
  parameters: { type: 'object', properties: {} },
  capabilities: ['tasks'],
  returns: ['kept'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  touches: { reads: ['tasks'] },
  repeatable: true,
  async answer(_, { port, writer }: InEngineContext<TaskPort>) {
    const tasks = await port.list();
    if (tasks.length === 0) return `There are no tasks. schedule_task adds one. ${elsewhere}`;
    return [...tasks.map((task) => describe(task, writer().session)), elsewhere].join('\n\n');
  },
});

/**
 * Hides the prompt of a task that waits for acceptance and may contain text from outside, except in the chat
 * that created it.
 */
function isHidden({ isWaiting, origin }: Task, session: SessionId | undefined): boolean {
  const isOwn = session !== undefined && origin.session === session;
  return isWaiting === true && origin.outside !== undefined && !isOwn;
}

function describe(task: Task, session: SessionId | undefined): string {
  const { id, name, prompt, schedule, results, origin } = task;
  const [last] = results;
  const lines = [
    `${name} (${id})${origin.outside ? ` ${outsideMark}` : ''}: ${scheduleText(schedule)}; ${stateOf(task)}`,
    ...(isHidden(task, session)
      ? []
      : [`Prompt: ${shorten(prompt.replaceAll('\n', ' '), promptCharacters)}`]),
    ...(last ? [`Last run: ${describeResult(last)}`] : []),
  ];
  return lines.join('\n');
}

function stateOf({ isWaiting, isPaused, running, next }: Task): string {
  if (isWaiting) return 'waits for the user, who accepts it on the Tasks screen';
  if (running) return 'running now';
  if (isPaused) return 'paused';
  return next === null ? 'not planned' : `next ${momentText(next)}`;
}

function describeResult({ at, missed, failure, tries = 1 }: TaskResult): string {
  const also = `${tries > 1 ? `, ${tries} tries` : ''}${missed > 0 ? `, ${missedText(missed)} more times were missed` : ''}`;
  return `${momentText(at)}, ${failure ? `failed (${failure.type})` : 'completed'}${also}`;
}
