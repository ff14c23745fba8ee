/** Tables of linked folders. The first version called them mounts; the names stay, because users have data in them. */
import type { Table } from '#workers/contracts/table.ts';
import type { BaseFile, LinkedFolderRecord } from './records.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    mounts: { key: string; value: LinkedFolderRecord };
    /** The files at the last sync; apart, because the list is long. */
    mountBases: { key: string; value: { name: string; files: BaseFile[] } };
  }
}

export const tables: readonly Table[] = [
  { name: 'mounts', since: 4, keyPath: 'name' },
  { name: 'mountBases', since: 4, keyPath: 'name' },
];
