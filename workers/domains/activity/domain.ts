/** The log of tool calls and its figures. */
import type { ActivityApi } from '#shared/api/activity.ts';
import type { Domain } from '#workers/engine/domain.ts';
import { once } from '#workers/engine/once.ts';
import type { ActivityNeeds } from './api.ts';
import type { Database } from '#workers/storage/database.ts';
import { tables } from './tables.ts';

export const activity = {
  tables,
  start({ bus, database, registry }) {
    const openCalls = async () => (await import('./store.ts')).createCallStore(database);
    return {
      /** The stored log. */
      openCalls,
      /** The log that calls are written to. */
      openCallLog: once(async () =>
        (await import('./open-call-log.ts')).openCallLog(openCalls, registry, bus),
      ),
    };
  },
  backup: async (needs) => (await import('./backup.ts')).activityInBackup(needs),
  open: async (needs) => (await import('./api.ts')).createActivityApi(needs),
} satisfies Domain<ActivityApi, ActivityNeeds, { database: Database }>;
