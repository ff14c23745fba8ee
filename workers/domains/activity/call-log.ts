/** Takes every finished call to the log, behind the calls and in their order; no call ever waits for it. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { LogProblem } from '#shared/api/engine-event.ts';
import type { CallWriter } from './call-writer.ts';
import type { CallReport, CallRequest, CallScope } from '#workers/engine/calls/executor.ts';

/** Held by whoever writes the log; shared by whoever reads it as a whole. */
export const callLogLock = 'oneclaw-call-log';

const retryAfterMs = [0, 100, 1_000];
const batchSize = 200;
/** Calls kept in memory while nothing can be written; the oldest go first. */
const mostWaiting = 1_000;
const expireEveryMs = 3_600_000;

/** A call that is over, as it came; it is masked and measured when it is written. */
export type FinishedCall = CallRequest &
  CallReport & {
    session: SessionId | null;
    run: RunId | null;
    agent: string;
    at: number;
    concurrent: number;
  };

export type CallLogDeps = {
  /** Asked for at the first call, so that the engine starts without it. */
  openWriter(): Promise<CallWriter>;
  /** These calls can be read now. */
  onWritten(ids: string[]): void;
  /** Told once; the calls go on without their log. */
  onProblem(problem: LogProblem, error: unknown): void;
  wait(milliseconds: number): Promise<void>;
  now(): number;
};

export type CallLog = {
  /** Counts a call in, and returns what takes its report. */
  begin(call: CallRequest, scope: CallScope): (report: CallReport) => void;
  /** Logs those calls of a run that are not in the log yet; never throws. */
  recover(run: RunId, calls: readonly FinishedCall[]): Promise<void>;
  /** Resolves when everything that ended before is written, or cannot be. */
  written(): Promise<void>;
};

export function createCallLog(deps: CallLogDeps): CallLog {
  const inFlight = new Map<string, number>();
  const writing = createQueue(deps);

  return {
    begin(call, { agent, session = null, run }) {
      // A call from the console has a run id of its own, which is no run of a conversation.
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
      };
    },
    async recover(run, calls) {
      if (calls.length === 0) return;
      const missing = await writing.findMissing(run, calls);
      if (missing.length > 0) writing.add(...missing);
      await writing.written();
    },
    written: writing.written,
  };
}

/** What waits to be written, and the one loop that writes it. */
function createQueue(deps: CallLogDeps) {
  const queue: FinishedCall[] = [];
  let writing: Promise<void> | undefined;
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

  async function writeAll(): Promise<void> {
    try {
      // The results go first: hashing and storing begin when the engine has nothing better to do.
      await deps.wait(0);
      // What comes while the last are written, or old ones leave, is written too.
      while (queue.length > 0) {
        if (!(await writeNext())) return;
        if (queue.length === 0) await expireNowAndThen();
      }
    } finally {
      // At once after the last look at the queue: a call that ends now finds nobody writing.
      writing = undefined;
    }
  }

  /** False where it could not be written, after a few tries; the calls wait for the next one then. */
  async function writeNext(): Promise<boolean> {
    const batch = queue.slice(0, batchSize);
    let failure: unknown;
    for (const pause of retryAfterMs) {
      await deps.wait(pause);
      try {
        await (await open()).write(batch);
        queue.splice(0, batch.length);
        deps.onWritten(batch.map(({ id }) => id));
        return true;
      } catch (error) {
        failure = error;
      }
    }
    problem(failure);
    queue.splice(0, queue.length - mostWaiting);
    return false;
  }

  async function expireNowAndThen(): Promise<void> {
    if (deps.now() - expiredAt < expireEveryMs) return;
    expiredAt = deps.now();
    await (await open()).expire().catch(problem);
  }

  return {
    add(...calls: FinishedCall[]): void {
      queue.push(...calls);
      writing ??= writeAll();
    },
    async findMissing(run: RunId, calls: readonly FinishedCall[]): Promise<FinishedCall[]> {
      try {
        return await (await open()).findMissing(run, calls);
      } catch (error) {
        problem(error);
        return [];
      }
    },
    written: async () => writing,
  };
}
