/** The log of tool calls and its figures. */
import type { ActivityApi } from '#shared/api/activity.ts';
import type { Domain } from '#workers/contracts/domain.ts';
import type { ActivityNeeds } from './api.ts';
import type { Database } from '#workers/storage/database.ts';
import { tables } from './tables.ts';

export const activity: Domain<ActivityApi, ActivityNeeds, { database: Database }> = {
  tables,
  backup: async (needs) => (await import('./backup.ts')).activityInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createActivityApi(needs),
};
