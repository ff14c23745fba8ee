/** Linked folders in IndexedDB: their handles, and the state both sides last agreed on (the base). */
import type { Database } from '#workers/storage/database.ts';
import type { BaseFile, LinkedFolderRecord } from './records.ts';

export type LinkedFolderStore = {
  list(): Promise<LinkedFolderRecord[]>;
  get(name: string): Promise<LinkedFolderRecord | undefined>;
  base(name: string): Promise<BaseFile[]>;
  put(record: LinkedFolderRecord, base: readonly BaseFile[]): Promise<void>;
  putBase(name: string, base: readonly BaseFile[]): Promise<void>;
  remove(name: string): Promise<void>;
};

export function createLinkedFolderStore(database: Database): LinkedFolderStore {
  return {
    list: () => database.getAll('mounts'),
    get: (name) => database.get('mounts', name),
    base: async (name) => (await database.get('mountBases', name))?.files ?? [],
    async put(record, files) {
      const transaction = database.transaction(['mounts', 'mountBases'], 'readwrite');
      await Promise.all([
        transaction.objectStore('mounts').put(record),
        transaction.objectStore('mountBases').put({ name: record.name, files: [...files] }),
        transaction.done,
      ]);
    },
    putBase: async (name, files) => void (await database.put('mountBases', { name, files: [...files] })),
    async remove(name) {
      const transaction = database.transaction(['mounts', 'mountBases'], 'readwrite');
      await Promise.all([
        transaction.objectStore('mounts').delete(name),
        transaction.objectStore('mountBases').delete(name),
        transaction.done,
      ]);
    },
  };
}
