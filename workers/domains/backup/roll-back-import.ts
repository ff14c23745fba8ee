/**
 * Rolls an import back: restores the values before it, deletes its new blobs and files. Values that were
 * changed since stay.
 */
import type { TakeBackReport } from '#shared/rpc/backup.ts';
import { inParallel } from '#shared/in-parallel.ts';
import type { TableName } from '#workers/storage/database.ts';
import { canonicalJson } from '#shared/canonical-json.ts';
import type { BackupDeps } from './deps.ts';
import { begin, isUnchanged, itemsOf, withoutAdded, type AnyTransaction } from './import-journal.ts';
import { toJson } from './record-list.ts';
import type { ImportedItem, ImportedValue, ImportNote } from './tables.ts';

const atOnce = 50;

/** Can be repeated after an interruption, because restored items are deleted from the journal. */
export async function rollBackImport(note: ImportNote, deps: BackupDeps): Promise<TakeBackReport> {
  const { database } = deps;
  const keys = (await database.getAllKeys('importedItems', itemsOf(note.id))).reverse();
  const progress = deps.progress('taking-back', keys.length);
  let kept = 0;
  for (let at = 0; at < keys.length; at += atOnce) {
    const some = await inParallel(keys.slice(at, at + atOnce), 8, (key) =>
      database.get('importedItems', key),
    );
    kept += await restore(
      some.flatMap((item) => item ?? []),
      deps,
    );
    progress.add(some.length);
  }
  const files = await deps.rollBackFiles(note.id);
  await database.delete('imports', note.id);
  progress.end();
  return { kept: kept + files };
}

/** Restores items and deletes them from the journal, in one transaction; resolves to how many stay. */
async function restore(items: readonly ImportedItem[], deps: BackupDeps): Promise<number> {
  const { database, blobs } = deps;
  const plans = await inParallel(items, 4, async (item) => ({ item, plan: await planOf(item, deps) }));
  const tables = new Set(items.flatMap(({ values }) => values.map(({ table }) => table as TableName)));
  const transaction = begin(database, [...tables, 'importedItems']);
  try {
    const isRestored = await Promise.all(
      plans.map(async ({ item, plan }) => {
        const isDone = plan !== undefined && (await write(plan, transaction));
        const key = [item.import, item.item];
        // Its blobs are removed after the transaction, and again if the tab dies in between.
        if (isDone && item.blobs.length > 0) await transaction.put('importedItems', { ...item, values: [] });
        else await transaction.remove('importedItems', key);
        return isDone;
      }),
    );
    await transaction.done();
    const withBlobs = items.filter((item, at) => isRestored[at] && item.blobs.length > 0);
    await inParallel(
      withBlobs.flatMap((item) => item.blobs),
      8,
      (id) => blobs.remove(id),
    );
    for (const item of withBlobs) await database.delete('importedItems', [item.import, item.item]);
    return isRestored.filter((each) => !each).length;
  } catch (error) {
    transaction.abort();
    throw error;
  }
}

/** `now`: the value as read before the transaction, which would end while its hash is computed. */
type Restored = { value: ImportedValue; now: unknown; next: unknown };

/** Undefined if a value of the item was changed since the import. */
async function planOf({ values }: ImportedItem, { database }: BackupDeps): Promise<Restored[] | undefined> {
  const current = await readAll(values, database);
  const restored: Restored[] = [];
  for (const [at, value] of values.entries()) {
    const now = current[at];
    const next = (await isUnchanged(value, now)) ? value.before : withoutAdded(value, now);
    if (next === undefined && !(await isUnchanged(value, now))) return undefined;
    restored.push({ value, now, next });
  }
  return restored;
}

async function readAll(
  values: readonly ImportedValue[],
  database: BackupDeps['database'],
): Promise<unknown[]> {
  const tables = new Set(values.map(({ table }) => table as TableName));
  if (tables.size === 0) return [];
  const transaction = begin(database, [...tables]);
  const all = await Promise.all(values.map(({ table, key }) => transaction.get(table, key)));
  await transaction.done();
  return all;
}

async function write(plan: readonly Restored[], transaction: AnyTransaction): Promise<boolean> {
  const current = await Promise.all(plan.map(({ value }) => transaction.get(value.table, value.key)));
  const isSame = plan.every(
    ({ now }, at) => canonicalJson(toJson(now)) === canonicalJson(toJson(current[at])),
  );
  if (!isSame) return false;
  await Promise.all(
    plan.map(({ value: { table, key }, next }) =>
      next === undefined ? transaction.remove(table, key) : transaction.put(table, next, key),
    ),
  );
  return true;
}
