/** Saved prompts: messages with placeholders that the user inserts by name. */
import type { PromptsApi } from '#shared/api/prompts.ts';
import type { Domain } from '#workers/engine/domain.ts';
import type { Database } from '#workers/storage/database.ts';
import { tables } from './tables.ts';

type Needs = { database: Database };

export const prompts: Domain<PromptsApi, Needs, Needs> = {
  tables,
  backup: async (needs) => (await import('./backup.ts')).promptsInBackup(needs),
  open: async ({ database, changed }) => (await import('./store.ts')).createPromptStore(database, changed),
};
