/** Makes one change of a store fail, and reads the whole content of a database. */
import { wrap } from 'idb';
import type { Database } from '#workers/storage/database.ts';
import type { MemoryFiles } from '#tests/fixtures/memory/memory-files.ts';

const changing = ['put', 'add', 'delete', 'clear'] as const;

/**
 * Change `number` aborts its transaction, as on a full disk. A change of files fails, with all that follow
 * it.
 */
export function failChange(files: MemoryFiles, number: number): { end(): boolean } {
  let left = number;
  const originals = changing.map((name) => [name, IDBObjectStore.prototype[name]] as const);
  for (const [name, original] of originals)
    Object.assign(IDBObjectStore.prototype, {
      [name](this: IDBObjectStore, ...values: unknown[]) {
        const request = Reflect.apply(original, this, values) as IDBRequest;
        if (--left === 0) failWith(this.transaction, request);
        return request;
      },
    });
  files.killAfter(number - 1);
  return {
    end() {
      files.revive();
      for (const [name, original] of originals) Object.assign(IDBObjectStore.prototype, { [name]: original });
      return left <= 0;
    },
  };
}

function failWith(transaction: IDBTransaction, request: IDBRequest): void {
  // The store may get the failure from a later request and never await `done`, so mark its rejection as
  // handled.
  wrap(transaction).done.catch(() => undefined);
  request.addEventListener('success', () => transaction.abort());
}

/** Every record of every table, as text. */
export async function allRecords(database: Database): Promise<string> {
  const bytes: string[] = [];
  for (const table of database.objectStoreNames)
    for (const record of await database.getAll(table)) bytes.push(textOf(record));
  return bytes.join('\n');
}

/** Serialises a record, with its bytes as characters. */
function textOf(record: unknown): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (value instanceof ArrayBuffer) return Buffer.from(value).toString('latin1');
    if (ArrayBuffer.isView(value))
      return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
    return value;
  });
}
