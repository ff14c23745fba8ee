/** Composes the stores of runtimes and wheels; loaded at first use. */
import type { PackageProgressEvent } from '#shared/api/packages.ts';
import type { Database } from '#workers/storage/database.ts';
import { openStoredSet } from '#workers/storage/stored-set.ts';
import { createKeptWheels, type KeptWheels } from './kept-wheels.ts';
import { createRuntimeStore, type RuntimeStore } from './runtime-store.ts';

export type Packages = { runtimes: RuntimeStore; wheels: KeptWheels };

/** The setting with the runtimes that the user made available offline. */
const offlineSetting = 'offline-runtimes';

export async function createPackages(
  database: Database,
  post: (event: PackageProgressEvent) => void,
): Promise<Packages> {
  return {
    runtimes: createRuntimeStore({
      // The script of the engine is in `assets/`, a folder of the app's folder.
      base: new URL('..', location.href).href,
      caches,
      fetch: (url, init) => fetch(url, init),
      wanted: await openStoredSet(database, offlineSetting),
      onProgress: (name, done, total) => post({ type: 'package-progress', name, done, total }),
    }),
    wheels: createKeptWheels(caches),
  };
}

/** After an update of the app its files differ: fetches again those that the user made available offline. */
export async function renewOffline({
  database,
  openPackages,
}: {
  database: Database;
  openPackages(): Promise<Packages>;
}): Promise<void> {
  const chosen: unknown = await database.get('settings', offlineSetting);
  const mayLoad = navigator.onLine && Array.isArray(chosen) && chosen.length > 0;
  if (mayLoad) await (await openPackages()).runtimes.renew();
}
