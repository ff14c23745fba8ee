/** A session as it is opened: what is stored, and what its run has done since, whichever tab it runs in. */
import type { SessionId } from '../../src/shared/ids.ts';
import type { SessionView } from '../../src/shared/session.ts';
import type { SessionStore } from '../storage/sessions.ts';
import { shownBranch } from './branches.ts';
import { foldRun, readOpenRun } from './open-runs.ts';
import type { Runs } from './runs.ts';

export async function openSessionView(
  id: SessionId,
  sessions: SessionStore,
  runs: Runs,
  journals: FileSystemDirectoryHandle,
): Promise<SessionView | null> {
  const live = runs.view(id);
  if (live) return live;
  // The journal is read first: a run that is committed in between is then in both, and one that begins has its events.
  const events = await readOpenRun(id, journals);
  const session = await sessions.get(id);
  if (!session) return null;
  const [messages, last] = await Promise.all([sessions.messages(id), sessions.lastRun(id)]);
  if (events.length > 0) return foldRun(id, messages, events);
  return { id, ...shownBranch(messages, session.head), ...(last ? { outcome: last.outcome } : {}) };
}
