/**
 * Writes an import so that it can be rolled back: each transaction writes changes together with the values
 * before them. A note marks an unfinished import and survives the death of the tab.
 */
import { canonicalJson } from '#shared/canonical-json.ts';
import type { BlobId, RunId } from '#shared/ids.ts';
import { inParallel } from '#shared/in-parallel.ts';
import type { Json } from '#shared/json.ts';
import type { Item, Write } from '#workers/contracts/backup-part.ts';
import type { BlobStore } from '#workers/storage/blobs.ts';
import type { Database, TableName } from '#workers/storage/database.ts';
import { markRemoval } from '#workers/storage/search-removals.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { toJson } from './record-list.ts';
import type { ImportedValue, ImportNote } from './tables.ts';

type Journaled = { database: Database; blobs: Pick<BlobStore, 'has' | 'keep'> };

export type ImportJournal = {
  /** Writes the items in one transaction; resolves to how many records were written. */
  write(items: readonly Item[]): Promise<number>;
};

export function createImportJournal(run: RunId, { database, blobs }: Journaled): ImportJournal {
  let count = 0;
  return {
    async write(items) {
      const planned = await inParallel(items, 1, async (item) => {
        const number = ++count;
        const added = await keepBlobs(item, number);
        return { item, number, added, hashes: await inParallel(item.writes, 16, hashOf) };
      });
      return writePlanned(run, planned, database);
    },
  };

  /** Journals the ids of blobs before storing them, or a killed tab would leave blobs without a rollback. */
  async function keepBlobs({ blobs: wanted = [] }: Item, number: number): Promise<BlobId[]> {
    const missing = await inParallel(wanted, 8, async (each) => ((await blobs.has(each.id)) ? [] : [each]));
    const added = missing.flat();
    if (added.length === 0) return [];
    const ids = added.map(({ id }) => id);
    await database.put('importedItems', { import: run, item: number, values: [], blobs: ids });
    for (const { id, read } of added) {
      const [folder = ''] = id.split('/');
      const kept = await blobs.keep(folder, new Uint8Array(await (await read()).arrayBuffer()));
      if (kept !== id) throw new Error(`The blob ${id} has changed since it was checked.`);
    }
    return ids;
  }
}

type Planned = { item: Item; number: number; added: BlobId[]; hashes: (string | undefined)[] };

async function writePlanned(run: RunId, planned: readonly Planned[], database: Database): Promise<number> {
  const tables = new Set(planned.flatMap(({ item }) => item.writes.map(({ table }) => table as TableName)));
  if (tables.size === 0) return 0;
  const transaction = begin(database, [...tables, 'importedItems']);
  try {
    const written = await Promise.all(
      planned.map(async ({ item, number, added, hashes }) => {
        const [first] = item.writes;
        if (item.isNew && first && (await transaction.get(first.table, first.key)) !== undefined) return 0;
        const values = await Promise.all(
          item.writes.map((write, at) => apply(transaction, write, hashes[at])),
        );
        const changed = values.flatMap((value) => value ?? []);
        if (changed.length === 0) return 0;
        await transaction.put('importedItems', { import: run, item: number, values: changed, blobs: added });
        return item.count ?? 1;
      }),
    );
    await transaction.done();
    return written.reduce((sum, each) => sum + each, 0);
  } catch (error) {
    transaction.abort();
    throw error;
  }
}

/** Applies one write; undefined if nothing was changed. */
async function apply(
  transaction: AnyTransaction,
  write: Write,
  hash: string | undefined,
): Promise<ImportedValue | undefined> {
  const { table, key } = write;
  const before = await transaction.get(table, key);
  const place = { table, key, ...(before !== undefined && { before }) };
  if (write.type === 'remove') {
    if (before === undefined) return undefined;
    await transaction.remove(table, key);
    return place;
  }
  if (write.type === 'put') {
    await transaction.put(table, write.value, key);
    return { ...place, after: { hash: hash ?? '' } };
  }
  const value = write.change(before as Json | undefined);
  if (value === undefined) return undefined;
  await transaction.put(table, value, key);
  return { ...place, after: { value } };
}

async function hashOf(write: Write): Promise<string | undefined> {
  return write.type === 'put' ? hashValue(write.value) : undefined;
}

async function hashValue(value: unknown): Promise<string> {
  return sha256(canonicalJson(toJson(value)));
}

export type AnyTransaction = {
  get(table: string, key: IDBValidKey): Promise<unknown>;
  put(table: string, value: unknown, key?: IDBValidKey): Promise<void>;
  remove(table: string, key: IDBValidKey): Promise<void>;
  done(): Promise<void>;
  abort(): void;
};

/** A transaction with untyped tables: values were checked where the writes were made (`storage/write.ts`). */
export function begin(database: Database, tables: readonly TableName[]): AnyTransaction {
  const marked: TableName[] = tables.includes('messages') ? ['settings'] : [];
  const transaction = database.transaction([...new Set([...tables, ...marked])], 'readwrite', {
    durability: 'strict',
  });
  // The error is thrown by `done`; an aborted transaction must not add an unhandled rejection.
  transaction.done.catch(() => undefined);
  const storeOf = (table: string) => transaction.objectStore(table as TableName);
  return {
    get: (table, key) => storeOf(table).get(key as never),
    async put(table, value, key) {
      const store = storeOf(table);
      await store.put(value as never, (store.keyPath === null ? key : undefined) as never);
    },
    async remove(table, key) {
      await storeOf(table).delete(key as never);
      if (table === 'messages') await markRemoval(transaction.objectStore('settings'));
    },
    done: () => transaction.done,
    abort() {
      // A transaction that failed by itself has ended already.
      if (transaction.error === null) transaction.abort();
    },
  };
}

export async function startNote(database: Database, note: ImportNote): Promise<void> {
  const transaction = database.transaction('imports', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(note), transaction.done]);
}

/** The newest import. */
export async function lastNote(database: Database): Promise<ImportNote | undefined> {
  return (await database.getAll('imports')).toSorted((one, other) => other.at - one.at)[0];
}

/** Deletes the journals of imports, which can then no longer be rolled back. Their changes stay. */
export async function forgetImports(database: Database, except?: RunId): Promise<void> {
  const transaction = database.transaction(['imports', 'importedItems'], 'readwrite');
  const runs = (await transaction.objectStore('imports').getAllKeys()).filter((run) => run !== except);
  await Promise.all([
    ...runs.map((run) => transaction.objectStore('imports').delete(run)),
    ...runs.map((run) => transaction.objectStore('importedItems').delete(itemsOf(run))),
    transaction.done,
  ]);
}

export function itemsOf(run: RunId): IDBKeyRange {
  return IDBKeyRange.bound([run, 0], [run, Infinity]);
}

/** Whether the stored value is the one that the import wrote. */
export async function isUnchanged({ after }: ImportedValue, now: unknown): Promise<boolean> {
  if (after === undefined || now === undefined) return after === undefined && now === undefined;
  if ('hash' in after) return (await hashValue(now)) === after.hash;
  return canonicalJson(after.value) === canonicalJson(toJson(now));
}

/** The list without what the import added, for a list that was changed since; undefined: it is no list. */
export function withoutAdded({ before, after }: ImportedValue, now: unknown): Json[] | undefined {
  if (!after || !('value' in after) || !Array.isArray(after.value) || !Array.isArray(now)) return undefined;
  const textsOf = (list: unknown) => new Set(Array.isArray(list) ? (list as Json[]).map(canonicalJson) : []);
  const [old, added] = [textsOf(before), textsOf(after.value)];
  return (now as Json[]).filter((each) => old.has(canonicalJson(each)) || !added.has(canonicalJson(each)));
}
