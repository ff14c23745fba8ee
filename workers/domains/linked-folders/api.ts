/** The API of linked folders. */
import type { LinkedFoldersApi } from '#shared/api/linked-folders.ts';
import type { DomainContext } from '#workers/contracts/domain.ts';
import type { Database } from '#workers/storage/database.ts';
import { freeSpace } from '#workers/storage/free-space.ts';
import { openUserFiles, type OpenUserFiles } from '../files/open-user-files.ts';
import { createMounts } from './index.ts';
import { createMountStore } from './store.ts';

export type LinkedFolderNeeds = OpenUserFiles & { database: Database };

export function createLinkedFoldersApi(needs: LinkedFolderNeeds & DomainContext): LinkedFoldersApi {
  const { files, userFiles } = openUserFiles(needs);
  const folders = createMounts({
    store: createMountStore(needs.database),
    files,
    asRun: userFiles.asRun,
    changed(name) {
      needs.bus.post({ type: 'changed', kind: 'files', ids: [name] });
      needs.changed(name);
    },
    lock: (name, work) => navigator.locks.request(`oneclaw-mount-${name}`, work),
    room: freeSpace,
  });
  return {
    list: folders.list,
    survey: folders.survey,
    link: folders.open,
    review: folders.review,
    diff: folders.diff,
    push: folders.write,
    pull: folders.fetch,
    disconnect: folders.disconnect,
  };
}
