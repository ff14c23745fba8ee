/** The tables of imports: a note that outlives a killed tab, and what was stored before each change. */
import type { BlobId, RunId } from '#shared/ids.ts';
import type { Json } from '#shared/json.ts';
import type { BackupReport } from '#shared/rpc/backup.ts';
import type { Table } from '#workers/contracts/table.ts';

export type ImportNote = {
  /** Also the run that imported the files. */
  id: RunId;
  /** Milliseconds since the epoch. */
  at: number;
  state: 'writing' | 'done';
  counts: BackupReport['counts'];
};

/** Undefined values: nothing was, or is, stored under the key. */
export type ImportedValue = {
  table: string;
  key: IDBValidKey;
  before?: unknown;
  /** What the import has stored: the SHA-256 of its canonical JSON, or a setting itself. */
  after?: { hash: string } | { value: Json };
};

/** Values that were written in one transaction and are rolled back in one. */
export type ImportedItem = {
  import: RunId;
  /** Counts from 1 in the order of writing. */
  item: number;
  values: ImportedValue[];
  /** Blobs that were not stored before the import. */
  blobs: BlobId[];
};

declare module '../../storage/database.ts' {
  interface Schema {
    imports: { key: RunId; value: ImportNote };
    importedItems: { key: [RunId, number]; value: ImportedItem };
  }
}

export const tables: readonly Table[] = [
  { name: 'imports', since: 6, keyPath: 'id' },
  { name: 'importedItems', since: 6, keyPath: ['import', 'item'] },
];
