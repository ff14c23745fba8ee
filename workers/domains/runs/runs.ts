/** Runs: one per session across all tabs, started by what the user sends, taken over when their tab dies. */
import { newId, type RunId, type SessionId } from '#shared/ids.ts';
import type { ResumeChoice, RunReport, SendInput } from '#shared/rpc/protocol.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { messageOf } from '#shared/message-of.ts';
import type { ModelError } from '#shared/models/provider.ts';
import type { QueueChange, QueuedMessage, QueuedWhen } from '#shared/runs/queued-message.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import { once } from '#workers/engine/once.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { failedReport, stoppedReport } from './empty-report.ts';
import type { runCode, RunDeps } from './run-code.ts';
import { createSessionLock, type RunRequest, type SessionLock } from './session-lock.ts';
import { isOf } from './waiting-sends.ts';

/** The conversation that starts a new one, which then is below it. */
type Spawn = { parent: SessionId };

export type Runs = {
  /** Resolves at the end of the run; never throws for an expected reason. During another run it waits for its end. */
  send(input: SendInput, spawn?: Spawn): Promise<RunReport>;
  /** Answers the last user message of the shown branch again. */
  regenerate(session: SessionId): Promise<RunReport>;
  /** Resumes a run whose tab died; without a choice it may have to wait for one. */
  resume(session: SessionId, calls?: ResumeChoice): Promise<RunReport>;
  /** Adds to the user's queue of a chat; resolves once it is stored, or with the reason why it is not. */
  enqueue(input: SendInput, when: QueuedWhen): Promise<ModelError | null>;
  queued(session: SessionId): Promise<QueuedMessage[]>;
  changeQueued(session: SessionId, id: RunId, change: QueueChange): Promise<void>;
  /** What is queued waits for the user from now on. */
  holdQueue(session: SessionId): Promise<void>;
  /** Stops the session's run and queued messages of this tab; true if the run is in this tab. */
  stop(session: SessionId): boolean;
  /** Ends a run that waits for the user's answer; does nothing without one. */
  endWaiting(session: SessionId): Promise<void>;
  /** Takes over every run whose tab has died, and the messages that waited in such a tab. */
  takeOverRuns(): Promise<void>;
  /** The live view of a session that runs in this tab. */
  view(session: SessionId): SessionView | undefined;
};

type LeftoverDeps = Pick<RunDeps, 'journals' | 'waitingSends'> & { bus: Pick<EventBus, 'post'> };

/** Loaded with the first run, or with an unfinished one; the first screen does not need it. */
export type LoadedRuns = { code: typeof runCode; deps: RunDeps };

/** `load` is memoized; after a failure it may be called again. */
export function createRuns(left: LeftoverDeps, load: () => Promise<LoadedRuns>): Runs {
  const lock = createSessionLock(left.journals);
  const drain = createDrain(left, lock, load);
  const ask = createAsk(lock, load, drain);
  let takeover: (() => Promise<void>) | undefined;

  async function takeOverRuns(): Promise<void> {
    if (!(await hasLeftovers(left))) return;
    const { code, deps } = await load();
    takeover ??= code.createRunTakeover(lock, deps);
    await takeover();
  }

  return {
    takeOverRuns,
    view: (session) => lock.active(session)?.stream?.view(),
    stop(session) {
      lock.abort(session);
      return lock.active(session) !== undefined;
    },
    send: (input, spawn) =>
      ask(
        input.session,
        ({ code, deps }, request) =>
          spawn
            ? code.spawn(input, spawn.parent, request, lock, deps)
            : code.sendMessage(input, request, lock, deps),
        spawn?.parent,
      ),
    ...createQueueMethods(left, load, drain),
    regenerate: (session) => ask(session, ({ code, deps }, request) => code.regenerate(request, lock, deps)),
    resume: (session, calls) =>
      ask(session, async ({ code, deps }, request) => {
        const report = await lock.withAbandonedLock(request, () =>
          code.resumeUnfinished(request, calls ? { calls } : {}, deps),
        );
        // Then starts the messages that a dead tab had queued behind this run.
        if (report && report.outcome.type !== 'waiting') void takeOverRuns().catch(console.error);
        return report ?? failedReport(session, newId('run'), { type: 'nothing_to_resume' });
      }),
    async endWaiting(session) {
      const { code, deps } = await load();
      await left.waitingSends.removeOf(session, ({ queued }) => !queued);
      await lock.withAbort(session, (request) =>
        lock.withAbandonedLock(request, () =>
          code.resumeUnfinished(request, { end: { type: 'stopped' } }, deps),
        ),
      );
    },
  };
}

/** The code of the queue loads with its first use, without that of runs. */
function createQueueMethods(
  { waitingSends, bus }: LeftoverDeps,
  load: () => Promise<LoadedRuns>,
  drain: (session: SessionId) => Promise<void>,
): Pick<Runs, 'enqueue' | 'queued' | 'changeQueued' | 'holdQueue'> {
  const openQueue = once(async () => {
    const { createMessageQueue } = await import('./message-queue.ts');
    return createMessageQueue(waitingSends, bus);
  });
  return {
    async enqueue(input, when) {
      const { code, deps } = await load();
      const error = await code.addToQueue(input, when, deps);
      if (!error) void drain(input.session);
      return error;
    },
    queued: async (session) => (await openQueue()).list(session),
    async changeQueued(session, id, change) {
      await (await openQueue()).change(session, id, change);
      void drain(session);
    },
    holdQueue: async (session) => (await openQueue()).hold(session),
  };
}

/** Whether there is a journal or a queued message, which belongs to another tab or to one that died. */
async function hasLeftovers({ journals, waitingSends }: LeftoverDeps): Promise<boolean> {
  const { done = false } = await journals.keys().next();
  return !done || (await waitingSends.list()).some(({ queued }) => queued?.when !== 'held');
}

/** Begins what is queued in a session once its lock is free: one message at a time, so that other tabs have their turn. */
function createDrain({ waitingSends }: LeftoverDeps, lock: SessionLock, load: () => Promise<LoadedRuns>) {
  /** Sessions whose lock is being waited for. */
  const waiting = new Set<SessionId>();

  async function startNext(session: SessionId): Promise<boolean> {
    const ready = (await waitingSends.list()).filter(isOf(session));
    if (!ready.some(({ queued }) => queued && queued.when !== 'held')) return false;
    const { code, deps } = await load();
    return lock.withAbort(session, (request) =>
      lock.withLock(request, () => {
        waiting.delete(session);
        return code.startQueued(request, deps);
      }),
    );
  }

  return async function drain(session: SessionId): Promise<void> {
    if (waiting.has(session)) return;
    waiting.add(session);
    let hasBegun = false;
    try {
      hasBegun = await startNext(session);
    } catch (error) {
      // A stop ends the wait; the queue is held then.
      if (!isName(error, 'AbortError')) console.error(`The queue of ${session} could not go on.`, error);
    }
    waiting.delete(session);
    if (hasBegun) await drain(session);
  };
}

/** Registers the request before the code loads, so that a stop meanwhile counts. */
function createAsk(
  lock: SessionLock,
  load: () => Promise<LoadedRuns>,
  drain: (session: SessionId) => Promise<void>,
) {
  return async (
    session: SessionId,
    act: (loaded: LoadedRuns, request: RunRequest) => Promise<RunReport>,
    parent?: SessionId,
  ): Promise<RunReport> => {
    const work = async (request: RunRequest) => {
      let loaded: LoadedRuns;
      try {
        loaded = await load();
      } catch (error) {
        // The message is not lost: the page still has its text.
        return failedReport(session, newId('run'), { type: 'internal', detail: messageOf(error) });
      }
      const isStopped = request.abort.signal.aborted;
      return isStopped ? stoppedReport(session, newId('run')) : act(loaded, request);
    };
    const report = await lock.withAbort(session, work, parent);
    if (report.outcome.type !== 'waiting') void drain(session);
    return report;
  };
}
