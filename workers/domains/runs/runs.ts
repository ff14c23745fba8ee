/** Runs: one per session across all tabs, started by what the user sends, taken over when their tab dies. */
import { newId, type RunId, type SessionId } from '#shared/ids.ts';
import type { ResumeChoice, RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { explainStorageError } from '#workers/storage/explain-storage-error.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { createAdoption, type AdoptDeps } from './adopt-runs.ts';
import { failedReport, stoppedReport } from './run-report.ts';
import { resumeUnfinished } from './resume-runs.ts';
import { createSessionLock, type RunRequest, type SessionLock } from './session-lock.ts';
import { keepInput, type KeepDeps } from './keep-input.ts';
import { branchOf, startNextRun } from './start-run.ts';
import type { KeptInput } from './waiting-sends.ts';

export type RunDeps = AdoptDeps &
  KeepDeps & {
    blobs: BlobStore;
    sessions: SessionStore;
    bus: Pick<EventBus, 'post' | 'announce'>;
  };

export type Runs = {
  /** Resolves at the end of the run; never throws for an expected reason. During another run it waits for its end. */
  send(input: SendInput): Promise<RunReport>;
  /** Answers the last user message of the shown branch again. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Resumes a run whose tab died; without a choice it may have to wait for one. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Ends the run, and whatever waits for its end; true if the run is in this tab. */
  stop(session: SessionId): boolean;
  /** Ends a run that waits for the user's answer; does nothing without one. */
  endWaiting(session: SessionId): Promise<void>;
  /** Takes over every run whose tab has died, and the messages that waited in such a tab. */
  adopt(): Promise<void>;
  /** The live view of a session that runs in this tab. */
  view(session: SessionId): SessionView | undefined;
};

export function createRuns(deps: RunDeps): Runs {
  const lock = createSessionLock(deps.journals);
  const adopt = createAdoption(lock, deps);
  return {
    adopt,
    view: (session) => lock.active(session)?.stream?.view(),
    stop(session) {
      lock.abort(session);
      return lock.active(session) !== undefined;
    },
    send: (input) => lock.withAbort(input.session, (request) => send(input, request, lock, deps)),
    regenerate: (session) => lock.withAbort(session, (request) => regenerate(request, lock, deps)),
    async resume(session, calls) {
      const report = await lock.withAbort(session, (request) =>
        lock.withAbandonedLock(request, () => resumeUnfinished(request, calls ? { calls } : {}, deps)),
      );
      // The messages that a dead tab left behind this run come after it.
      if (report && report.outcome.type !== 'waiting') void adopt();
      return report ?? failedReport(session, newId('run'), { type: 'nothing_to_resume' });
    },
    async endWaiting(session) {
      await deps.waitingSends.removeOf(session);
      await lock.withAbort(session, (request) =>
        lock.withAbandonedLock(request, () => resumeUnfinished(request, { end: { type: 'stopped' } }, deps)),
      );
    },
  };
}

async function send(
  sent: SendInput,
  request: RunRequest,
  lock: SessionLock,
  deps: RunDeps,
): Promise<RunReport> {
  const run = newId('run');
  if (isEmpty(sent)) return failedReport(sent.session, run, { type: 'no_message' });
  try {
    const input = await keepInput(sent, deps, request.abort.signal);
    const report = await lock.withFreeLock(request, () => startNextRun({ input, run }, request, deps));
    return report ?? (await sendLater(input, run, request, lock, deps));
  } catch (error) {
    return failedReport(sent.session, run, explainStorageError(error));
  }
}

/** A script can send anything. */
function isEmpty({ text, attachments = [], media = [] }: SendInput): boolean {
  return (typeof text !== 'string' || text.trim() === '') && attachments.length === 0 && media.length === 0;
}

/** Queued behind the active run, in whatever tab that is; stored until its own run has begun. */
async function sendLater(
  input: KeptInput,
  run: RunId,
  request: RunRequest,
  lock: SessionLock,
  deps: RunDeps,
): Promise<RunReport> {
  const { waitingSends, tab } = deps;
  const onBegun = () => void waitingSends.remove(run);
  try {
    await waitingSends.add({ id: run, tab, at: Date.now(), input });
    deps.bus.announce();
    return await lock.withLock(request, async () =>
      // Removed if the user took it back, or its session is being deleted.
      (await waitingSends.has(run))
        ? startNextRun({ input, run, onBegun }, request, deps)
        : stoppedReport(input.session, run),
    );
  } catch (error) {
    if (!isName(error, 'AbortError')) throw error;
    return stoppedReport(input.session, run);
  } finally {
    await waitingSends.remove(run);
  }
}

async function regenerate(request: RunRequest, lock: SessionLock, deps: RunDeps): Promise<RunReport> {
  const { session } = request;
  const run = newId('run');
  const { messages } = await branchOf(session, deps.sessions);
  const asked = messages.findLast(({ role }) => role === 'user');
  if (!asked) return failedReport(session, run, { type: 'no_message' });
  const input: KeptInput = { session, text: '', media: [], base: asked.id };
  const report = await lock.withFreeLock(request, () => startNextRun({ input, run }, request, deps));
  return report ?? failedReport(session, run, { type: 'busy' });
}
