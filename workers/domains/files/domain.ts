/** Files of the workspace, as the user reads and changes them. */
import type { FilesApi } from '#shared/api/files.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { FilesNeeds } from './api.ts';
import type { OpenWorkspace } from './backup.ts';
import type { FilesPromptNeeds } from './prompt-block.ts';

export const files = {
  start: ({ bus, folders, fileLock }) => ({
    // One for all domains, so that each can cancel a running change of another.
    openUserFiles: once(async () =>
      (await import('./user-files.ts')).createUserFiles({ bus, folders, fileLock }),
    ),
  }),
  promptBlock: {
    name: 'files',
    share: 1 / 32,
    begin: async (request, needs) => (await import('./prompt-block.ts')).tellFiles(request, needs),
    update: async (request, needs) => (await import('./prompt-block.ts')).tellChanges(request, needs),
  },
  backup: async (needs) => (await import('./backup.ts')).filesInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createFilesApi(needs),
} satisfies Domain<FilesApi, FilesNeeds & FilesPromptNeeds, OpenWorkspace>;
