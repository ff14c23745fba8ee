/** Takes over the unfinished runs and the queued messages of tabs that died. */
import type { SessionId } from '#shared/ids.ts';
import type { SessionStore } from '#workers/domains/sessions/store.ts';
import { resumeUnfinished } from './resume-runs.ts';
import type { RunRequest, SessionLock } from './session-lock.ts';
import { startQueued, type StartQueuedDeps } from './start-queued.ts';
import { startNextRun, type StartDeps } from './start-run.ts';
import { findUnfinishedRuns } from '../sessions/journal/unfinished-runs.ts';
import type { WaitingSend, WaitingSends } from './waiting-sends.ts';

export type RunTakeoverDeps = StartQueuedDeps &
  StartDeps & {
    sessions: Pick<SessionStore, 'hasRun'>;
    waitingSends: WaitingSends;
    /** The Web Lock that this engine holds while it lives. */
    tab: string;
  };

/** Resolves once every takeover is under way; each waits for the lock of its session. */
export function createRunTakeover(lock: SessionLock, deps: RunTakeoverDeps): () => Promise<void> {
  /** Sessions whose lock is being waited for. */
  const waiting = new Set<SessionId>();
  return async () => {
    const [runs, sends] = await Promise.all([findUnfinishedRuns(deps.journals), findOrphanedSends(deps)]);
    for (const session of new Set([...runs.keys(), ...sends.map(({ input }) => input.session)])) {
      if (waiting.has(session)) continue;
      waiting.add(session);
      // Not awaited: a run may take hours, and the next must not wait for it. The lock is waited for rather than tried,
      // because the locks of a dead tab are released in any order, and that of its run may be the last.
      lock
        .takeOver(session, async (request) => {
          waiting.delete(session);
          const report = await resumeUnfinished(request, {}, deps);
          if (report?.outcome.type === 'waiting') return;
          await startOrphanedSends(request, deps);
          while (await startQueued(request, deps));
        })
        .catch((error: unknown) => console.error(`A run of ${session} could not be taken over.`, error));
    }
  };
}

/** Messages that were queued in tabs that died. */
async function findOrphanedSends({ waitingSends, tab }: RunTakeoverDeps): Promise<WaitingSend[]> {
  // What is held waits for the user.
  const sends = (await waitingSends.list()).filter(({ queued }) => queued?.when !== 'held');
  if (sends.length === 0) return [];
  const { held = [] } = await navigator.locks.query();
  const alive = new Set([tab, ...held.map(({ name }) => name)]);
  return sends.filter((each) => !alive.has(each.tab));
}

async function startOrphanedSends(request: RunRequest, deps: RunTakeoverDeps): Promise<void> {
  for (const { id, input, queued } of await findOrphanedSends(deps)) {
    if (queued || input.session !== request.session || request.abort.signal.aborted) continue;
    // Its tab may have died between the start of the run and the removal of the waiting message.
    const isDone = await deps.sessions.hasRun(id);
    const isGone = (await deps.sessions.get(request.session)) === undefined;
    if (!isDone && !isGone) await startNextRun({ input, run: id }, request, deps);
    await deps.waitingSends.remove(id);
  }
}
