/** Files of the workspace, as the user reads and changes them. */
import type { FilesApi } from '#shared/api/files.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { FilesNeeds } from './api.ts';
import type { OpenWorkspace } from './backup.ts';

export const files: Domain<FilesApi, FilesNeeds, OpenWorkspace> = {
  backup: async (needs) => (await import('./backup.ts')).filesInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createFilesApi(needs),
};
