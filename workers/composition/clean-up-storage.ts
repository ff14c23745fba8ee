/** Housekeeping of private storage, which one tab does some seconds after the engine has started. */
import type { Folders } from '#workers/storage/folders.ts';
import { tidyUndo } from '#workers/storage/undo/tidy-undo.ts';
import { sweepLeftovers } from '#workers/storage/workspace/sweep-leftovers.ts';
import { modelsLock, workspaceLock } from '#workers/storage/workspace/workspace-locks.ts';

/** `cleanUp`: the housekeeping of all domains. */
export async function cleanUpStorage(
  { workspace, undo, models }: Folders,
  cleanUp: () => Promise<void>,
): Promise<void> {
  // The temporary file of an active writer looks like one that a killed writer left, so sweep only while no
  // tab writes.
  await navigator.locks.request(workspaceLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(workspace);
  });
  await navigator.locks.request(modelsLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(models);
  });
  await navigator.locks.request('oneclaw-tidy', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    const { quota = Infinity } = await navigator.storage.estimate();
    await tidyUndo(undo, { now: Date.now(), quota });
    await cleanUp();
  });
}
