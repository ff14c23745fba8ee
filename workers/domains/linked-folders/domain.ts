/** Folders of the device with a copy in the workspace. */
import type { LinkedFoldersApi } from '#shared/api/linked-folders.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { LinkedFolderNeeds } from './index.ts';
import { tables } from './tables.ts';

export const linkedFolders: Domain<LinkedFoldersApi, LinkedFolderNeeds> = {
  tables,
  open: async (needs) => (await import('./index.ts')).createLinkedFoldersApi(needs),
};
