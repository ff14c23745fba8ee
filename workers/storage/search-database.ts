/** The database `oneclaw-search`: folded text of messages. All of it can be made again from the messages. */
// idb: as in `database.ts`.
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { MessageId } from '#shared/ids.ts';

/**
 * Some messages, with their folded texts as one string, because thousands of small ones take long to read: `betweenMessages` and
 * `betweenTexts` are between them. It is never changed, only replaced under a new key.
 */
export type SearchChunk = { key: number; ids: readonly MessageId[]; text: string };

export const betweenMessages = '\u0001';
export const betweenTexts = '\u0000';

interface SearchSchema extends DBSchema {
  chunks: { key: number; value: SearchChunk };
  /** Which messages are in which chunk, so that this is known without reading the texts. */
  contents: { key: number; value: { key: number; ids: readonly MessageId[] } };
}

export type SearchDatabase = IDBPDatabase<SearchSchema>;

/** A new version starts empty. */
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
