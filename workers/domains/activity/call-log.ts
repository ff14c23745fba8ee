/** Queues every finished call for the log, in order and in the background: no call waits for it. */
import type { RunId } from '#shared/ids.ts';
import type { LogProblem } from '#shared/api/engine-event.ts';
import type { CallWriter, FinishedCall } from './call-writer.ts';
import type { CallReport, CallScope } from '#workers/engine/calls/executor.ts';
import type { CallRequest } from '#workers/engine/calls/check-arguments.ts';

/** The Web Lock: exclusive for writing, shared for reading the whole log. */
export const callLogLock = 'oneclaw-call-log';

const retryAfterMs = [0, 100, 1_000];
const batchSize = 200;
/**
 * Calls of runs are gathered for so long and written in one transaction, because it blocks readers of the
 * settings, and every request of a run reads them. If the tab dies meanwhile, the calls are recovered from
 * the journal.
 */
const gatherMs = 250;
/** Calls kept in memory while the log cannot be written; the oldest are dropped first. */
const maxWaiting = 1_000;
const expireEveryMs = 3_600_000;

export type CallLogDeps = {
  /** Called at the first call, so that the engine starts without the writer's code. */
  openWriter(): Promise<CallWriter>;
  /** Called once these calls can be read. */
  onWritten(ids: string[]): void;
  /** Called once; calls continue without a log. */
  onProblem(problem: LogProblem, error: unknown): void;
  wait(milliseconds: number): Promise<void>;
  now(): number;
};

export type CallLog = {
  /** Counts a call as running. Call the returned function with its report when the call has ended. */
  begin(call: CallRequest, scope: CallScope): (report: CallReport) => void;
  /** Logs those calls of a run that are not in the log yet; never throws. */
  recover(run: RunId, calls: readonly FinishedCall[]): Promise<void>;
  /** Flushes the queue: resolves when every call that has ended is written, or writing has failed. */
  written(): Promise<void>;
  /**
   * Waits for `written`, then runs `work` with the lock: no tab writes meanwhile; with `exclusive`, none
   * reads the whole log.
   */
  withLock<T>(mode: LockMode, work: () => Promise<T>): Promise<T>;
};

export function createCallLog(deps: CallLogDeps): CallLog {
  const inFlight = new Map<string, number>();
  const writing = createQueue(deps);

  return {
    begin(call, { agent, session = null, run }) {
      // A call from the console has a run id that belongs to no conversation.
      const ownRun = session ? run : null;
      const group = ownRun ?? '';
      const concurrent = (inFlight.get(group) ?? 0) + 1;
      inFlight.set(group, concurrent);
      const who = { session, run: ownRun, agent: agent.name };
      const began = { ...call, ...who, at: deps.now(), concurrent };
      return (report) => {
        const left = (inFlight.get(group) ?? 1) - 1;
        if (left > 0) inFlight.set(group, left);
        else inFlight.delete(group);
        writing.add({ ...began, ...report });
        // A call of the console is in no journal, so it could not be recovered: write it at once.
        if (!ownRun) writing.hurry();
      };
    },
    async recover(run, calls) {
      if (calls.length === 0) return;
      const missing = await writing.findMissing(run, calls);
      if (missing.length > 0) writing.add(...missing);
      await writing.written();
    },
    written: writing.written,
    async withLock(mode, work) {
      await writing.written();
      return navigator.locks.request(callLogLock, { mode }, work);
    },
  };
}

/** The queue of calls, and the one loop that writes it in batches. */
function createQueue(deps: CallLogDeps) {
  const queue: FinishedCall[] = [];
  const log = createLogAccess(deps);
  let writing: Promise<void> | undefined;
  let hurry: () => void = () => undefined;

  async function writeAll(): Promise<void> {
    try {
      const hurried = new Promise<void>((resolve) => (hurry = resolve));
      // Yield first: results are delivered before hashing and storing begin.
      await deps.wait(0);
      await Promise.race([hurried, deps.wait(gatherMs)]);
      // Includes calls that end while a batch is written or old records expire.
      while (queue.length > 0) {
        const batch = queue.slice(0, batchSize);
        if (!(await log.write(batch))) {
          // The rest stays queued until the next call starts the loop again.
          queue.splice(0, queue.length - maxWaiting);
          return;
        }
        queue.splice(0, batch.length);
        deps.onWritten(batch.map(({ id }) => id));
        if (queue.length === 0) await log.expireIfDue();
      }
    } finally {
      // Synchronously after the last check of the queue: a call that ends now starts another loop.
      writing = undefined;
    }
  }

  return {
    add(...calls: FinishedCall[]): void {
      queue.push(...calls);
      writing ??= writeAll();
    },
    hurry: () => hurry(),
    findMissing: log.findMissing,
    async written(): Promise<void> {
      hurry();
      await writing;
    },
  };
}

/** Opens the writer at first use and retries writes; never throws, but reports the first failure. */
function createLogAccess(deps: CallLogDeps) {
  let writer: CallWriter | undefined;
  let hasProblem = false;
  let expiredAt = 0;

  const open = async () => (writer ??= await deps.openWriter());

  function problem(error: unknown): void {
    if (hasProblem) return;
    hasProblem = true;
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    deps.onProblem(isFull ? 'log_full' : 'log_failed', error);
  }

  return {
    /** False if the batch could not be written after a few retries. */
    async write(batch: readonly FinishedCall[]): Promise<boolean> {
      let failure: unknown;
      for (const pause of retryAfterMs) {
        await deps.wait(pause);
        try {
          await (await open()).write(batch);
          return true;
        } catch (error) {
          failure = error;
        }
      }
      problem(failure);
      return false;
    },
    async findMissing(run: RunId, calls: readonly FinishedCall[]): Promise<FinishedCall[]> {
      try {
        return await (await open()).findMissing(run, calls);
      } catch (error) {
        problem(error);
        return [];
      }
    },
    async expireIfDue(): Promise<void> {
      if (deps.now() - expiredAt < expireEveryMs) return;
      expiredAt = deps.now();
      await (await open()).expire().catch(problem);
    },
  };
}
