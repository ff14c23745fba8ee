/** Export and import of all data but keys. */
import type { BackupApi } from '#shared/api/backup.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { BackupNeeds } from './api.ts';
import { tables } from './tables.ts';

export const backup: Domain<BackupApi, BackupNeeds> = {
  tables,
  open: async (needs) => (await import('./api.ts')).createBackupApi(needs),
};
