/** Runs a task in a chat of its own and writes down how it ended; also for a run that another tab left. */
import type { RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { RunId, SessionId, TaskId } from '#shared/ids.ts';
import type { Outcome } from '#shared/runs/run-event.ts';
import { addSpent } from '#shared/runs/spent.ts';
import { missedText } from '#shared/tasks/missed-text.ts';
import { isPlanted, type Task, type TaskClaim } from '#shared/tasks/task.ts';
import { spentOn } from '#workers/agent/budget.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { momentText } from '#workers/text/moment-text.ts';
import type { Database } from '#workers/storage/database.ts';
import {
  claimTask,
  finishTask,
  runOf,
  type Claimed,
  type Ended,
  type Ending,
  type Occasion,
} from './claims.ts';
import { budgetLeft } from './tries-budget.ts';

export type TaskRunDeps = {
  database: Database;
  now(): number;
  /** Of the engine: journaled, and resumed by another tab if this one dies. */
  send(input: SendInput): Promise<RunReport>;
  sessions: Pick<SessionStore, 'get' | 'lastRun' | 'messages' | 'remove'>;
  /** The chats that have a run with a journal: it goes on somewhere, waits for the user, or could not be stored. */
  unfinished(): Promise<ReadonlyMap<SessionId, unknown>>;
  /** Takes over what has a journal and runs nowhere. */
  adopt(): Promise<void>;
  /** Works with the Web Lock of this name, or with null at once if somebody holds it. */
  ifFree<T>(name: string, work: (isHeld: boolean) => Promise<T>): Promise<T>;
  /** Posts that a task or a chat has changed. */
  taskChanged(id: TaskId): void;
  sessionChanged(id: SessionId): void;
};

/** Decides what is kept of a run that ended; without it, its chat. */
export type OnEnded = (session: SessionId, outcome: Outcome) => Promise<Ending>;

type RunHooks = {
  occasion: Occasion;
  /** Called with its chat once the run was claimed. */
  onBegun?(session: SessionId): void;
  /** Changes what is sent; the default is the task's own. */
  input?: Partial<SendInput>;
  onEnded?: OnEnded;
};

/** While it is held, the tab that runs the task is alive. */
function lockName(id: TaskId): string {
  return `oneclaw-task-${id}`;
}

/** Undefined: another tab runs it, or it is not due any more. */
export async function runTask(id: TaskId, hooks: RunHooks, deps: TaskRunDeps): Promise<Ending | undefined> {
  const { database, now, send, taskChanged, sessionChanged } = deps;
  return deps.ifFree(lockName(id), async (isHeld) => {
    if (!isHeld) return undefined;
    const busy = await deps.unfinished();
    const isBusy = (session: SessionId) => busy.has(session);
    const claimed = await claimTask(id, hooks.occasion, now(), { database, isBusy });
    if (!claimed) return undefined;
    const { session } = claimed.claim;
    taskChanged(id);
    sessionChanged(session);
    hooks.onBegun?.(session);
    const report = await send({ ...inputOf(claimed), ...hooks.input });
    // It waits for the user: the run that goes on with it leaves the result to `recoverTask`.
    if (report.outcome.type === 'waiting') return undefined;
    const { outcome } = report;
    // So does a run whose end could not be stored, as on a full disk: its answer is in the journal alone, and a
    // failure written here would have it done once more.
    if (outcome.type === 'failed' && (await deps.unfinished()).has(session)) return undefined;
    const cost = await costOf(session, report.run, deps);
    const ending = (await hooks.onEnded?.(session, outcome)) ?? (await endingOf(session, outcome, deps));
    await finishTask(id, claimed.claim, { ...ending, ...cost, run: report.run }, now(), database);
    taskChanged(id);
    // The line at its head may count more that were missed.
    if (ending.session) sessionChanged(session);
    return ending;
  });
}

function inputOf({ task, claim, isRetry }: Claimed): SendInput {
  const { prompt, agent, model } = task;
  // What the user runs beside the plan is no further try of a time.
  const budget = claim.isExtra ? task.budget : budgetLeft(task, claim.due);
  return {
    ...{ session: claim.session, text: `${prompt}\n\n${aboutRun(task, claim)}` },
    ...(agent ? { agent } : {}),
    ...(model ? { model } : {}),
    ...(budget ? { budget } : {}),
    ...(isPlanted(task) ? { isPlanted: true } : {}),
    // A branch of its own beside the try that failed.
    ...(isRetry ? { base: null } : {}),
  };
}

/** In English, for the model: the chat says it in the user's language at its head. */
function aboutRun({ name }: Task, { due, missed }: TaskClaim): string {
  const also = missed > 0 ? ` ${missedText(missed)} more times passed since then and are not run.` : '';
  return `(Scheduled task '${name}', due ${momentText(due)}.${also} The user may not be here.)`;
}

/** Of this run alone: the user may have gone on in its chat, and a retry has that of the try before. */
async function costOf(
  session: SessionId,
  run: RunId,
  { sessions }: TaskRunDeps,
): Promise<Pick<Ended, 'spent'>> {
  const [messages, last] = await Promise.all([sessions.messages(session), sessions.lastRun(session)]);
  const ofTools = (last?.id === run && last.charged) || { tokens: 0, cost: 0 };
  const spent = addSpent(spentOn(messages.filter((message) => message.run === run)), ofTools);
  return spent.tokens + spent.cost > 0 ? { spent } : {};
}

/** A run that never began leaves no empty chat. */
export async function endingOf(session: SessionId, outcome: Outcome, deps: TaskRunDeps): Promise<Ending> {
  const failure = failureOf(outcome);
  const isEmpty = failure !== undefined && (await deps.sessions.messages(session)).length === 0;
  if (isEmpty) {
    await deps.sessions.remove(session);
    deps.sessionChanged(session);
  }
  return { ...(isEmpty ? {} : { session }), ...(failure ? { failure } : {}) };
}

function failureOf(outcome: Outcome): Ending['failure'] {
  return outcome.type === 'completed' || outcome.type === 'waiting' ? undefined : outcome;
}

/**
 * The result of a run whose tab died, once it is there; says why where there will be none. True: it has a journal, and
 * no tab that claimed its task.
 */
export async function recoverTask(
  { id, running }: Task,
  deps: TaskRunDeps,
  onEnded?: OnEnded,
): Promise<boolean> {
  if (!running) return false;
  const { database, now, sessions, taskChanged } = deps;
  return deps.ifFree(lockName(id), async (isHeld) => {
    if (!isHeld) return false;
    const ending = await endingLeft(running, deps);
    if (ending && (await finishTask(id, running, ending, now(), database))) taskChanged(id);
    return ending === undefined;
  });

  async function endingLeft(claim: TaskClaim, all: TaskRunDeps): Promise<Ended | undefined> {
    const { session } = claim;
    // In this order: a run is stored before its journal is removed.
    if ((await all.unfinished()).has(session)) return undefined;
    const run = await runOf(claim, database);
    if (run) {
      const cost = await costOf(session, run.id, all);
      const ending = (await onEnded?.(session, run.outcome)) ?? (await endingOf(session, run.outcome, all));
      return { ...ending, ...cost, run: run.id };
    }
    if (!(await sessions.get(session))) return { failure: { type: 'chat-gone' } };
    const { session: kept } = await endingOf(session, { type: 'interrupted' }, all);
    return { failure: { type: 'not-begun' }, ...(kept ? { session: kept } : {}) };
  }
}
