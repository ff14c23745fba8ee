/**
 * The files of drafts, in a database of the page. The engine writes everything else in IndexedDB, but a draft must be
 * saved while the engine restarts too, and a phone that opens its camera often discards the page.
 */
// idb: IndexedDB with promises, as in the engine.
import { openDB } from 'idb';
import type { Attachment } from '#shared/rpc/protocol.ts';

const opened = openDB<{ files: { key: string; value: readonly Attachment[] } }>('oneclaw-drafts', 1, {
  upgrade: (database) => void database.createObjectStore('files'),
});

/** An empty list deletes the entry. */
export async function writeDraftFiles(key: string, files: readonly Attachment[]): Promise<void> {
  const database = await opened;
  await (files.length > 0 ? database.put('files', files, key) : database.delete('files', key));
}

export async function readDraftFiles(key: string): Promise<readonly Attachment[]> {
  return (await (await opened).get('files', key)) ?? [];
}
