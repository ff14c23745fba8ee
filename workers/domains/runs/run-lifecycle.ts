/** The life of a run: journaled while it runs, committed in one transaction, then announced to all tabs. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo, SessionView } from '#shared/conversation/session.ts';
import { spentOn } from '#workers/agent/budget.ts';
import type { ResumePoint } from '#workers/agent/loop.ts';
import type { RunRecord } from '#workers/domains/sessions/tables.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';
import { openJournal, removeJournal } from '../sessions/journal/journal.ts';
import type { RunPlace } from '#workers/domains/budget/open-runs.ts';
import { ancestorsOf } from '#workers/domains/sessions/lineage.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { runAgent, type AgentRunDeps } from './run-agent.ts';
import type { RunRequest } from './session-lock.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { RunPlan } from './run-plan.ts';
import { reportRun } from './run-report.ts';
import { createRunStream, type RunStream } from './run-stream.ts';
import { closeOpenCalls } from '../sessions/journal/replay-journal.ts';

export type LifecycleDeps = AgentRunDeps & {
  bus: Pick<EventBus, 'post' | 'postAll'>;
  journals: FileSystemDirectoryHandle;
  sessions: Pick<SessionStore, 'commitRun' | 'get'>;
  /** Called after every run, once its commit has succeeded or failed. */
  onEnded?(): void;
  /** Called after a run that completed; not awaited. */
  onCompleted?(session: SessionId, plan: RunPlan): void;
};

/** A run to start or to resume. */
export type RunStart = {
  session: SessionInfo;
  run: RunId;
  startedAt: number;
  /** The session with the journaled events folded in. */
  view: SessionView;
  /** These events; empty for a new run. */
  past: readonly SessionEvent[];
  /** Emitted before anything else. */
  first: readonly RunEvent[];
  /** Absent if the run only has to end. */
  plan?: RunPlan;
  from?: ResumePoint;
  /** Ends the run without another step. */
  outcome?: Outcome;
  /** Called once `first` is journaled, and with it the user's message. */
  onBegun?: () => void;
};

/** Contract: called with the lock of the session's runs held. */
export async function runToCompletion(
  start: RunStart,
  request: RunRequest,
  deps: LifecycleDeps,
): Promise<RunReport> {
  const { session, run, startedAt, plan, from } = start;
  const ancestors = await ancestorsOf(session, deps.sessions);
  const journal = await openJournal(deps.journals, run);
  const journalFailure: { error?: unknown } = {};
  const stream = createRunStream({
    session: session.id,
    run,
    view: start.view,
    past: start.past,
    journal,
    post: deps.bus.postAll,
    onJournalError: (error) => {
      journalFailure.error ??= error;
      request.abort.abort();
    },
  });
  request.stream = stream;
  const forgetSpent = deps.spending.watch(run, stream.spent, placeOf(start, ancestors));
  start.first.forEach(stream.emit);
  if (!journalFailure.error) start.onBegun?.();
  // A stop is journaled, so that a stopped run is not resumed after a crash.
  const over = new AbortController();
  whenAborted(request.abort.signal, over.signal, () => stream.emit({ type: 'run-stop', at: Date.now() }));
  const { leftOut } = session;
  const agentRun = plan &&
    !start.outcome && {
      ...{ session: session.id, ancestors, run, plan },
      ...(leftOut ? { leftOut } : {}),
      ...(from ? { from } : {}),
    };
  const ended = agentRun ? await runAgent(agentRun, stream, request.abort.signal, deps) : undefined;
  const outcome: Outcome = journalFailure.error
    ? { type: 'failed', error: explainStorageError(journalFailure.error) }
    : (start.outcome ?? ended ?? { type: 'interrupted' });
  const endedAt = Date.now();
  over.abort();
  await holdQueue(session.id, outcome, deps);
  const last = stream.end({ type: 'run-end', outcome, at: endedAt });
  journal.close();
  const record = {
    ...{ id: run, session: session.id, startedAt, endedAt, outcome, work: stream.work() },
    ...chargedIn(run, deps.spending),
  };
  const committed = await commit(stream, last, record, deps);
  forgetSpent();
  deps.spending.forget(run);
  deps.onEnded?.();
  if (committed.type === 'completed' && plan) deps.onCompleted?.(session.id, plan);
  return reportRun(session.id, run, committed, stream.view().messages);
}

/**
 * The queue waits for the user where the next message would fail as well, or they stopped for a reason. Before the commit:
 * if the tab dies in between, another one commits the run, and the queue stays held.
 */
async function holdQueue(session: SessionId, { type }: Outcome, { queue }: LifecycleDeps): Promise<void> {
  if (type === 'failed' || type === 'interrupted' || type === 'stopped' || type === 'budget')
    await queue?.hold(session);
}

function placeOf({ session, plan }: RunStart, ancestors: readonly SessionId[]): RunPlace {
  return { session: session.id, ancestors, budget: plan?.agent.budget ?? {} };
}

function chargedIn(run: RunId, { chargedTo }: LifecycleDeps['spending']): Pick<RunRecord, 'charged'> {
  const charged = chargedTo(run);
  return charged.tokens > 0 || charged.cost > 0 ? { charged } : {};
}

function whenAborted(signal: AbortSignal, over: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true, signal: over });
}

/** Stores the run in one transaction, removes its journal, posts its end. A failed commit keeps the journal for recovery. */
async function commit(
  stream: RunStream,
  last: SessionEvent,
  record: Parameters<SessionStore['commitRun']>[0],
  deps: LifecycleDeps,
): Promise<Outcome> {
  const own = stream
    .view()
    .messages.filter(({ run }) => run === record.id)
    .map(closeOpenCalls);
  let { outcome } = record;
  try {
    await deps.sessions.commitRun(record, own, spentOn(own));
    await removeJournal(deps.journals, record.id);
  } catch (error) {
    outcome = { type: 'failed', error: explainStorageError(error) };
  }
  deps.bus.post(last.type === 'run-end' ? { ...last, outcome } : last);
  deps.bus.post({ type: 'changed', kind: 'sessions', ids: [record.session] });
  return outcome;
}
