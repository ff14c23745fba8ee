/** The runs that have a journal: they go on in some tab, wait for an answer, or died with their tab. */
import type { RunId, SessionId } from '#shared/ids.ts';
import type { Message } from '#shared/conversation/message.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import type { SessionView } from '#shared/conversation/session.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { listJournals, readFirstEvent, readJournal } from './journal.ts';
import { shownBranch } from './branches.ts';
import { foldEvents } from './replay-journal.ts';

export async function findOpenRuns(journals: FileSystemDirectoryHandle): Promise<Map<SessionId, RunId>> {
  const found = new Map<SessionId, RunId>();
  for (const run of await listJournals(journals)) {
    const first = await readFirstEvent(journals, run);
    if (first) found.set(first.session, first.run);
    else await discardIfDead(journals, run);
  }
  return found;
}

/** The events of the session's open run; none where it has none. */
export async function readOpenRun(
  session: SessionId,
  journals: FileSystemDirectoryHandle,
): Promise<SessionEvent[]> {
  for (const run of await listJournals(journals)) {
    const first = await readFirstEvent(journals, run);
    if (first?.session === session) return readJournal(journals, run);
  }
  return [];
}

/** The session with a run folded in; what is stored of that run already does not count beside its journal. */
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

/** An empty journal belongs to a run that died before its first event, or to one that starts at this very moment. */
async function discardIfDead(journals: FileSystemDirectoryHandle, run: string): Promise<void> {
  await journals.removeEntry(`${run}.jsonl`).catch((error: unknown) => {
    // The file is locked while its run lives, and another tab may have been quicker.
    if (!isName(error, 'NoModificationAllowedError') && !isName(error, 'NotFoundError')) throw error;
  });
}
