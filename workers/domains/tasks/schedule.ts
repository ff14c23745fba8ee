/** When a schedule is due: cron in a time zone, a moment, or with the heartbeat. Pure: the time is handed in. */
// croner: cron with time zones, in 10 kB without dependencies. In the night of a change to summer time it runs what the
// skipped hour held at the end of the gap; in that of the change back it runs a daily job once and an hourly one each hour.
import { Cron } from 'croner';
import type { ModelErrorType } from '#shared/models/provider.ts';
import { addSpent } from '#shared/runs/spent.ts';
import { shorten } from '#shared/shorten.ts';
import {
  taskLimits,
  type Schedule,
  type ScheduleFault,
  type ScheduleInput,
  type Task,
  type TaskFailure,
  type TaskResult,
} from '#shared/tasks/task.ts';
import { withUsedBudget } from './tries-budget.ts';

/** `fault`: a sentence in English. */
type ReadSchedule = { ok: true; schedule: Schedule } | { ok: false; code: ScheduleFault; fault: string };

const dayMs = 86_400_000;

/** `timeZone`: that of the device, in which the user thinks. */
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

/** With an offset, or else in the time zone of the device. */
function readMoment(text: string, now: number): ReadSchedule {
  const at = momentOf(text);
  if (at === undefined)
    return fault(
      'at-form',
      `'at' must be a date and time such as 2026-01-31T08:00, not '${shorten(text, 60)}'.`,
    );
  if (at <= now) return fault('at-past', `'at' is in the past: it is ${new Date(now).toISOString()}.`);
  return { ok: true, schedule: { type: 'once', at } };
}

const momentForm = /^(\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;

function momentOf(text: string): number | undefined {
  const [, day = ''] = momentForm.exec(text) ?? [];
  const midnight = Date.parse(day);
  const at = Date.parse(text.replace(' ', 'T'));
  if (Number.isNaN(midnight) || Number.isNaN(at)) return undefined;
  // The 31st of February is read as a day in March.
  return new Date(midnight).toISOString().startsWith(day) ? at : undefined;
}

function readCron(text: string, timeZone: string, now: number): ReadSchedule {
  const example = "such as '0 8 * * 1-5' for 8:00 from Monday to Friday";
  // With a colon it would be read as a date.
  if (text.length > taskLimits.cronCharacters || text.includes(':'))
    return fault('cron-form', `'cron' must be five fields, ${example}.`);
  const cron = text.trim();
  let first: Date | null;
  try {
    first = new Cron(cron, { mode: '5-part', timezone: timeZone }).nextRun(new Date(now));
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
    return fault('cron-form', `'cron' must be five fields, ${example}. ${reason}`);
  }
  if (!first) return fault('cron-never', `'cron' is never due: no date matches '${cron}'.`);
  return { ok: true, schedule: { type: 'cron', cron, timeZone } };
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

/** Whether it can be due again within an hour: of any three times in a row, two are then in one hour. */
export function isFrequent(schedule: Schedule, now: number): boolean {
  const times = nextTimes(schedule, now, 3);
  return times.some((at, place) => at - (times[place - 1] ?? -Infinity) < hourMs);
}

/** One after the other: each takes a fraction of a millisecond, and mostly the first is enough. */
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

/** The times after `due` that have passed, and those counted `before`: the run that is due now stands for them. */
export function countMissed(schedule: Schedule, due: number, now: number, before = 0): number {
  let count = before;
  if (count >= taskLimits.missed) return count;
  for (const at of timesAfter(schedule, due)) if (at > now || ++count >= taskLimits.missed) break;
  return count;
}

/**
 * The task once a run of it is over. It is due again after `now`, never earlier: what passed meanwhile was caught up by
 * this run. One that failed for a reason that may pass is tried again after a while, but not later than it would be due
 * anyway, and not for ever. A run beside the plan, and one whose task was edited during it,
 * leave the plan as it is.
 */
export function afterRun({ running, ...task }: Task, ended: TaskResult, now: number): Task {
  if (running?.isSuperseded) return { ...task, results: resultsWith(task, ended) };
  const result = withUsedBudget(task, ended);
  const results = resultsWith(task, result);
  if (result.isExtra) return { ...task, results, ...(result.failure ? {} : planAfterExtra(task, result)) };
  const failures = isFailed(result.failure) ? task.failures + 1 : 0;
  const planned = nextUndone({ ...task, results }, afterAll([result], now));
  const retry = mayPass(result.failure, failures) ? now + retryDelay(failures) : null;
  const next = retry !== null && planned !== null ? Math.min(retry, planned) : (retry ?? planned);
  return { ...task, failures, results, next: task.schedule.type === 'heartbeat' ? null : next };
}

/** What had failed is done now. A time that passed during the run is still due. */
function planAfterExtra({ schedule, failures }: Task, { at }: TaskResult): Partial<Task> {
  return failures > 0 ? { failures: 0, next: nextAfter(schedule, at) } : {};
}

/** The tries for one time are one result: a night without a network must not push out all others. */
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

/** What the user stopped stays stopped, and what used up its limits would use them up again. */
function isFailed(failure: TaskFailure | undefined): boolean {
  return failure !== undefined && ['failed', 'interrupted', 'not-begun'].includes(failure.type);
}

/** The user has to mend these: another try has the same answer. */
const lasting: ReadonlySet<ModelErrorType> = new Set([
  ...(['bad_key', 'forbidden', 'model_unknown', 'not_found', 'bad_request', 'tools_refused'] as const),
  ...(['context_too_long', 'refused', 'reply_too_long', 'reply_too_large', 'mixed_content'] as const),
  ...(['bad_url', 'no_provider', 'no_agent', 'no_message'] as const),
]);

/** Whether a failed run is tried again before its next time. */
function mayPass(failure: TaskFailure | undefined, failures: number): boolean {
  const isLasting = failure?.type === 'failed' && lasting.has(failure.error.type);
  return failures > 0 && failures < taskLimits.tries && !isLasting;
}

/** From a minute to an hour. */
export function retryDelay(failures: number): number {
  const { least, most } = taskLimits.retryMs;
  return Math.min(most, least * 2 ** Math.min(failures - 1, 10));
}

/** After the clock was set back, a time that was due soon may be years away: it is planned again. What has run stays done. */
export function replan(task: Task, now: number): Task {
  const { next, schedule, failures, results } = task;
  if (next === null || schedule.type === 'heartbeat') return task;
  if (mayPass(results.find(({ isExtra }) => !isExtra)?.failure, failures)) {
    const latest = now + taskLimits.retryMs.most;
    return next > latest ? { ...task, next: now + retryDelay(failures) } : task;
  }
  const planned = nextUndone(task, afterAll(results, now));
  return planned !== null && planned < next ? { ...task, next: planned } : task;
}

/**
 * Up to a day ahead, nothing is due until the last time that has run. Further ahead only what has run is done: a clock
 * that was a year ahead for two days must not silence a task for a year.
 */
function afterAll(results: readonly TaskResult[], now: number): number {
  return Math.max(now, ...timesDone(results).filter((due) => due <= now + dayMs));
}

function nextUndone({ schedule, results }: Task, after: number): number | null {
  const done = timesDone(results);
  for (const at of timesAfter(schedule, after)) if (!done.includes(at)) return at;
  return null;
}

/** What the user ran beside the plan was for no time of it. */
function timesDone(results: readonly TaskResult[]): number[] {
  return results.filter(({ isExtra }) => !isExtra).map(({ due }) => due);
}
