/** The files of drafts, in a database of the page's own: a phone that opens its camera often takes the page away meanwhile. */
// idb: IndexedDB with promises, as everywhere here.
import { openDB } from 'idb';
import type { Attachment } from '#shared/rpc/protocol.ts';

const opened = openDB<{ files: { key: string; value: readonly Attachment[] } }>('oneclaw-drafts', 1, {
  upgrade: (database) => void database.createObjectStore('files'),
});

/** None: nothing is kept any more. */
export async function keepDraftFiles(key: string, files: readonly Attachment[]): Promise<void> {
  const database = await opened;
  await (files.length > 0 ? database.put('files', files, key) : database.delete('files', key));
}

export async function keptDraftFiles(key: string): Promise<readonly Attachment[]> {
  return (await (await opened).get('files', key)) ?? [];
}
