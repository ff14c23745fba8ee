/** Export and import of all data but keys. */
import type { BackupApi } from '#shared/api/backup.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { BackupNeeds } from './api.ts';

export const backup: Domain<BackupApi, BackupNeeds> = {
  open: async (needs) => (await import('./api.ts')).createBackupApi(needs),
};
