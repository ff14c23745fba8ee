/** The API of linked folders. */
import type { LinkedFoldersApi } from '#shared/api/linked-folders.ts';
import type { DomainContext } from '#workers/engine/domain.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { Database } from '#workers/storage/database.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import type { UserFiles } from '../files/user-files.ts';
import { createLinkedFolders } from './index.ts';
import { createLinkedFolderStore } from './store.ts';

export type LinkedFolderNeeds = {
  bus: Pick<EventBus, 'post'>;
  database: Database;
  openUserFiles(): Promise<UserFiles>;
};

export async function createLinkedFoldersApi(
  needs: LinkedFolderNeeds & DomainContext,
): Promise<LinkedFoldersApi> {
  const { files, asRun } = await needs.openUserFiles();
  return createLinkedFolders({
    store: createLinkedFolderStore(needs.database),
    files,
    asRun,
    changed(name) {
      needs.bus.post({ type: 'changed', kind: 'files', ids: [name] });
      needs.changed(name);
    },
    // The old name: tabs with an older version of the app take the same lock.
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    room: freeSpace,
  });
}
