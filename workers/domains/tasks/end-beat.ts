/** Ends a beat: counts its cost, and keeps its result, and its chat unless there is nothing to report. */
import { textOf, type CallPart, type Message } from '#shared/conversation/message.ts';
import type { SessionId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { addSpent } from '#shared/runs/spent.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { spentOn } from '#workers/agent/budget.ts';
import { addCost } from './beat-state.ts';
import type { Ending } from './claims.ts';
import { endingOf, type TaskRunDeps } from './run-task.ts';

/** The answer of a model that has nothing to report. */
export const quietAnswer = 'HEARTBEAT_OK';

export type EndDeps = TaskRunDeps & {
  /** Deletes the chat with everything that is kept for it. */
  removeSession(id: SessionId): Promise<void>;
  /** Whether the user has written something in this chat that waits for the end of its run. */
  isQueued(id: SessionId): Promise<boolean>;
  /** Called when a beat has something to report, so that the page notifies the user. */
  onReport(session: SessionId): void;
};

/** Ends a task that ran with the heartbeat. Its chat stays, whatever the answer is. */
export async function endTask(session: SessionId, outcome: Outcome, deps: EndDeps): Promise<Ending> {
  await countCost(session, deps);
  return endingOf(session, outcome, deps);
}

/**
 * Ends a beat. `onReport` is called for an answer only, because the page then says that an answer is ready.
 */
export async function endBeat(session: SessionId, outcome: Outcome, deps: EndDeps): Promise<Ending> {
  await countCost(session, deps);
  const messages = await deps.sessions.messages(session);
  const answer = messages.findLast(({ role }) => role === 'assistant');
  const isDone = outcome.type === 'completed';
  if (isDone && answer && isQuiet(textOf(answer)))
    return (await isWithoutTrace(session, messages, deps)) ? { session, isQuiet: true } : { session };
  if (isDone) deps.onReport(session);
  return endingOf(session, outcome, deps);
}

/** Whether the answer is `quietAnswer`, also in quotes, bold or with a full stop. */
export function isQuiet(text: string): boolean {
  return /^[^\p{L}\p{N}]*HEARTBEAT_OK[^\p{L}\p{N}]*$/u.test(text);
}

/** Counts the cost of the whole chat, which is new with each beat, and what tools of its run have spent. */
async function countCost(session: SessionId, deps: EndDeps): Promise<void> {
  const [messages, run] = await Promise.all([
    deps.sessions.messages(session),
    deps.sessions.lastRun(session),
  ]);
  const ofTools = run?.charged ?? { tokens: 0, cost: 0 };
  await addCost(session, addSpent(spentOn(messages), ofTools), deps);
}

/** Tools that only read. A chat with a call of any other is kept, so that the user can see what was done. */
const readingTools: ReadonlySet<string> = new Set([
  ...[
    'read_file',
    'list_directory',
    'file_info',
    'find',
    'glob',
    'grep',
    'git_status',
    'git_diff',
    'git_log',
  ],
  ...['web_search', 'codesearch', 'memory_search', 'search_history', 'list_tasks', 'list_alarms'],
  ...['todoread', 'todowrite', 'get_current_time', 'battery', 'device_info', 'system_info', 'noop'],
]);

/** Fetching counts as reading, because the list can name pages; a POST request may change something. */
function isRead({ name, arguments: { method = 'GET' } }: CallPart): boolean {
  if (name !== 'fetch_url') return readingTools.has(name);
  return method === 'GET' || method === 'HEAD';
}

/** Whether no call in these messages can have changed or sent anything. */
export function haveOnlyRead(messages: readonly Message[]): boolean {
  return messages.every(({ parts }) => parts.every((part) => part.type !== 'call' || isRead(part)));
}

/** Whether the user wrote nothing in the chat, and no call can have changed or sent anything. */
async function isWithoutTrace(
  session: SessionId,
  messages: readonly Message[],
  { isQueued }: EndDeps,
): Promise<boolean> {
  const asked = messages.filter(({ role }) => role === 'user').length;
  if (asked > 1 || !haveOnlyRead(messages)) return false;
  return !(await isQueued(session));
}

/**
 * Deletes the chats of quiet beats, and of failed ones but for the newest: a day without a network would leave one for
 * each beat. After the result was written, so that a tab that dies in between leaves a chat and not a wrong result.
 */
export async function removeOldChats(deps: EndDeps): Promise<void> {
  const { database, sessions } = deps;
  const { results = [] } = (await database.get('tasks', heartbeatId)) ?? {};
  const failed = results.filter(({ session, failure }) => session && failure && failure.type !== 'stopped');
  const old = [...results.filter(({ isQuiet: isSilent }) => isSilent), ...failed.slice(1)];
  const gone = new Set<SessionId>();
  for (const { session, runs } of old) {
    if (!session || !(await isWithoutTrace(session, await sessions.messages(session), deps))) continue;
    // A run that is no try of the beat was started by the user, who asked for another answer, and may still
    // be active.
    if ((await deps.unfinished()).has(session)) continue;
    const last = await sessions.lastRun(session);
    if (runs && last && !runs.includes(last.id)) continue;
    await deps.removeSession(session);
    deps.sessionChanged(session);
    gone.add(session);
  }
  if (gone.size > 0) await unlink(gone, deps);
}

/** Removes the links to deleted chats from the results, which stay. */
async function unlink(gone: ReadonlySet<SessionId>, { database, taskChanged }: EndDeps): Promise<void> {
  const transaction = database.transaction('tasks', 'readwrite');
  const row = await transaction.store.get(heartbeatId);
  const results = row?.results.map(({ session, ...result }) =>
    session && !gone.has(session) ? { session, ...result } : result,
  );
  if (row && results) await transaction.store.put({ ...row, results });
  await transaction.done;
  taskChanged(heartbeatId);
}
