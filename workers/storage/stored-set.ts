/**
 * A set of names that is stored as a setting and kept in memory, so that permission checks can read it
 * synchronously.
 */
import type { Database } from './database.ts';

export type StoredSet = {
  has(name: string): boolean;
  list(): string[];
  set(name: string, isIn: boolean): Promise<void>;
  /** Reads the set again after another tab has changed it. */
  reload(): Promise<void>;
};

export async function openStoredSet(database: Database, setting: string): Promise<StoredSet> {
  let names = toNames(await database.get('settings', setting));

  return {
    has: (name) => names.has(name),
    list: () => [...names].sort(),
    // Read and written in one transaction, so that two tabs do not overwrite each other's change.
    async set(name, isIn) {
      const transaction = database.transaction('settings', 'readwrite');
      const next = toNames(await transaction.store.get(setting));
      if (isIn) next.add(name);
      else next.delete(name);
      await transaction.store.put([...next], setting);
      await transaction.done;
      names = next;
    },
    reload: async () => void (names = toNames(await database.get('settings', setting))),
  };
}

function toNames(stored: unknown): Set<string> {
  return new Set(Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []);
}
