/** Tools the user switched off for every agent, remembered until switched on again. */
import type { Database } from './database.ts';
import { openStoredSet, type StoredSet } from './stored-set.ts';

export type DisabledTools = StoredSet;

export function openDisabledTools(database: Database): Promise<DisabledTools> {
  return openStoredSet(database, 'disabled-tools');
}
