/** The real folders that have a copy in the workspace: their handles, and what was in both when they were last alike. */
import type { Mark } from '#shared/rpc/linked-folder.ts';
import type { Database } from '#workers/storage/database.ts';

export type MountRecord = {
  name: string;
  source: string;
  handle: FileSystemDirectoryHandle;
  everything: boolean;
};

/** A file as a look at it costs nothing: while both are the same, its content counts as the same. */
export type Stamp = { size: number; modified: number };
/** What was once the same on both sides, and how each looked then. */
export type BaseFile = {
  path: string;
  mark: string;
  copy?: Stamp;
  original?: Stamp;
  /** What the copy had when this was fetched: where an undo brings it back, the real file is the newer one. */
  before?: Mark;
};

export type MountStore = {
  list(): Promise<MountRecord[]>;
  get(name: string): Promise<MountRecord | undefined>;
  base(name: string): Promise<BaseFile[]>;
  put(record: MountRecord, base: readonly BaseFile[]): Promise<void>;
  putBase(name: string, base: readonly BaseFile[]): Promise<void>;
  remove(name: string): Promise<void>;
};

export function createMountStore(database: Database): MountStore {
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
