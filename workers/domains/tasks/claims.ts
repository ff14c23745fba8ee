/**
 * Claims a task for a run and stores its result, each in a single transaction, so that it runs once in spite
 * of two tabs, a reload or a crash. A claim plans the next time before the run begins; the result removes the
 * claim.
 */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { newId, type RunId, type SessionId, type TaskId } from '#shared/ids.ts';
import {
  taskLimits,
  type Task,
  type TaskClaim,
  type TaskFailure,
  type TaskResult,
} from '#shared/tasks/task.ts';
import type { Spent } from '#shared/runs/spent.ts';
import type { RunRecord } from '#workers/domains/sessions/tables.ts';
import type { Database, Writing } from '#workers/storage/database.ts';
import { afterRun, countMissed, isDue, nextAfter, replan } from './schedule.ts';

/** Why the task runs: its own time, the user, or a beat of the heartbeat that was due at `due`. */
export type TaskTrigger = { type: 'due' } | { type: 'now' } | { type: 'beat'; due: number };

/** `isRetry`: the chat contains the failed try. */
export type Claimed = { task: Task; claim: TaskClaim; isRetry: boolean };

type ClaimDeps = {
  database: Database;
  /** Whether this chat has an active or waiting run. */
  isBusy(session: SessionId): boolean;
};

/** Undefined: the task was deleted, is running already, or is not due any more. */
export async function claimTask(
  id: TaskId,
  trigger: TaskTrigger,
  now: number,
  { database, isBusy }: ClaimDeps,
): Promise<Claimed | undefined> {
  const transaction = database.transaction(['tasks', 'sessions', 'runs'], 'readwrite', {
    durability: 'strict',
  });
  const tasks = transaction.objectStore('tasks');
  const task = await tasks.get(id);
  if (!task || task.running || !mayRun(task, trigger, now)) return undefined;
  // A run that the user starts counts as the due one, if there is one, so that the task does not run twice.
  const isPlanned = trigger.type !== 'beat' && isDue(task, now);
  const failed = isPlanned ? failedTry(task) : undefined;
  const before = failed?.session && !isBusy(failed.session) ? await chatOf(failed, transaction) : undefined;
  const { due, missed } = isPlanned ? whenDue(task, failed, now) : whenAsked(trigger, now);
  const claim: TaskClaim = {
    ...{ due, at: now, missed },
    ...(before ? { session: before.chat.id, before: before.runs } : { session: newId('session') }),
    ...(trigger.type === 'now' && !isPlanned ? { isExtra: true } : {}),
  };
  const chat = before ? { ...before.chat, updated: now } : newSession(task, claim.session, now);
  const next = isPlanned ? nextAfter(task.schedule, Math.max(now, due)) : task.next;
  await Promise.all([
    tasks.put({ ...task, next, running: claim }),
    transaction.objectStore('sessions').put({ ...chat, task: { id, due, missed } }),
    transaction.done,
  ]);
  return { task, claim, isRetry: before !== undefined };
}

/**
 * The result of a failed try, for a retry in its chat; undefined after `taskLimits.tries` tries, so that a
 * new chat begins.
 */
function failedTry({ failures, results }: Task): TaskResult | undefined {
  return failures % taskLimits.tries > 0 ? results.find(({ isExtra }) => !isExtra) : undefined;
}

/** The chat of a failed try, for a retry as another branch. Undefined if deleted or used by the user. */
async function chatOf(
  { session, runs: own = [] }: TaskResult,
  transaction: Writing<'tasks' | 'sessions' | 'runs'>,
): Promise<{ chat: SessionInfo; runs: RunId[] } | undefined> {
  const chat = session && (await transaction.objectStore('sessions').get(session));
  if (!chat) return undefined;
  const index = transaction.objectStore('runs').index('session');
  const runs = (await index.getAll(allOf(session))).map(({ id }) => id);
  return runs.every((run) => own.includes(run)) ? { chat, runs } : undefined;
}

function allOf(session: SessionId): IDBKeyRange {
  return IDBKeyRange.bound([session, -Infinity], [session, Infinity]);
}

/** The run of a claim; not just the newest run, because the clock may have been set back between tries. */
export async function runOf(
  { session, before = [] }: TaskClaim,
  database: Database,
): Promise<RunRecord | undefined> {
  const runs = await database.getAllFromIndex('runs', 'session', allOf(session));
  return runs.find(({ id }) => !before.includes(id));
}

function mayRun(task: Task, { type }: TaskTrigger, now: number): boolean {
  if (type === 'now') return !task.isWaiting;
  return type === 'beat' ? !task.isPaused : isDue(task, now);
}

type Due = Pick<TaskClaim, 'due' | 'missed'>;

function whenAsked(trigger: TaskTrigger, now: number): Due {
  return { due: trigger.type === 'beat' ? trigger.due : now, missed: 0 };
}

/** A retry is for the time of the failed try; all times that have passed since count as missed. */
function whenDue({ schedule, next }: Task, failed: TaskResult | undefined, now: number): Due {
  const due = failed?.due ?? next ?? now;
  return { due, missed: countMissed(schedule, due, now) };
}

/** The title is the name of the task, marked as chosen by the user, so that no model is asked for one. */
function newSession({ name, agent }: Task, id: SessionId, now: number): SessionInfo {
  return { id, title: name, agent: agent ?? defaultAgent.id, head: null, updated: now, named: 'user' };
}

export type Ending = { failure?: TaskFailure; session?: SessionId; isQuiet?: true };
/** `run`: absent if none began. `spent`: the cost of the run. */
export type Ended = Ending & { run?: RunId; spent?: Spent };

/** False: another tab has written the result of this claim, or the task was deleted. */
export async function finishTask(
  id: TaskId,
  claim: TaskClaim,
  { run, ...ending }: Ended,
  now: number,
  database: Database,
): Promise<boolean> {
  const transaction = database.transaction(['tasks', 'sessions'], 'readwrite', { durability: 'strict' });
  const tasks = transaction.objectStore('tasks');
  const sessions = transaction.objectStore('sessions');
  const task = await tasks.get(id);
  const running = task?.running;
  if (!running || running.session !== claim.session || running.at !== claim.at) return false;
  const { due, at, isExtra, before = [] } = running;
  const missed = missedSince(task, running, now);
  const session = missed > running.missed ? await sessions.get(running.session) : undefined;
  const result: TaskResult = {
    ...{ due, at, ended: now, missed, ...(isExtra ? { isExtra } : {}), ...ending },
    ...(run && ending.session ? { runs: [...before, run] } : {}),
  };
  await Promise.all([
    tasks.put(afterRun(task, result, now)),
    ...(session ? [sessions.put({ ...session, task: { id, due, missed } })] : []),
    transaction.done,
  ]);
  return true;
}

/** Times that passed during the run count as missed, too: a run that waits for the user may take days. */
function missedSince(
  { schedule }: Task,
  { due, at, missed, isExtra, isSuperseded }: TaskClaim,
  now: number,
): number {
  if (isExtra || isSuperseded) return missed;
  // Times until the claim were counted then, and counting each takes a fraction of a millisecond.
  return countMissed(schedule, Math.max(due, at), now, missed);
}

/** Plans a task again after the clock was set back. False: nothing has changed. */
export async function replanTask(id: TaskId, now: number, database: Database): Promise<boolean> {
  const transaction = database.transaction('tasks', 'readwrite');
  const task = await transaction.store.get(id);
  const planned = task && replan(task, now);
  const isNew = planned !== undefined && planned !== task;
  if (isNew) await transaction.store.put(planned);
  await transaction.done;
  return isNew;
}
