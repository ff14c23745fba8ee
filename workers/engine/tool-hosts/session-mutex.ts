/**
 * A mutex across all tabs: one call at a time per code session and program. The user and the agent share the
 * shell of a conversation; two concurrent calls would start from the same state, and the later one would
 * overwrite the changes of the other.
 */
import type { SessionId } from '#shared/ids.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { heldLocks, holdLock, takeLock } from '../held-locks.ts';
import type { ToolHostJob } from './tool-host-job.ts';

/** Milliseconds; shorter waits are not reported to the user. */
const reportWaitAfterMs = 200;

const prefixOf = (session: SessionId) => `code ${session} `;

/**
 * Runs the job while no other job of its session and program runs. It waits for at most its own deadline; the
 * deadline of `work` begins after the wait.
 */
export async function runExclusively(
  job: ToolHostJob,
  sessions: Pick<CodeSessions, 'exists'>,
  work: (job: ToolHostJob) => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (!job.codeHost) return work(job);
  const { session, program } = job.codeHost;
  const taken = new AbortController();
  const wait = startWait(job);
  try {
    return await holdLock(
      prefixOf(session) + program,
      () => taken.abort(),
      async () => {
        wait.end();
        // The conversation may have been deleted while this call waited for the lock.
        if (!(await sessions.exists(session))) return deleted;
        const outcome = await work({ ...job, signal: AbortSignal.any([job.signal, taken.signal]) });
        return taken.signal.aborted ? deleted : outcome;
      },
      wait.signal,
    );
  } catch (error) {
    if (wait.isOver()) throw error;
    return job.signal.aborted ? stopped(job) : waitedTooLong(job);
  } finally {
    wait.end();
  }
}

/**
 * Ends the running calls of a conversation that is being deleted, in all tabs. Calls that wait for the mutex
 * will find it deleted.
 */
export async function endCallsOf(session: SessionId): Promise<void> {
  for (const name of await heldLocks(prefixOf(session))) await takeLock(name);
}

/** `signal` aborts when the call is stopped or its deadline passes during the wait. */
function startWait({ signal, deadlineMs, onQueue, onWait }: ToolHostJob) {
  const late = new AbortController();
  const timers = [
    setTimeout(() => onQueue?.(), reportWaitAfterMs),
    setTimeout(() => late.abort(), deadlineMs),
  ];
  const goOn = onWait?.();
  let isOver = false;
  return {
    signal: AbortSignal.any([signal, late.signal]),
    isOver: () => isOver,
    end(): void {
      isOver = true;
      timers.forEach(clearTimeout);
      goOn?.();
    },
  };
}

const deleted = cancelled('This chat was deleted, and its shell with it. The call was stopped.');

function stopped({ call }: ToolHostJob): ToolFailure {
  return cancelled(`${call.tool} was stopped while it waited for another command; it did not run.`);
}

function waitedTooLong({ call, deadlineMs }: ToolHostJob): ToolFailure {
  const message = `${call.tool} did not run: another command has used this session for ${deadlineMs / 1000}s and goes on. Try again later, or ask the user to stop it.`;
  return { type: 'error', errorType: 'timeout', message };
}

function cancelled(message: string): ToolFailure {
  return { type: 'error', errorType: 'cancelled', message };
}
