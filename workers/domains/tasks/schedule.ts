/** When a schedule is due: cron in a time zone, a moment, or with the heartbeat. Pure: the time is handed in. */
// croner: cron with time zones, in 10 kB without dependencies. When summer time begins, times in the skipped
// hour are due at the end of the gap; when it ends, a daily job is due once, and an hourly one each hour.
import { Cron } from 'croner';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { addSpent } from '#shared/runs/spent.ts';
import { shorten } from '#shared/shorten.ts';
import {
  cronRanges,
  taskLimits,
  type CronField,
  type Schedule,
  type ScheduleFault,
  type ScheduleInput,
  type Task,
  type TaskFailure,
  type TaskResult,
} from '#shared/tasks/task.ts';
import { momentText } from '#workers/text/moment-text.ts';
import { withUsedBudget } from './retry-budget.ts';

/** `fault`: a sentence in English. */
type ReadSchedule = { ok: true; schedule: Schedule } | { ok: false; code: ScheduleFault; fault: string };

const dayMs = 86_400_000;

/** `timeZone`: that of the device, which the user expects. */
export function readSchedule(input: ScheduleInput, timeZone: string, now: number): ReadSchedule {
  const { at, cron, on_heartbeat: onHeartbeat } = input;
  const given = [at !== undefined, cron !== undefined, onHeartbeat === true].filter(Boolean).length;
  if (given !== 1) return fault('schedule-count', "Give exactly one of 'at', 'cron' and 'on_heartbeat'.");
  if (at !== undefined) return readMoment(at, now);
  if (cron !== undefined) return readCron(cron, timeZone, now);
  return { ok: true, schedule: { type: 'heartbeat' } };
}

function fault(code: ScheduleFault, sentence: string): ReadSchedule {
  return { ok: false, code, fault: sentence };
}

/** A moment with an offset, or else in the time zone of the device. */
function readMoment(text: string, now: number): ReadSchedule {
  const at = momentOf(text);
  if (at === undefined)
    return fault(
      'at-form',
      `'at' must be a date and time such as 2026-01-31T08:00, not '${shorten(text, 60)}'.`,
    );
  if (at <= now) return fault('at-past', `'at' is in the past. It is ${momentText(now)} where the user is.`);
  return { ok: true, schedule: { type: 'once', at } };
}

const momentForm = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function momentOf(text: string): number | undefined {
  const [, day = ''] = momentForm.exec(text) ?? [];
  const midnight = Date.parse(day);
  const at = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(midnight) || Number.isNaN(at)) return undefined;
  // `Date.parse` reads the 31st of February as a day in March.
  return new Date(midnight).toISOString().startsWith(day) ? at : undefined;
}

function readCron(text: string, timeZone: string, now: number): ReadSchedule {
  const example = "such as '0 8 * * 1-5' for 8:00 from Monday to Friday";
  // croner would read a text with a colon as a date.
  if (text.length > taskLimits.cronCharacters || text.includes(':'))
    return fault('cron-form', `'cron' must be five fields, ${example}.`);
  const cron = text.trim();
  let first: Date | null;
  try {
    first = new Cron(cron, { mode: '5-part', timezone: timeZone }).nextRun(new Date(now));
  } catch (error) {
    const reason = reasonOf(error);
    const field = fieldOutOfRange(reason);
    if (field) {
      const [least, most] = cronRanges[field];
      return fault(`cron-${field}`, `The ${field} of 'cron' must be from ${least} to ${most}.`);
    }
    const wrong = wrongField(cron);
    if (wrong) return fault(wrong.code, wrong.sentence);
    return fault('cron-form', `'cron' must be five fields, ${example}. ${reason}`);
  }
  if (!first) return fault('cron-never', `'cron' is never due: no date matches '${cron}'.`);
  return { ok: true, schedule: { type: 'cron', cron, timeZone } };
}

const fieldOrder = ['minute', 'hour', 'day', 'month', 'weekday'] as const satisfies readonly CronField[];

const cronFields: Record<string, CronField | undefined> = {
  ...{ minute: 'minute', hour: 'hour', day: 'day', nearestWeekdays: 'day' },
  ...{ month: 'month', dayOfWeek: 'weekday' },
};

/** Croner does not always name the field at fault, so each is tried alone. Undefined if there are not five. */
function wrongField(cron: string): { code: ScheduleFault; sentence: string } | undefined {
  const texts = cron.split(/\s+/);
  if (texts.length !== fieldOrder.length) return undefined;
  for (const [at, field] of fieldOrder.entries()) {
    const alone = fieldOrder.map((_, other) => (other === at ? texts[at] : '*')).join(' ');
    try {
      new Cron(alone, { mode: '5-part' });
    } catch (error) {
      const reason = reasonOf(error);
      const code = reason.startsWith('steps cannot be greater') ? (`cron-${field}` as const) : 'cron-form';
      return { code, sentence: `The ${field} of 'cron' is wrong, '${texts[at]}': ${reason}` };
    }
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.replace(/^CronPattern: (?:Syntax error, )?/, '');
}

/** By the message of croner, because its error has no other details. The value in it may be off by one. */
function fieldOutOfRange(reason: string): CronField | undefined {
  const [, name = ''] = /^Invalid value for (\w+):/.exec(reason) ?? [];
  return cronFields[name];
}

/** The first time after `after`; null if there is none. */
export function nextAfter(schedule: Schedule, after: number): number | null {
  return nextTimes(schedule, after, 1)[0] ?? null;
}

export function nextTimes(schedule: Schedule, after: number, most: number): number[] {
  const times: number[] = [];
  if (most <= 0) return times;
  for (const at of timesAfter(schedule, after)) if (times.push(at) >= most) break;
  return times;
}

const hourMs = 3_600_000;

/** Whether it is due twice within an hour, judged by its next three times. */
export function isFrequent(schedule: Schedule, now: number): boolean {
  const times = nextTimes(schedule, now, 3);
  return times.some((at, place) => at - (times[place - 1] ?? -Infinity) < hourMs);
}

/** Lazy, because each time takes a fraction of a millisecond, and mostly the first is enough. */
function* timesAfter(schedule: Schedule, after: number): Generator<number> {
  if (schedule.type === 'once' && schedule.at > after) yield schedule.at;
  if (schedule.type !== 'cron') return;
  const { cron, timeZone } = schedule;
  const dates = new Cron(cron, { mode: '5-part', timezone: timeZone });
  for (let at = dates.nextRun(new Date(after)); at; at = dates.nextRun(at)) yield at.getTime();
}

export function isDue({ isPaused, next }: Pick<Task, 'isPaused' | 'next'>, now: number): boolean {
  return !isPaused && next !== null && next <= now;
}

/** Counts the times after `due` that have passed, plus `before`. The run that is due now replaces them. */
export function countMissed(schedule: Schedule, due: number, now: number, before = 0): number {
  let count = before;
  if (count >= taskLimits.missed) return count;
  for (const at of timesAfter(schedule, due)) if (at > now || ++count >= taskLimits.missed) break;
  return count;
}

/**
 * The task once a run of it is over. It is due again after `now`, never earlier: this run replaces the times
 * that passed meanwhile. A run that failed for a temporary reason is retried with backoff, at the latest at
 * the next due time, and only a few times (`taskLimits.tries`). An extra run, and one whose task was edited
 * during it, do not change the plan.
 */
export function afterRun({ running, ...task }: Task, ended: TaskResult, now: number): Task {
  if (running?.isSuperseded) return { ...task, results: resultsWith(task, ended) };
  const result = withUsedBudget(task, ended);
  const results = resultsWith(task, result);
  if (result.isExtra) return { ...task, results, ...(result.failure ? {} : planAfterExtra(task, result)) };
  const failures = isFailed(result.failure) ? task.failures + 1 : 0;
  const planned = nextUndone({ ...task, results }, planningStart([result], now));
  const retry = mayPass(result.failure, failures) ? now + retryDelay(failures) : null;
  const next = retry !== null && planned !== null ? Math.min(retry, planned) : (retry ?? planned);
  return { ...task, failures, results, next: task.schedule.type === 'heartbeat' ? null : next };
}

/** A successful extra run replaces a planned retry. A time that passed during the run is still due. */
function planAfterExtra({ schedule, failures }: Task, { at }: TaskResult): Partial<Task> {
  return failures > 0 ? { failures: 0, next: nextAfter(schedule, at) } : {};
}

/** Merges the tries for one time into one result, or a night without a network would push out all others. */
function resultsWith({ results, failures }: Task, result: TaskResult): TaskResult[] {
  const [last, ...older] = results;
  const isSameTime = last?.due === result.due && last.isExtra === result.isExtra;
  const isAgain = isSameTime && failures > 0 && result.failure && last.failure;
  const all = isAgain ? [withTry(result, last), ...older] : [result, ...results];
  return all.slice(0, taskLimits.results);
}

function withTry(result: TaskResult, before: TaskResult): TaskResult {
  const nothing = { tokens: 0, cost: 0 };
  const spent = addSpent(before.spent ?? nothing, result.spent ?? nothing);
  const tries = (before.tries ?? 1) + 1;
  return { ...result, tries, ...(spent.tokens + spent.cost > 0 ? { spent } : {}) };
}

/** Whether the run failed. Not if the user stopped it, or it used up its limits, as a retry would, too. */
function isFailed(failure: TaskFailure | undefined): boolean {
  return failure !== undefined && ['failed', 'interrupted', 'not-begun'].includes(failure.type);
}

/** Errors that the user has to fix: a retry would fail in the same way. */
const permanentErrors: ReadonlySet<ModelErrorType> = new Set([
  ...(['bad_key', 'forbidden', 'model_unknown', 'not_found', 'bad_request', 'tools_refused'] as const),
  ...(['local_network', 'image_refused', 'file_refused', 'message_refused'] as const),
  ...(['context_too_long', 'refused', 'reply_too_long', 'reply_too_large', 'mixed_content'] as const),
  ...(['bad_url', 'no_provider', 'no_agent', 'no_message'] as const),
]);

/** Whether a failed run is tried again before its next time. */
function mayPass(failure: TaskFailure | undefined, failures: number): boolean {
  const isLasting = failure?.type === 'failed' && permanentErrors.has(failure.error.type);
  return failures > 0 && failures < taskLimits.tries && !isLasting;
}

/** Exponential backoff in milliseconds, from a minute to an hour. */
export function retryDelay(failures: number): number {
  const { least, most } = taskLimits.retryMs;
  return Math.min(most, least * 2 ** Math.min(failures - 1, 10));
}

/** Plans a task again if, after the clock was set back, its next time is far away. Times done stay done. */
export function replan(task: Task, now: number): Task {
  const { next, schedule, failures, results } = task;
  if (next === null || schedule.type === 'heartbeat') return task;
  if (mayPass(results.find(({ isExtra }) => !isExtra)?.failure, failures)) {
    const latest = now + taskLimits.retryMs.most;
    return next > latest ? { ...task, next: now + retryDelay(failures) } : task;
  }
  const planned = nextUndone(task, planningStart(results, now));
  return planned !== null && planned < next ? { ...task, next: planned } : task;
}

/**
 * The moment after which a time can be due: now, or the last time that has run, if it is at most a day ahead.
 * Times further ahead do not count: a clock that was a year ahead for two days must not silence a task for a
 * year.
 */
function planningStart(results: readonly TaskResult[], now: number): number {
  return Math.max(now, ...timesDone(results).filter((due) => due <= now + dayMs));
}

function nextUndone({ schedule, results }: Task, after: number): number | null {
  const done = timesDone(results);
  for (const at of timesAfter(schedule, after)) if (!done.includes(at)) return at;
  return null;
}

/** The due times that have run. Extra runs of the user were for none. */
function timesDone(results: readonly TaskResult[]): number[] {
  return results.filter(({ isExtra }) => !isExtra).map(({ due }) => due);
}
