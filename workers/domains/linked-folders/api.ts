/** The API of linked folders. */
import type { LinkedFoldersApi } from '#shared/api/linked-folders.ts';
import type { DomainContext } from '#workers/contracts/domain.ts';
import type { Database } from '#workers/storage/database.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import { openUserFiles, type OpenUserFiles } from '../files/open-user-files.ts';
import { createLinkedFolders } from './index.ts';
import { createLinkedFolderStore } from './store.ts';

export type LinkedFolderNeeds = OpenUserFiles & { database: Database };

export function createLinkedFoldersApi(needs: LinkedFolderNeeds & DomainContext): LinkedFoldersApi {
  const { files, userFiles } = openUserFiles(needs);
  const folders = createLinkedFolders({
    store: createLinkedFolderStore(needs.database),
    files,
    asRun: userFiles.asRun,
    changed(name) {
      needs.bus.post({ type: 'changed', kind: 'files', ids: [name] });
      needs.changed(name);
    },
    // The old name: tabs with an older version of the app take the same lock.
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    room: freeSpace,
  });
  return {
    list: folders.list,
    survey: folders.survey,
    link: folders.link,
    review: folders.review,
    diff: folders.diff,
    push: folders.push,
    pull: folders.pull,
    disconnect: folders.disconnect,
  };
}
