/**
 * The mutex that allows one run per session across tabs, and the aborts of active and queued requests in this
 * tab.
 */
import type { SessionId } from '#shared/ids.ts';
import { descendantsOf } from '../sessions/descendants.ts';
import { runLockName } from '../sessions/run-lock.ts';
import type { RunStream } from './run-stream.ts';

/** A request to run something in a session, from the call until its report. */
export type RunRequest = {
  session: SessionId;
  /** The conversation that spawns this one with this request. */
  parent?: SessionId;
  abort: AbortController;
  /** Set once the run has begun; an abort may come earlier. */
  stream?: RunStream;
};

export type SessionLock = {
  /** The request of this tab that holds the lock of the session. */
  active(session: SessionId): RunRequest | undefined;
  /**
   * Aborts every request of the session in this tab, also those that wait, and those that spawn a conversation below it,
   * which may not be stored yet.
   */
  abort(session: SessionId): void;
  /** Makes a request that `abort` reaches. Registered before anything is awaited: a stop may come right after. */
  withAbort<T>(session: SessionId, work: (request: RunRequest) => Promise<T>, parent?: SessionId): Promise<T>;
  /** Runs `work` with the lock, or returns undefined at once if it is taken. */
  withFreeLock<T>(request: RunRequest, work: () => Promise<T>): Promise<T | undefined>;
  /** As `withFreeLock`, but waits for the lock if the session's unfinished run waits for the user. */
  withAbandonedLock<T>(request: RunRequest, work: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Waits for the lock. Rejects with an AbortError if the request is aborted first. */
  withLock<T>(request: RunRequest, work: () => Promise<T>): Promise<T>;
  /** Waits for the lock; the wait cannot be aborted. */
  takeOver(session: SessionId, work: (request: RunRequest) => Promise<void>): Promise<void>;
};

function createRequests(): Pick<SessionLock, 'abort' | 'withAbort'> {
  const requests = new Map<SessionId, Set<RunRequest>>();
  return {
    abort(session) {
      const made = [...requests.values()].flatMap((each) => [...each]);
      const line = made.map((each) => ({ id: each.session, ...(each.parent && { parent: each.parent }) }));
      for (const id of [session, ...descendantsOf(session, line)])
        requests.get(id)?.forEach(({ abort }) => abort.abort());
    },
    async withAbort(session, work, parent) {
      const request: RunRequest = { session, abort: new AbortController(), ...(parent && { parent }) };
      const all = requests.get(session) ?? new Set();
      requests.set(session, all.add(request));
      try {
        return await work(request);
      } finally {
        all.delete(request);
        if (all.size === 0 && requests.get(session) === all) requests.delete(session);
      }
    },
  };
}

export function createSessionLock(journals: FileSystemDirectoryHandle): SessionLock {
  const activeRuns = new Map<SessionId, RunRequest>();
  const { abort, withAbort } = createRequests();

  /** Contract: called with the lock held. */
  async function trackActive<T>(request: RunRequest, work: () => Promise<T>): Promise<T> {
    activeRuns.set(request.session, request);
    try {
      return await work();
    } finally {
      activeRuns.delete(request.session);
    }
  }

  function withFreeLock<T>(request: RunRequest, work: () => Promise<T>): Promise<T | undefined> {
    return navigator.locks.request(runLockName(request.session), { ifAvailable: true }, async (lock) =>
      lock ? trackActive(request, work) : undefined,
    );
  }

  return {
    active: (session) => activeRuns.get(session),
    abort,
    withAbort,
    withFreeLock,
    async withAbandonedLock(request, work) {
      const done = await withFreeLock(request, work);
      if (done) return done;
      const { readUnfinishedRun } = await import('../sessions/journal/unfinished-runs.ts');
      // The tab that asked the user may still hold the lock for a moment.
      const events = await readUnfinishedRun(request.session, journals);
      if (events.at(-1)?.type !== 'run-wait') return undefined;
      return navigator.locks.request(runLockName(request.session), () => trackActive(request, work));
    },
    withLock: (request, work) =>
      navigator.locks.request(runLockName(request.session), { signal: request.abort.signal }, () =>
        trackActive(request, work),
      ),
    takeOver: (session, work) =>
      navigator.locks.request(runLockName(session), () =>
        withAbort(session, (request) => trackActive(request, () => work(request))),
      ),
  };
}
