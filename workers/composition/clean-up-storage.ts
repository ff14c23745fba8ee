/** Housekeeping of private storage, which one tab does some seconds after the engine has started. */
import { offlineSetting } from '#workers/domains/packages/packages.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { sweepLeftovers } from '#workers/storage/workspace/sweep-leftovers.ts';
import { tidyUndo } from '#workers/storage/undo/tidy-undo.ts';
import type { Stores } from './open-stores.ts';
import { modelsLock, workspaceLock } from '#workers/storage/workspace/workspace-locks.ts';

type Kept = { folders: Folders } & Pick<Stores, 'database' | 'finishSearchRemovals' | 'openPackages'>;

export async function cleanUpStorage({
  folders,
  database,
  finishSearchRemovals,
  openPackages,
}: Kept): Promise<void> {
  await finishSearchRemovals();
  const { workspace, undo, models } = folders;
  // The temporary file of an active writer looks like one that a killed writer left, so sweep only while no
  // tab writes.
  await navigator.locks.request(workspaceLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(workspace);
  });
  await navigator.locks.request(modelsLock, { ifAvailable: true }, async (lock) => {
    if (lock) await sweepLeftovers(models);
  });
  await navigator.locks.request('oneclaw-tidy', { ifAvailable: true }, async (lock) => {
    const { quota = Infinity } = await navigator.storage.estimate();
    if (lock) await tidyUndo(undo, { now: Date.now(), quota });
    // After an update of the app its files differ: fetch again those that the user made available offline.
    const chosen: unknown = await database.get('settings', offlineSetting);
    const mayLoad = navigator.onLine && Array.isArray(chosen) && chosen.length > 0;
    if (lock && mayLoad) await (await openPackages()).runtimes.renew();
  });
}
