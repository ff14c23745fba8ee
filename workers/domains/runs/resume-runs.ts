/** Takes over the runs whose tabs have died: each goes on from its journal, in one tab only. */
import type { RunId } from '#shared/ids.ts';
import type { ResumeChoice, RunReport } from '#shared/rpc/protocol.ts';
import type { CallPart } from '#shared/conversation/message.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo, SessionView } from '#shared/conversation/session.ts';
import { interruptedResult } from '#workers/agent/interrupted-result.ts';
import { openJournal, readJournal, removeJournal } from './journal.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { CallLog } from '#workers/domains/activity/call-log.ts';
import { leadRun, type ActiveRun, type Lead, type LeadPorts } from './run-lifecycle.ts';
import type { Registry } from '#workers/engine/calls/registry.ts';
import { findRemains, openCalls, type RunRemains } from './resume-point.ts';
import { foldRun } from './unfinished-runs.ts';
import { planRun, type PlanPorts } from './run-plan.ts';
import { reportRun } from './run-report.ts';
import { callsOf, settleCalls } from './replay-journal.ts';

export type ResumePorts = LeadPorts &
  PlanPorts & {
    callLog: Pick<CallLog, 'recover'>;
    registry: Pick<Registry, 'find'>;
    sessions: Pick<SessionStore, 'get' | 'messages' | 'commitRun'>;
  };

/** What is to become of a run that was left behind. */
export type ResumeWish = {
  calls?: ResumeChoice;
  /** It is not to go on: the user stopped it, or says something new. */
  end?: Outcome;
};

/** Contract: called with the lock of the session's runs held. Undefined where nothing was left to do. */
export async function resumeRun(
  run: RunId,
  wish: ResumeWish,
  current: ActiveRun,
  ports: ResumePorts,
): Promise<RunReport | undefined> {
  // Read with the lock held: only now is it certain that nobody writes, and that this is all.
  const events = await readJournal(ports.journals, run);
  const first = events[0];
  if (first?.type !== 'run-start') return undefined;
  const session = await ports.sessions.get(first.session);
  if (!session) {
    await removeJournal(ports.journals, run);
    return undefined;
  }
  // Its end, where there is one, is told anew once it is committed.
  const before = events.filter(({ type }) => type !== 'run-end');
  const view = foldRun(session.id, await ports.sessions.messages(session.id), before);
  const planned = await planRun(first.plan ?? {}, session, ports);
  const plan = planned.ok ? planned.plan : undefined;
  await ports.callLog.recover(run, callsLogged(view, run, plan?.agent.name ?? ''));
  const remains = findRemains(view, events, ports.registry.find);
  const left: Left = { session, view, run, events, startedAt: first.at };
  // Without its agent or its model there is no going on, and nothing to ask for.
  const end: Outcome | undefined =
    wish.end ?? (planned.ok ? undefined : { type: 'failed', error: planned.error });
  if (remains.type === 'goes-on' && !end && !wish.calls && remains.doubtful.length > 0)
    return waitForUser(left, remains, ports);
  const next = goOn(left, remains, { ...wish, ...(end ? { end } : {}) });
  await ports.callLog.recover(run, callsAnswered(view, run, plan?.agent.name ?? '', next.first));
  return leadRun({ ...next, ...(plan ? { plan } : {}) }, current, ports);
}

type Left = {
  session: SessionInfo;
  view: SessionView;
  run: RunId;
  events: readonly SessionEvent[];
  startedAt: number;
};

/** The start of the rest of a run. */
function goOn(
  { session, view, run, events, startedAt }: Left,
  remains: RunRemains,
  wish: ResumeWish,
): Omit<Lead, 'plan'> {
  const seq = events.at(-1)?.seq ?? 0;
  const base = { session, run, startedAt, view, seq };
  const last = view.messages.at(-1);
  const unanswered = last?.run === run ? openCalls(last) : [];
  const outcome = remains.type === 'ended' ? remains.outcome : wish.end;
  if (outcome !== undefined || remains.type === 'ended')
    return { ...base, first: unanswered.map(answer), ...(outcome ? { outcome } : {}) };
  const skipped = wish.calls === 'repeat' ? [] : remains.doubtful;
  const { from } = remains;
  const isSkipped = (id: string) => skipped.some((call) => call.id === id);
  const rest =
    from?.type === 'calls' ? { ...from, calls: from.calls.filter(({ id }) => !isSkipped(id)) } : from;
  const resumed: RunEvent = { type: 'run-resume', at: Date.now() };
  return { ...base, first: [resumed, ...skipped.map(answer)], ...(rest ? { from: rest } : {}) };
}

function answer(call: CallPart): RunEvent {
  return { type: 'tool-end', call: call.id, result: interruptedResult(call).result, duration_ms: 0 };
}

/** The journal stays, and with it the question; any tab may answer it. */
async function waitForUser(
  { session, view, run, events }: Left,
  { doubtful }: RunRemains & { type: 'goes-on' },
  ports: ResumePorts,
): Promise<RunReport> {
  if (!view.run?.waiting) {
    const event: SessionEvent = {
      seq: (events.at(-1)?.seq ?? 0) + 1,
      session: session.id,
      run,
      type: 'run-wait',
      calls: doubtful.map(({ id }) => id),
    };
    const journal = await openJournal(ports.journals, run);
    journal.append(event);
    journal.flush();
    journal.close();
    ports.bus.post(event);
  }
  return reportRun(session.id, run, { type: 'waiting' }, view.messages);
}

/** Calls that get their result here were at work when their tab died, so the log must have them, too. */
function callsAnswered(view: SessionView, run: RunId, agent: string, first: readonly RunEvent[]) {
  const ids = new Set(first.flatMap((event) => (event.type === 'tool-end' ? [event.call] : [])));
  const settled = { ...view, messages: view.messages.map(settleCalls) };
  return callsLogged(settled, run, agent).filter(({ id }) => ids.has(id));
}

function callsLogged({ messages }: SessionView, run: RunId, agent: string) {
  return messages.filter((message) => message.run === run).flatMap((message) => callsOf(message, agent));
}
