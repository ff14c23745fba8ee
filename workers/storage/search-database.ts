/**
 * The database `oneclaw-search`: the folded texts of messages (`foldText`). All of it can be rebuilt from the
 * messages.
 */
// idb: see `database.ts`.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MessageId } from '#shared/ids.ts';

/**
 * Several messages with their folded texts in one string, because reading thousands of small strings takes
 * long. `messageSeparator` separates messages, `textSeparator` separates the texts of a message. A chunk is
 * never changed, only replaced by one with a new key.
 */
export type SearchChunk = { key: number; ids: readonly MessageId[]; text: string };

export const messageSeparator = '\u0001';
export const textSeparator = '\u0000';

interface SearchSchema extends DBSchema {
  chunks: { key: number; value: SearchChunk };
  /** Which messages each chunk contains, so that this can be read without reading the texts. */
  contents: { key: number; value: { key: number; ids: readonly MessageId[] } };
}

export type SearchDatabase = IDBPDatabase<SearchSchema>;

/** Opening a newer version deletes all stored chunks. */
const version = 1;

export function openSearchDatabase(name = 'oneclaw-search'): Promise<SearchDatabase> {
  return openDB<SearchSchema>(name, version, {
    upgrade(database) {
      for (const store of database.objectStoreNames) database.deleteObjectStore(store);
      database.createObjectStore('chunks', { keyPath: 'key' });
      database.createObjectStore('contents', { keyPath: 'key' });
    },
    blocking: (_current, _blocked, event) => {
      if (event.target instanceof IDBDatabase) event.target.close();
    },
  });
}
