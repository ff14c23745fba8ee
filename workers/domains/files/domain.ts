/** Files of the workspace, as the user reads and changes them. */
import type { FilesApi } from '#shared/api/files.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { FilesNeeds } from './api.ts';
import type { OpenWorkspace } from './backup.ts';

export const files = {
  start: ({ bus, folders, fileLock }) => ({
    // One for all domains, so that each can cancel a running change of another.
    openUserFiles: once(async () =>
      (await import('./user-files.ts')).createUserFiles({ bus, folders, fileLock }),
    ),
  }),
  backup: async (needs) => (await import('./backup.ts')).filesInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createFilesApi(needs),
} satisfies Domain<FilesApi, FilesNeeds, OpenWorkspace>;
