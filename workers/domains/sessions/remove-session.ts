/** Deletes a session once its run is over, with everything that is kept for it. */
import type { SessionId } from '#shared/ids.ts';
import { runLockName } from './run-lock.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { endCallsOf } from '#workers/engine/tool-hosts/session-mutex.ts';
import { removeIfThere } from '#workers/storage/workspace/file-errors.ts';
import type { CodeSessions } from '#workers/storage/code-sessions.ts';
import { stopLine, type StopNeeds } from './lineage.ts';
import type { SessionStore } from './store.ts';

export type RemovalNeeds = StopNeeds & {
  blobs: Pick<BlobStore, 'removeFolder'>;
  openProcesses(): Promise<{ endAll(session: SessionId): Promise<void> }>;
  codeSessions: Pick<CodeSessions, 'remove'>;
  folders: { results: FileSystemDirectoryHandle };
  sessions: Pick<SessionStore, 'list' | 'remove'>;
  /** Messages that wait for the end of a run, or for the network. */
  waitingSends: { removeOf(session: SessionId): Promise<void> };
};

/**
 * Stops the runs and the queued messages of a session and its descendants in all tabs, waits for the end of its own
 * run, and deletes the session. The chats of its descendants stay: the user chose to delete this one.
 */
export async function removeWhenIdle(
  id: SessionId,
  { runs, bus, blobs, codeSessions, folders, sessions, waitingSends, openProcesses }: RemovalNeeds,
): Promise<void> {
  // First, or a message queued in another tab would start between the end of the run and the deletion.
  await waitingSends.removeOf(id);
  await stopLine(id, { runs, bus, sessions });
  const processes = await openProcesses();
  const endCode = () => Promise.all([processes.endAll(id), endCallsOf(id)]);
  // Before waiting for the lock, because a command of the user may block the run.
  await endCode();
  await navigator.locks.request(runLockName(id), async () => {
    await sessions.remove(id);
    // Again, for processes and calls that began since then. Later ones find that the session is gone.
    await endCode();
    // `results`: the full texts of long results.
    await Promise.all([removeIfThere(folders.results, id), codeSessions.remove(id), blobs.removeFolder(id)]);
  });
}
