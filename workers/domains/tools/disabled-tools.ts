/** The tools that the user switched off for all agents. */
import type { Database } from '#workers/storage/database.ts';
import { openStoredSet, type StoredSet } from '#workers/storage/stored-set.ts';

export type DisabledTools = StoredSet;

export function openDisabledTools(database: Database): Promise<DisabledTools> {
  return openStoredSet(database, 'disabled-tools');
}
