/** Checks tasks from scripts, models and the page. The page translates the code of an error, the others read its sentence. */
import type { Budget } from '#shared/agents/agent.ts';
import { isJsonObject } from '#shared/json.ts';
import { visibleLines, visibleName } from '#shared/invisible.ts';
import { shorten } from '#shared/shorten.ts';
import {
  taskLimits,
  type ScheduleFault,
  type ScheduleInput,
  type Task,
  type TaskError,
  type TaskErrorCode,
} from '#shared/tasks/task.ts';
import { checkBudget } from '../budget/check-budget.ts';
import { readSchedule } from './schedule.ts';

const sentences: Record<Exclude<TaskErrorCode, ScheduleFault>, string> = {
  'prompt-missing': "Write what is to be done in 'prompt'.",
  'prompt-long': `Shorten 'prompt' to at most ${taskLimits.promptCharacters} characters.`,
  limit: `At most ${taskLimits.tasks} tasks are kept, and ${taskLimits.waiting} may wait for the user. Delete some first. Nothing was stored.`,
  gone: 'This task no longer exists. List them again.',
  'agent-gone': 'This agent does not exist. oneclaw.agents.list() shows them.',
  budget: "A budget is {tokens, cost}: 'tokens' a whole number above 0, 'cost' US dollars above 0.",
  settings: `'isOn' and 'asksFirst' must be true or false; 'heartbeat' has 'isOn', 'everyMinutes' from ${taskLimits.heartbeatMinutes.least} to ${taskLimits.heartbeatMinutes.most}, 'fromHour' below 'untilHour', both whole hours of a day, a 'budget' with 'tokens' or 'cost', and a 'title' of at most ${taskLimits.nameCharacters} characters.`,
  invalid: 'A task must be {prompt, at or cron or on_heartbeat}; name, agent and model are texts.',
  off: 'Tasks are switched off. Switch them on first, on the Tasks screen or by oneclaw.tasks.settings({isOn: true}).',
  busy: 'This task is running already. Wait for the end of that run.',
  waiting: 'This task waits for the user. It runs once they have accepted it on the Tasks screen.',
  changed: 'This task was changed meanwhile. List the tasks again, and accept it as it is now.',
  'only-user':
    'Text from outside is in this conversation, so only the user can change or cancel tasks. Tell them which one, and that the Tasks screen does it.',
};

export type Fault = { ok: false; error: TaskError };

export function fail(code: Exclude<TaskErrorCode, ScheduleFault>): Fault {
  return failWith(code, sentences[code]);
}

function failWith(code: TaskErrorCode, message: string): Fault {
  return { ok: false, error: { type: 'validation_error', code, message } };
}

/** The fields of a task that a user or a model sets. */
export type TaskWords = Pick<Task, 'name' | 'prompt' | 'schedule' | 'agent' | 'model' | 'budget'>;
type ReadTask = { ok: true; words: TaskWords } | Fault;

type Checked = Pick<TaskWords, 'prompt' | 'schedule'>;
type Clock = { now: number; timeZone: string };

export function readTask(draft: unknown, { now, timeZone }: Clock): ReadTask {
  if (!isJsonObject(draft) || !areTexts(draft.prompt, draft.name, draft.agent, draft.model))
    return fail('invalid');
  const given = draft as Partial<TaskWords>;
  const { prompt, budget } = given;
  // Invisible characters could hide instructions from the user who accepts the text.
  const text = visibleLines(prompt ?? '');
  if (text === '') return fail('prompt-missing');
  if (text.length > taskLimits.promptCharacters) return fail('prompt-long');
  if (!isBudget(budget)) return fail('budget');
  const when = readWhen(draft, { now, timeZone });
  if (!when.ok) return when;
  return { ok: true, words: wordsOf({ ...given, prompt: text, schedule: when.schedule }) };
}

/** The fields as they are stored: shortened, and without invisible characters. */
function wordsOf({ name, prompt, schedule, agent, model, budget }: Partial<TaskWords> & Checked): TaskWords {
  const modelName = shorten(visibleName(model ?? ''), taskLimits.modelCharacters, '');
  const title = visibleName(name ?? '') || visibleName(prompt.split('\n')[0] ?? '');
  return {
    ...{ name: shorten(title, taskLimits.nameCharacters), prompt, schedule },
    ...(agent ? { agent } : {}),
    ...(modelName ? { model: modelName } : {}),
    ...readBudget(budget),
  };
}

export function readWhen(
  input: unknown,
  { now, timeZone }: Clock,
): { ok: true; schedule: Task['schedule'] } | Fault {
  if (!isJsonObject(input) || !areTexts(input.at, input.cron, input.time_zone)) return fail('invalid');
  const { at, cron, on_heartbeat: onHeartbeat, time_zone: zone = timeZone } = input as ScheduleInput;
  const read = readSchedule(
    {
      ...(at === undefined ? {} : { at }),
      ...(cron === undefined ? {} : { cron }),
      on_heartbeat: onHeartbeat === true,
    },
    zone,
    now,
  );
  return read.ok ? read : failWith(read.code, read.fault);
}

function readBudget(budget: Budget = {}): { budget?: Budget } {
  return Object.keys(budget).length > 0 ? { budget: { ...budget } } : {};
}

function areTexts(...values: unknown[]): boolean {
  return values.every((value) => value === undefined || typeof value === 'string');
}

function isBudget(value: unknown): boolean {
  if (value === undefined) return true;
  return isJsonObject(value) && checkBudget(value) === undefined;
}
