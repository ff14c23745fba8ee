/** Which changes of a linked folder are ticked for a push. Pure. */
import type { LinkedFolderChange } from '#shared/rpc/linked-folder.ts';

/** By path: the change as it was when the user ticked it, or `false` if they cleared it. */
export type Ticks = ReadonlyMap<string, LinkedFolderChange | false>;

export function tick(ticks: Ticks, changes: readonly LinkedFolderChange[], isTicked: boolean): Ticks {
  const next = new Map(ticks);
  for (const change of changes) next.set(change.path, isTicked && change);
  return next;
}

export function withoutPaths(ticks: Ticks, paths: readonly string[]): Ticks {
  return new Map([...ticks].filter(([path]) => !paths.includes(path)));
}

/** A tick applies to the change the user saw, not to what the file became later; a cleared tick applies to the file. */
export function isTicked(change: LinkedFolderChange, ticks: Ticks): boolean {
  const ticked = ticks.get(change.path);
  if (ticked === false) return false;
  return (ticked !== undefined && isSame(ticked, change)) || isHarmless(change);
}

function isSame(one: LinkedFolderChange, other: LinkedFolderChange): boolean {
  return (
    one.kind === other.kind &&
    one.outside === other.outside &&
    one.copy === other.copy &&
    one.original === other.original
  );
}

/** Ticked by default: overwrites and deletes nothing that changed in the real folder. */
function isHarmless({ kind, outside }: LinkedFolderChange): boolean {
  return kind !== 'deleted' && outside === null;
}
