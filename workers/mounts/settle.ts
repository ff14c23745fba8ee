/** Writes down that both sides are alike in some files, so that the next look knows. */
import type { Mark } from '../../src/shared/mount.ts';
import type { MountStore } from '../storage/mounts.ts';

export async function settle(
  store: Pick<MountStore, 'base' | 'putBase'>,
  name: string,
  alike: ReadonlyMap<string, Mark>,
): Promise<void> {
  if (alike.size === 0) return;
  const others = (await store.base(name)).filter(({ path }) => !alike.has(path));
  const files = [...alike].flatMap(([path, mark]) => (mark === null ? [] : [{ path, mark }]));
  await store.putBase(name, [...others, ...files]);
}
