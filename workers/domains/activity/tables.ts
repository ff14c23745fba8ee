/** The table of the call log. */
import type { RunId } from '#shared/ids.ts';
import type { CallRecord } from '#shared/tools/activity.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    /** Keyed by position in the hash chain. Calls outside a run are in no index. */
    calls: { key: number; value: CallRecord; indexes: { run: RunId } };
  }
}

export const tables: readonly Table[] = [
  { name: 'calls', since: 2, keyPath: 'seq', indexes: { run: 'run' } },
];
