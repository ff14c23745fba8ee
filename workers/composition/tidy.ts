/** Housekeeping of private storage, in one tab: what can wait, and must not wait for ever. */
import type { Folders } from '#workers/storage/folders.ts';
import { sweepLeftovers } from '#workers/storage/workspace/sweep-leftovers.ts';
import { tidyUndo } from '#workers/storage/undo/tidy-undo.ts';
import { modelsLock, workspaceLock } from '#workers/storage/workspace/workspace-locks.ts';

export async function tidy({ workspace, undo, models }: Folders): Promise<void> {
  // A writer's own temporary file looks like what a killed one left: only while nobody writes, in any tab.
  await navigator.locks.request(workspaceLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(workspace);
  });
  await navigator.locks.request(modelsLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(models);
  });
  await navigator.locks.request('oneclaw-tidy', { ifAvailable: true }, async (lock) => {
    const { quota = Infinity } = await navigator.storage.estimate();
    if (lock) await tidyUndo(undo, { now: Date.now(), quota });
  });
}
