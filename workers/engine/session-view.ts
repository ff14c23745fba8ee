/** A session as it is opened: what is stored, and what its run has done since, whichever tab it runs in. */
import type { SessionId } from '../../src/shared/ids.ts';
import type { SessionView } from '../../src/shared/session.ts';
import { listJournals, readFirstEvent, readJournal } from '../storage/journal.ts';
import type { SessionStore } from '../storage/sessions.ts';
import { shownBranch } from './branches.ts';
import type { Runs } from './runs.ts';
import { foldEvents } from './settle-run.ts';

export async function openSessionView(
  id: SessionId,
  sessions: SessionStore,
  runs: Runs,
  journals: FileSystemDirectoryHandle,
): Promise<SessionView | null> {
  const live = runs.view(id);
  if (live) return live;
  const session = await sessions.get(id);
  if (!session) return null;
  const [messages, last] = await Promise.all([sessions.messages(id), sessions.lastRun(id)]);
  for (const run of await listJournals(journals)) {
    const first = await readFirstEvent(journals, run);
    if (first?.session !== id || first.type !== 'run-start') continue;
    const events = await readRunElsewhere(journals, run);
    if (events.length > 0) return foldEvents({ id, ...shownBranch(messages, first.base) }, events);
  }
  return { id, ...shownBranch(messages, session.head), ...(last ? { outcome: last.outcome } : {}) };
}

/** The journal may be committed and gone by the time it is read; then the stored messages already have it. */
async function readRunElsewhere(journals: FileSystemDirectoryHandle, run: string) {
  try {
    return await readJournal(journals, run);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return [];
    throw error;
  }
}
