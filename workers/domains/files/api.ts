/** What the user does to files: by hand, and between the workspace and real folders of the device. */
import { createMounts, type Mounts } from '#workers/domains/linked-folders/index.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import { createMountStore } from '#workers/domains/linked-folders/store.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import type { Services } from '#workers/engine/services.ts';
import { createUserFiles, type UserFiles } from './user-files.ts';

export type FileWork = { files: FilePort; userFiles: UserFiles; mounts: Mounts };

export function createFileWork(services: Services): FileWork {
  const { bus, database, folders, fileLock } = services;
  const files = createWorkspace(folders.workspace, fileLock);
  const userFiles = createUserFiles({ bus, files, folders, fileLock });
  const mounts = createMounts({
    store: createMountStore(database),
    ...{ files, asRun: userFiles.asRun },
    changed(name) {
      for (const kind of ['files', 'mounts'] as const) bus.post({ type: 'changed', kind, ids: [name] });
    },
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    async room() {
      const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
  });
  return { files, userFiles, mounts };
}
