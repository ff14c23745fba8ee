/**
 * Who runs a task, and what came of it: each a single transaction, so that two tabs, a reload and a crash run it once.
 * A claim plans the next time before the run begins; the result takes the claim away.
 */
import { defaultAgent } from '#shared/agents/agent.ts';
import type { SessionInfo } from '#shared/conversation/session.ts';
import { newId, type SessionId, type TaskId } from '#shared/ids.ts';
import type { Task, TaskClaim, TaskFailure, TaskResult } from '#shared/tasks/task.ts';
import type { Database } from '#workers/storage/database.ts';
import { afterRun, countMissed, isDue, nextAfter, replan } from './schedule.ts';

/** What made it run: its own time, the user, or the heartbeat at this moment. */
export type Occasion = { type: 'due' } | { type: 'now' } | { type: 'beat'; due: number };

/** `isRetry`: the chat has the failed try in it. */
export type Claimed = { task: Task; claim: TaskClaim; isRetry: boolean };

/** Undefined: it is gone, runs already, or is not due any more. */
export async function claimTask(
  id: TaskId,
  occasion: Occasion,
  now: number,
  database: Database,
): Promise<Claimed | undefined> {
  const transaction = database.transaction(['tasks', 'sessions', 'runs'], 'readwrite', {
    durability: 'strict',
  });
  const tasks = transaction.objectStore('tasks');
  const sessions = transaction.objectStore('sessions');
  const task = await tasks.get(id);
  if (!task || task.running || !mayRun(task, occasion, now)) return undefined;
  const failed = occasion.type === 'due' && task.failures > 0 ? task.results[0] : undefined;
  const before = failed?.session && (await sessions.get(failed.session));
  const runs = transaction.objectStore('runs').index('session');
  const failedRun = before && (await runs.openCursor(allOf(before.id), 'prev'))?.value.id;
  const claim: TaskClaim = {
    ...whenDue(task, occasion, failed, now),
    ...{ at: now, session: before ? before.id : newId('session') },
    ...(failedRun ? { before: failedRun } : {}),
  };
  const scheduled = { id, due: claim.due, missed: claim.missed };
  const session: SessionInfo = before
    ? { ...before, task: scheduled, updated: now }
    : { ...newSession(task, claim.session, now), task: scheduled };
  const next = occasion.type === 'due' ? nextAfter(task.schedule, Math.max(now, claim.due)) : task.next;
  await Promise.all([tasks.put({ ...task, next, running: claim }), sessions.put(session), transaction.done]);
  return { task, claim, isRetry: before !== undefined };
}

function allOf(session: SessionId): IDBKeyRange {
  return IDBKeyRange.bound([session, -Infinity], [session, Infinity]);
}

function mayRun(task: Task, { type }: Occasion, now: number): boolean {
  if (type === 'now') return true;
  return type === 'beat' ? !task.isPaused : isDue(task, now);
}

/** A retry stands for the time that failed, and for all that has passed since. */
function whenDue(
  { schedule, next }: Task,
  occasion: Occasion,
  failed: TaskResult | undefined,
  now: number,
): Pick<TaskClaim, 'due' | 'missed'> {
  if (occasion.type === 'now') return { due: now, missed: 0 };
  if (occasion.type === 'beat') return { due: occasion.due, missed: 0 };
  const due = failed?.due ?? next ?? now;
  return { due, missed: countMissed(schedule, due, now) };
}

/** The title is the task's: no model is asked for one. */
function newSession({ name, agent }: Task, id: SessionId, now: number): SessionInfo {
  return { id, title: name, agent: agent ?? defaultAgent.id, head: null, updated: now, named: 'user' };
}

export type Ending = { failure?: TaskFailure; session?: SessionId; isQuiet?: true };

/** False: another tab has written the result of this claim, or the task was deleted. */
export async function finishTask(
  id: TaskId,
  claim: TaskClaim,
  ending: Ending,
  now: number,
  database: Database,
): Promise<boolean> {
  const transaction = database.transaction('tasks', 'readwrite', { durability: 'strict' });
  const task = await transaction.store.get(id);
  const isOwn = task?.running?.session === claim.session && task.running.at === claim.at;
  if (!task || !isOwn) return false;
  const { due, at, missed } = claim;
  await transaction.store.put(afterRun(task, { due, at, missed, ...ending }, now));
  await transaction.done;
  return true;
}

/** After the clock was set back. */
export async function replanTask(id: TaskId, now: number, database: Database): Promise<void> {
  const transaction = database.transaction('tasks', 'readwrite');
  const task = await transaction.store.get(id);
  const planned = task && replan(task, now);
  if (planned && planned !== task) await transaction.store.put(planned);
  await transaction.done;
}
