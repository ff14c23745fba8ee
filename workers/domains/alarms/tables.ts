/** The table of alarms. */
import type { AlarmId } from '#shared/ids.ts';
import type { Alarm } from '#shared/alarms/alarm.ts';
import type { Table } from '#workers/contracts/table.ts';

declare module '../../storage/database.ts' {
  interface Schema {
    alarms: { key: AlarmId; value: Alarm };
  }
}

export const tables: readonly Table[] = [{ name: 'alarms', since: 9, keyPath: 'id' }];
