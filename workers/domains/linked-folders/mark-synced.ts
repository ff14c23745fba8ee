/** Writes down that both sides are alike in some files, so that the next look knows. */
import type { Mark } from '#shared/rpc/linked-folder.ts';
import type { BaseFile } from './records.ts';
import type { MountStore } from './store.ts';

export async function settle(
  store: Pick<MountStore, 'base' | 'putBase'>,
  name: string,
  /** What both sides hold, and, where that was fetched, what the copy held before. */
  alike: ReadonlyMap<string, { mark: Mark; before?: Mark }>,
): Promise<void> {
  if (alike.size === 0) return;
  const others = (await store.base(name)).filter(({ path }) => !alike.has(path));
  const files = [...alike].flatMap(([path, { mark, ...rest }]): BaseFile[] =>
    mark === null ? [] : [{ path, mark, ...rest }],
  );
  await store.putBase(name, [...others, ...files]);
}
