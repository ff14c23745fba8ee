/** A session as it is opened: what is stored, and what its run has done since, whichever tab it runs in. */
import type { SessionId } from '../../src/shared/ids.ts';
import type { SessionView } from '../../src/shared/session.ts';
import { listJournals, readJournal } from '../storage/journal.ts';
import type { SessionStore } from '../storage/sessions.ts';
import { foldEvents } from './recover-runs.ts';
import type { Runs } from './runs.ts';

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
  const stored: SessionView = { id, messages, ...(last ? { outcome: last.outcome } : {}) };
  for (const run of await listJournals(journals)) {
    const events = await readRunElsewhere(journals, run);
    if (events[0]?.session === id) return foldEvents(stored, events);
  }
  return stored;
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
