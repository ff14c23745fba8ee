/**
 * One call at a time in a code session and program, in all tabs. The user and the agent share the shell of a
 * conversation: two calls at once would begin with the same state, and the one that ends last would drop what the other
 * has set.
 */
import type { SessionId } from '#shared/ids.ts';
import type { ToolFailure } from '#workers/contracts/tool-error.ts';
import type { ToolOutcome } from '#workers/contracts/tool-host-protocol.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { heldLocks, holdLock, takeLock } from '../held-locks.ts';
import type { ToolHostJob } from './tool-host-job.ts';

/** A wait that is shorter is not worth telling. */
const tellAfterMs = 200;

const prefixOf = (session: SessionId) => `code ${session} `;

/**
 * Runs the job while no other has its session and program. It waits as long as its own deadline at most; that of `work`
 * begins after the wait.
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
        // It may have waited for the lock while its conversation was deleted.
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

/** Ends the calls of a conversation that is being deleted, in all tabs. What waits for the mutex finds it deleted. */
export async function endCallsOf(session: SessionId): Promise<void> {
  for (const name of await heldLocks(prefixOf(session))) await takeLock(name);
}

/** `signal` aborts where the call need not wait any longer. */
function startWait({ signal, deadlineMs, onQueue, onWait }: ToolHostJob) {
  const late = new AbortController();
  const timers = [setTimeout(() => onQueue?.(), tellAfterMs), setTimeout(() => late.abort(), deadlineMs)];
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
