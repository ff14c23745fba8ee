/** Gives the work on real folders what it needs of the engine. */
import { createMounts, type Mounts } from '../../mounts/index.ts';
import { createMountStore } from '../../storage/mounts.ts';
import type { Services } from '../services.ts';
import type { UserFiles } from '../user-files.ts';

export function openMounts({ bus, database, files }: Services, { asRun }: UserFiles): Mounts {
  return createMounts({
    store: createMountStore(database),
    ...{ files, asRun },
    changed(name) {
      for (const kind of ['files', 'mounts'] as const) bus.post({ type: 'changed', kind, ids: [name] });
    },
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    async room() {
      const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
  });
}
