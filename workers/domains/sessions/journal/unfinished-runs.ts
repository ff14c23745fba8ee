/** The runs that have a journal: active in some tab, waiting for an answer, or left by a tab that died. */
import { foldRunning, type RunningRun } from '#shared/runs/running-run.ts';
import type { RunId, SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { Spent } from '#shared/runs/spent.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { spentOn } from '#workers/agent/budget.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { listJournals, readFirstEvent, readJournal } from './journal.ts';
import { shownBranch } from '../branches.ts';
import { foldEvents } from './replay-journal.ts';

export async function findUnfinishedRuns(
  journals: FileSystemDirectoryHandle,
): Promise<Map<SessionId, RunId>> {
  const found = new Map<SessionId, RunId>();
  for (const run of await listJournals(journals)) {
    const first = await readFirstEvent(journals, run);
    if (first) found.set(first.session, first.run);
    else await removeIfAbandoned(journals, run);
  }
  return found;
}

/** The events of the session's unfinished run; empty without one. */
export async function readUnfinishedRun(
  session: SessionId,
  journals: FileSystemDirectoryHandle,
): Promise<SessionEvent[]> {
  for (const run of await listJournals(journals)) {
    const first = await readFirstEvent(journals, run);
    if (first?.session === session) return readJournal(journals, run);
  }
  return [];
}

/** The cost so far of the session's unfinished run, by the replies that have ended. */
export async function readSpentSoFar(
  session: SessionId,
  journals: FileSystemDirectoryHandle,
): Promise<Spent> {
  const replies = (await readUnfinishedRun(session, journals)).filter((event) => event.type === 'reply-end');
  return spentOn(replies);
}

/** The runs that are active now, in any tab, oldest first. */
export async function listActiveRuns(journals: FileSystemDirectoryHandle): Promise<RunningRun[]> {
  const names = await listJournals(journals);
  const runs = await Promise.all(
    names.map(async (name) =>
      (await readJournal(journals, name)).reduce<readonly RunningRun[]>(foldRunning, []),
    ),
  );
  return runs.flat().sort((one, other) => one.startedAt - other.startedAt);
}

/** The session with a run folded in. Stored messages of that run are ignored: its journal has them, too. */
export function foldRun(
  id: SessionId,
  stored: readonly Message[],
  events: readonly SessionEvent[],
): SessionView {
  const [first] = events;
  const others = stored.filter(({ run }) => run !== first?.run);
  const base = first?.type === 'run-start' ? first.base : null;
  return foldEvents({ id, ...shownBranch(others, base) }, events);
}

/** An empty journal belongs to a run that died before its first event, or to one that is just starting. */
async function removeIfAbandoned(journals: FileSystemDirectoryHandle, run: string): Promise<void> {
  await journals.removeEntry(`${run}.jsonl`).catch((error: unknown) => {
    // The file is locked while its run lives, and another tab may have been quicker.
    if (!isName(error, 'NoModificationAllowedError') && !isName(error, 'NotFoundError')) throw error;
  });
}
