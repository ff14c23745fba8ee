/** The table of memories. */
import type { MemoryId } from '#shared/ids.ts';
import type { Memory } from '#shared/memory/memory.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    memories: { key: MemoryId; value: Memory };
  }
}

export const tables: readonly Table[] = [{ name: 'memories', since: 7, keyPath: 'id' }];
