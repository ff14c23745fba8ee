/**
 * The IndexedDB database `oneclaw`: its stores, its versions, and the copy that is made before each
 * migration.
 */
// idb wraps IndexedDB in promises and lets TypeScript check the names of the stores. It has 1.3 kB.
import {
  deleteDB,
  openDB,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb';
import type { Json } from '#shared/json.ts';
import type { Table } from '#workers/contracts/table.ts';

/**
 * The key of the setting that lists the tool servers. It is here because the app reads the setting before it
 * loads the code of tool servers.
 */
export const serversSetting = 'mcp-servers';

/** Each domain merges its tables into this interface, in the `tables.ts` of its folder. */
export interface Schema extends DBSchema {
  settings: { key: string; value: Json };
}

export type Database = IDBPDatabase<Schema>;
export type TableName = StoreNames<Schema>;
/** A read-write transaction over the tables `Name`. */
export type Writing<Name extends TableName> = IDBPTransaction<Schema, Name[], 'readwrite'>;
export type TableKey<Name extends TableName> = StoreKey<Schema, Name> & IDBValidKey;
export type TableValue<Name extends TableName> = StoreValue<Schema, Name>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;
export type Migration = (database: Database, transaction: Upgrade) => void | Promise<void>;

/** A table that no domain owns. */
const settings: Table = { name: 'settings', since: 1 };

/**
 * The step with index `n` creates the tables of version `n + 1` and rewrites rows for it. Users may have any
 * older version, so a step never changes.
 */
export function migrationsOf(declared: readonly Table[]): Migration[] {
  const tables = [settings, ...declared];
  const versions = tables.flatMap(({ since, rewrites = {} }) => [
    since,
    ...Object.keys(rewrites).map(Number),
  ]);
  return Array.from({ length: Math.max(...versions) }, (_, step) => async (database, transaction) => {
    for (const table of tables) {
      if (table.since === step + 1) createTable(database, table);
      const rewrite = table.rewrites?.[step + 1];
      if (rewrite) await rewriteRows(transaction, table, rewrite);
    }
  });
}

/** The database is newer than this app, because another tab runs a newer version of the app. */
export class NewerDatabaseError extends Error {}

export type DatabaseOptions = {
  name?: string;
  migrations: readonly Migration[];
  /** Called when a newer version of the app wants to migrate the database. This app has closed it by then. */
  onOutdated?(): void;
};

export async function openDatabase({
  name = 'oneclaw',
  migrations: steps,
  onOutdated,
}: DatabaseOptions): Promise<Database> {
  await copyBeforeMigration(name, steps.length);
  const upgrade: { failure?: unknown } = {};
  try {
    return await openDB<Schema>(name, steps.length, {
      upgrade: (database, from, _to, transaction) => {
        // A step that waits for a request of the transaction keeps the transaction alive. If a step fails,
        // the transaction is aborted, and opening the database fails.
        runSteps(steps.slice(from), database, transaction).catch((error: unknown) => {
          upgrade.failure = error;
          transaction.abort();
        });
        transaction.done.catch((error: unknown) => (upgrade.failure ??= error));
      },
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        onOutdated?.();
      },
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError')
      throw new NewerDatabaseError('The database is newer than this app.');
    throw upgrade.failure ?? error;
  }
}

async function runSteps(
  steps: readonly Migration[],
  database: Database,
  transaction: Upgrade,
): Promise<void> {
  for (const step of steps) await step(database, transaction);
}

function createTable(database: Database, { name, keyPath, indexes = {} }: Table): void {
  const table = database.createObjectStore(
    name as StoreNames<Schema>,
    keyPath === undefined ? {} : { keyPath },
  );
  for (const [index, path] of Object.entries(indexes)) table.createIndex(index as never, path);
}

async function rewriteRows(
  transaction: Upgrade,
  { name }: Table,
  rewrite: (row: unknown) => unknown,
): Promise<void> {
  let cursor = await transaction.objectStore(name as StoreNames<Schema>).openCursor();
  while (cursor) {
    await cursor.update(rewrite(cursor.value) as TableValue<TableName>);
    cursor = await cursor.continue();
  }
}

/** Copies a database of an older version, if there is one, to the database `<name>-before-v<target>`. */
async function copyBeforeMigration(name: string, target: number): Promise<void> {
  const existing = (await indexedDB.databases()).find((each) => each.name === name);
  if (!existing?.version || existing.version >= target) return;
  const source = await openDB(name);
  const copyName = `${name}-before-v${target}`;
  await deleteDB(copyName);
  const copy = await openDB(copyName, existing.version, {
    upgrade: (database) => {
      for (const store of source.objectStoreNames) database.createObjectStore(store);
    },
  });
  try {
    for (const store of source.objectStoreNames) {
      const [keys, values] = await Promise.all([source.getAllKeys(store), source.getAll(store)]);
      const transaction = copy.transaction(store, 'readwrite', { durability: 'strict' });
      await Promise.all([
        ...keys.map((key, index) => transaction.store.put(values[index], key)),
        transaction.done,
      ]);
    }
  } finally {
    copy.close();
    source.close();
  }
}
