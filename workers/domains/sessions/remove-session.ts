/** Deletes a session once its run is over, with everything that is kept for it. */
import type { SessionId } from '#shared/ids.ts';
import { runLockName } from '#workers/domains/runs/session-lock.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import { createCodeSessions } from '#workers/storage/code-sessions.ts';
import type { Runs } from '../runs/runs.ts';
import type { WaitingSends } from '../runs/waiting-sends.ts';
import type { SessionStore } from './store.ts';

export type RemovalNeeds = {
  runs: Pick<Runs, 'stop'>;
  bus: Pick<EventBus, 'stopElsewhere'>;
  blobs: Pick<BlobStore, 'removeFolder'>;
  openProcesses(): Promise<{ endAll(session: SessionId): Promise<void> }>;
  folders: { results: FileSystemDirectoryHandle; sessions: FileSystemDirectoryHandle };
  sessions: Pick<SessionStore, 'remove'>;
  waitingSends: Pick<WaitingSends, 'removeOf'>;
};

/** Stops the run of a session and what waits for its end, in whatever tab, waits for it, and deletes the session. */
export async function removeWhenIdle(
  id: SessionId,
  { runs, bus, blobs, folders, sessions, waitingSends, openProcesses }: RemovalNeeds,
): Promise<void> {
  // First: else a message queued in another tab would start between the end of the run and the deletion.
  await waitingSends.removeOf(id);
  runs.stop(id);
  bus.stopElsewhere(id);
  await (await openProcesses()).endAll(id);
  await navigator.locks.request(runLockName(id), async () => {
    await sessions.remove(id);
    await Promise.all([
      removeResults(folders.results, id),
      createCodeSessions(folders.sessions).remove(id),
      blobs.removeFolder(id),
    ]);
  });
}

/** The full texts of its long results go with the session. */
async function removeResults(results: FileSystemDirectoryHandle, session: SessionId): Promise<void> {
  try {
    await results.removeEntry(session, { recursive: true });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}
