/** Housekeeping of private storage, in one tab: what can wait, and must not wait for ever. */
import { offlineSetting } from '#workers/domains/packages/packages.ts';
import type { Folders } from '#workers/storage/folders.ts';
import { sweepLeftovers } from '#workers/storage/workspace/sweep-leftovers.ts';
import { tidyUndo } from '#workers/storage/undo/tidy-undo.ts';
import type { Stores } from './open-stores.ts';
import { modelsLock, workspaceLock } from '#workers/storage/workspace/workspace-locks.ts';

type Kept = { folders: Folders } & Pick<Stores, 'database' | 'finishSearchRemovals' | 'openPackages'>;

export async function tidy({ folders, database, finishSearchRemovals, openPackages }: Kept): Promise<void> {
  await finishSearchRemovals();
  const { workspace, undo, models } = folders;
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
    // An update of the app has other files; what the user made available offline is fetched again.
    const chosen: unknown = await database.get('settings', offlineSetting);
    const mayLoad = navigator.onLine && Array.isArray(chosen) && chosen.length > 0;
    if (lock && mayLoad) await (await openPackages()).runtimes.renew();
  });
}
