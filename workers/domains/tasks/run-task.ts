/** Runs a task in a chat of its own and stores its result; also the result of a run whose tab died. */
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
  type TaskTrigger,
} from './claims.ts';
import { budgetLeft } from './retry-budget.ts';

export type TaskRunDeps = {
  database: Database;
  now(): number;
  /** `runs.send` of the engine: the run is journaled, and resumed by another tab if this one dies. */
  send(input: SendInput): Promise<RunReport>;
  sessions: Pick<SessionStore, 'get' | 'lastRun' | 'messages' | 'remove'>;
  /** The chats whose run has a journal: it is active in a tab, waits for the user, or could not be stored. */
  unfinished(): Promise<ReadonlyMap<SessionId, unknown>>;
  /** Takes over runs that have a journal and are active in no tab. */
  takeOverRuns(): Promise<void>;
  /** Runs `work` with the Web Lock of this name (`isHeld`), or without it at once if the lock is taken. */
  ifFree<T>(name: string, work: (isHeld: boolean) => Promise<T>): Promise<T>;
  /** Posts that a task or a chat has changed. */
  taskChanged(id: TaskId): void;
  sessionChanged(id: SessionId): void;
};

/** Decides what is kept of a run that ended; absent: its chat. */
export type OnEnded = (session: SessionId, outcome: Outcome) => Promise<Ending>;

type RunHooks = {
  trigger: TaskTrigger;
  /** Called with its chat once the run was claimed. */
  onBegun?(session: SessionId): void;
  /** Overrides fields of the task's own input. */
  input?: Partial<SendInput>;
  onEnded?: OnEnded;
};

/** The Web Lock that the tab holds while it runs the task, so that its death is noticed. */
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
    const claimed = await claimTask(id, hooks.trigger, now(), { database, isBusy });
    if (!claimed) return undefined;
    const { session } = claimed.claim;
    taskChanged(id);
    sessionChanged(session);
    hooks.onBegun?.(session);
    const report = await send({ ...inputOf(claimed), ...hooks.input });
    // The run waits for the user. `recoverTask` stores the result after it was resumed.
    if (report.outcome.type === 'waiting') return undefined;
    const { outcome } = report;
    // The same holds for a run whose end could not be stored, as on a full disk: its answer is only in the
    // journal, and a failure stored here would cause a retry.
    if (outcome.type === 'failed' && (await deps.unfinished()).has(session)) return undefined;
    const cost = await costOf(session, report.run, deps);
    const ending = (await hooks.onEnded?.(session, outcome)) ?? (await endingOf(session, outcome, deps));
    await finishTask(id, claimed.claim, { ...ending, ...cost, run: report.run }, now(), database);
    taskChanged(id);
    // The head of the chat may show a higher number of missed times.
    if (ending.session) sessionChanged(session);
    return ending;
  });
}

function inputOf({ task, claim, isRetry }: Claimed): SendInput {
  const { prompt, agent, model } = task;
  // An extra run by the user is no retry, so it gets the whole budget.
  const budget = claim.isExtra ? task.budget : budgetLeft(task, claim.due);
  return {
    ...{ session: claim.session, text: `${prompt}\n\n${aboutRun(task, claim)}` },
    ...(agent ? { agent } : {}),
    ...(model ? { model } : {}),
    ...(budget ? { budget } : {}),
    ...(isPlanted(task) ? { isPlanted: true } : {}),
    // A retry begins a new branch beside the failed try.
    ...(isRetry ? { base: null } : {}),
  };
}

/** In English, for the model; the head of the chat shows the same in the user's language. */
function aboutRun({ name }: Task, { due, missed }: TaskClaim): string {
  const also = missed > 0 ? ` ${missedText(missed)} more times passed since then and are not run.` : '';
  return `(Scheduled task '${name}', due ${momentText(due)}.${also} The user may not be here.)`;
}

/** The cost of this run alone: its chat may contain later runs of the user, and earlier tries. */
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

/** The ending of a run, by its outcome. Deletes the empty chat of a run that never began. */
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
 * Stores the result of a run whose tab died, or why there is none. True: the run is unfinished, because it
 * has a journal, and the tab that claimed its task is gone.
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
