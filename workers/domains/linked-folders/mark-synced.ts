/** Stores the state that both sides agree on after a push or pull: the base of the next comparison. */
import type { Mark } from '#shared/rpc/linked-folder.ts';
import type { BaseFile } from './records.ts';
import type { LinkedFolderStore } from './store.ts';

export async function markSynced(
  store: Pick<LinkedFolderStore, 'base' | 'putBase'>,
  name: string,
  /** By path: what both sides hold now; after a pull also what the copy held before. */
  synced: ReadonlyMap<string, { mark: Mark; before?: Mark }>,
): Promise<void> {
  if (synced.size === 0) return;
  const others = (await store.base(name)).filter(({ path }) => !synced.has(path));
  const files = [...synced].flatMap(([path, { mark, ...rest }]): BaseFile[] =>
    mark === null ? [] : [{ path, mark, ...rest }],
  );
  await store.putBase(name, [...others, ...files]);
}
