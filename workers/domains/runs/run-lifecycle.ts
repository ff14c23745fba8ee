/** Leads a run from wherever it stands to its end: journaled while it goes on, committed whole, then told to the world. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { RunReport } from '#shared/rpc/protocol.ts';
import type { Outcome, RunEvent, SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionInfo, SessionView } from '#shared/conversation/session.ts';
import { messageOf } from '#shared/message-of.ts';
import { spentOn } from '#workers/agent/budget.ts';
import type { ResumePoint } from '#workers/agent/loop.ts';
import { openJournal, removeJournal } from './journal.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { driveRun, type DrivePorts } from './run-agent.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { RunPlan } from './run-plan.ts';
import { reportRun } from './run-report.ts';
import { createRunStream, type RunStream } from './run-stream.ts';
import { settleCalls } from './replay-journal.ts';

export type LeadPorts = DrivePorts & {
  bus: Pick<EventBus, 'post'>;
  journals: FileSystemDirectoryHandle;
  sessions: Pick<SessionStore, 'commitRun'>;
  /** What may follow a run that went well; nobody waits for it. */
  onCompleted?(session: SessionId, plan: RunPlan): void;
};

/** `stream` is there once the run has begun; a stop may come earlier. */
export type ActiveRun = { stop: AbortController; stream?: RunStream };

export type Lead = {
  session: SessionInfo;
  run: RunId;
  startedAt: number;
  /** What is known of the session, the journal's events folded in; `seq` is the last of them. */
  view: SessionView;
  seq: number;
  /** Emitted before anything else. */
  first: readonly RunEvent[];
  /** Absent where nothing is left to do but to end. */
  plan?: RunPlan;
  from?: ResumePoint;
  /** How it ends where it is not driven on. */
  outcome?: Outcome;
  /** `first` is journaled, and with it the user's message. */
  onBegun?: () => void;
};

/** Contract: called with the lock of the session's runs held. */
export async function leadRun(lead: Lead, current: ActiveRun, ports: LeadPorts): Promise<RunReport> {
  const { session, run, startedAt, plan, from } = lead;
  const journal = await openJournal(ports.journals, run);
  const broken: { error?: unknown } = {};
  const stream = createRunStream({
    session: session.id,
    run,
    view: lead.view,
    seq: lead.seq,
    journal,
    post: (event) => ports.bus.post(event),
    onJournalError: (error) => {
      broken.error ??= error;
      current.stop.abort();
    },
  });
  current.stream = stream;
  const forgetSpent = ports.spending.watch(stream.spent);
  lead.first.forEach(stream.emit);
  if (!broken.error) lead.onBegun?.();
  // Journaled: who said stop must not find the run going on after a crash.
  const over = new AbortController();
  whenAborted(current.stop.signal, over.signal, () => stream.emit({ type: 'run-stop', at: Date.now() }));
  const drive = plan && !lead.outcome && { session: session.id, run, plan, ...(from ? { from } : {}) };
  const driven = drive ? await driveRun(drive, stream, current.stop.signal, ports) : undefined;
  const outcome: Outcome = broken.error
    ? { type: 'failed', error: explainStorageError(broken.error) }
    : (lead.outcome ?? driven ?? { type: 'interrupted' });
  const endedAt = Date.now();
  over.abort();
  const last = stream.end({ type: 'run-end', outcome, at: endedAt });
  journal.close();
  const record = { id: run, session: session.id, startedAt, endedAt, outcome };
  const committed = await commit(stream, last, record, ports);
  forgetSpent();
  if (committed.type === 'completed' && plan) ports.onCompleted?.(session.id, plan);
  return reportRun(session.id, run, committed, stream.view().messages);
}

function whenAborted(signal: AbortSignal, over: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true, signal: over });
}

/** One transaction, then the journal goes, then the world hears of it. A failed commit leaves the journal for recovery. */
async function commit(
  stream: RunStream,
  last: SessionEvent,
  record: Parameters<SessionStore['commitRun']>[0],
  ports: LeadPorts,
): Promise<Outcome> {
  const own = stream
    .view()
    .messages.filter(({ run }) => run === record.id)
    .map(settleCalls);
  let { outcome } = record;
  try {
    await ports.sessions.commitRun(record, own, spentOn(own));
    await removeJournal(ports.journals, record.id);
  } catch (error) {
    outcome = { type: 'failed', error: explainStorageError(error) };
  }
  ports.bus.post(last.type === 'run-end' ? { ...last, outcome } : last);
  ports.bus.post({ type: 'changed', kind: 'sessions', ids: [record.session] });
  return outcome;
}

export function explainStorageError(error: unknown): ModelError {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return { type: 'storage_full' };
  return { type: 'internal', detail: messageOf(error) };
}
