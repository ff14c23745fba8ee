/**
 * Functions that plan the writes of an import, with types checked against the tables. `domains/backup`
 * executes the writes in one transaction, together with the journal entries that can take them back.
 */
import type { Json } from '#shared/json.ts';
import type { Write } from '#workers/contracts/backup-part.ts';
import type { TableKey, TableName, TableValue } from './database.ts';

export function put<Name extends TableName>(
  table: Name,
  key: TableKey<Name>,
  value: TableValue<Name>,
): Write {
  return { type: 'put', table, key, value };
}

export function remove<Name extends TableName>(table: Name, key: TableKey<Name>): Write {
  return { type: 'remove', table, key };
}

/** `change` gets the stored value inside the transaction; an undefined result changes nothing. */
export function changeSetting(key: string, change: (before: Json | undefined) => Json | undefined): Write {
  return { type: 'change', table: 'settings', key, change };
}
