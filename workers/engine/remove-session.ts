/** Deletes a session once its run is over, with everything that is kept for it. */
import type { SessionId } from '../../src/shared/ids.ts';
import { lockOf } from './run-lock.ts';
import type { Services } from './services.ts';

/** Stops the run of a session, in whatever tab, waits for its end, and deletes it. */
export async function removeWhenIdle(
  id: SessionId,
  { runs, bus, blobs, folders, sessions }: Services,
): Promise<void> {
  if (!runs.stop(id)) bus.stopElsewhere(id);
  await navigator.locks.request(lockOf(id), async () => {
    await sessions.remove(id);
    await Promise.all([removeResults(folders.results, id), blobs.removeFolder(id)]);
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
