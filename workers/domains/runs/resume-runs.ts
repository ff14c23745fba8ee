/** Resumes an unfinished run from its journal, after its tab died. */
import type { RunId } from '#shared/ids.ts';
import type { ResumeChoice, RunReport } from '#shared/rpc/protocol.ts';
import { openCalls, type CallPart } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent, RunPlanned, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo, SessionView } from '#shared/conversation/session.ts';
import { interruptedResult } from '#workers/agent/interrupted-result.ts';
import { openJournal, readJournal, removeJournal } from '../sessions/journal/journal.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { CallLog } from '#workers/domains/activity/call-log.ts';
import { runToCompletion, type RunStart, type LifecycleDeps } from './run-lifecycle.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import { findContinuation, type RunContinuation } from './resume-point.ts';
import type { RunRequest } from './session-lock.ts';
import { findUnfinishedRuns, foldRun } from '../sessions/journal/unfinished-runs.ts';
import { planRun, type PlanDeps } from './run-plan.ts';
import { reportRun } from './run-report.ts';
import { callsOf, closeOpenCalls } from '../sessions/journal/replay-journal.ts';

export type ResumeDeps = LifecycleDeps &
  PlanDeps & {
    callLog: Pick<CallLog, 'recover'>;
    registry: Pick<Registry, 'find'>;
    sessions: Pick<SessionStore, 'get' | 'messages' | 'commitRun'>;
  };

/** How to resume; by default the run continues, or waits for the user where repeating a call could do harm. */
export type ResumeOptions = {
  calls?: ResumeChoice;
  /** End it with this outcome instead: the user stopped it, or sent something new. */
  end?: Outcome;
};

/** Contract: called with the lock of the session's runs held. Undefined if the session has no unfinished run. */
export async function resumeUnfinished(
  request: RunRequest,
  options: ResumeOptions,
  deps: ResumeDeps,
): Promise<RunReport | undefined> {
  const run = (await findUnfinishedRuns(deps.journals)).get(request.session);
  return run && resumeRun(run, options, request, deps);
}

export async function resumeRun(
  run: RunId,
  options: ResumeOptions,
  request: RunRequest,
  deps: ResumeDeps,
): Promise<RunReport | undefined> {
  const unfinished = await readUnfinished(run, deps);
  if (!unfinished) return undefined;
  const { session, view, events } = unfinished;
  const planned = await planRun(unfinished.planned ?? {}, session, deps);
  const plan = planned.ok ? planned.plan : undefined;
  const agent = plan?.agent.name ?? '';
  await deps.callLog.recover(run, callsLogged(view, run, agent));
  const continuation = findContinuation(view, events, deps.registry.find);
  // Without its agent or its model the run cannot continue, and there is nothing to ask the user.
  const end: Outcome | undefined =
    options.end ?? (planned.ok ? undefined : { type: 'failed', error: planned.error });
  if (continuation.type === 'continues' && !end && !options.calls && continuation.doubtful.length > 0)
    return waitForUser(unfinished, continuation.doubtful, deps);
  const next = resumeFrom(unfinished, continuation, { ...options, ...(end ? { end } : {}) });
  await deps.callLog.recover(run, callsAnswered(view, run, agent, next.first));
  return runToCompletion({ ...next, ...(plan ? { plan } : {}) }, request, deps);
}

/** The contents of an unfinished run's journal; `view`: its session with these events folded in. */
type Unfinished = {
  session: SessionInfo;
  view: SessionView;
  run: RunId;
  events: readonly SessionEvent[];
  startedAt: number;
  planned: RunPlanned | undefined;
};

/** Undefined if nothing was journaled, or the session was deleted; then the journal is deleted, too. */
async function readUnfinished(
  run: RunId,
  { journals, sessions }: ResumeDeps,
): Promise<Unfinished | undefined> {
  // Read with the lock held: only now can no other tab write to it.
  const events = await readJournal(journals, run);
  const first = events[0];
  if (first?.type !== 'run-start') return undefined;
  const session = await sessions.get(first.session);
  if (!session) {
    await removeJournal(journals, run);
    return undefined;
  }
  // A journaled end is posted again once the run is committed.
  const before = events.filter(({ type }) => type !== 'run-end');
  const view = foldRun(session.id, await sessions.messages(session.id), before);
  return { session, view, run, events, startedAt: first.at, planned: first.plan };
}

/** How the run starts again: where it continues, or with which outcome it ends. */
function resumeFrom(
  { session, view, run, events, startedAt }: Unfinished,
  continuation: RunContinuation,
  options: ResumeOptions,
): Omit<RunStart, 'plan'> {
  const base = { session, run, startedAt, view, past: events };
  const last = view.messages.at(-1);
  const unanswered = last?.run === run ? openCalls(last) : [];
  const outcome = continuation.type === 'ended' ? continuation.outcome : options.end;
  if (outcome !== undefined || continuation.type === 'ended')
    return { ...base, first: unanswered.map(answer), ...(outcome ? { outcome } : {}) };
  const skipped = options.calls === 'repeat' ? [] : continuation.doubtful;
  const { from } = continuation;
  const isSkipped = (id: string) => skipped.some((call) => call.id === id);
  const rest =
    from?.type === 'calls' ? { ...from, calls: from.calls.filter(({ id }) => !isSkipped(id)) } : from;
  const resumed: RunEvent = { type: 'run-resume', at: Date.now() };
  return { ...base, first: [resumed, ...skipped.map(answer)], ...(rest ? { from: rest } : {}) };
}

function answer(call: CallPart): RunEvent {
  return { type: 'tool-end', call: call.id, result: interruptedResult(call).result, duration_ms: 0 };
}

/**
 * Journals that the run waits for the user. The journal stays, so any tab can show and answer the question.
 */
async function waitForUser(
  { session, view, run, events }: Unfinished,
  doubtful: readonly CallPart[],
  deps: ResumeDeps,
): Promise<RunReport> {
  if (!view.run?.waiting) {
    const event: SessionEvent = {
      seq: (events.at(-1)?.seq ?? 0) + 1,
      session: session.id,
      run,
      type: 'run-wait',
      calls: doubtful.map(({ id }) => id),
    };
    const journal = await openJournal(deps.journals, run);
    journal.append(event);
    journal.flush();
    journal.close();
    deps.bus.post(event);
  }
  return reportRun(session.id, run, { type: 'waiting' }, view.messages);
}

/** The calls that get their result here, because they were running when their tab died; the call log needs them, too. */
function callsAnswered(view: SessionView, run: RunId, agent: string, first: readonly RunEvent[]) {
  const ids = new Set(first.flatMap((event) => (event.type === 'tool-end' ? [event.call] : [])));
  const closed = { ...view, messages: view.messages.map(closeOpenCalls) };
  return callsLogged(closed, run, agent).filter(({ id }) => ids.has(id));
}

function callsLogged({ messages }: SessionView, run: RunId, agent: string) {
  return messages.filter((message) => message.run === run).flatMap((message) => callsOf(message, agent));
}
