/** Which changes of a linked folder are ticked for a push. Pure. */
import type { LinkedFolderChange } from '#shared/rpc/linked-folder.ts';

/** By path: the change as it was when the user ticked it, or `false` if they cleared it. */
export type ChangeSelection = ReadonlyMap<string, LinkedFolderChange | false>;

export function selectChanges(
  selection: ChangeSelection,
  changes: readonly LinkedFolderChange[],
  isSelected: boolean,
): ChangeSelection {
  const next = new Map(selection);
  for (const change of changes) next.set(change.path, isSelected && change);
  return next;
}

export function withoutPaths(selection: ChangeSelection, paths: readonly string[]): ChangeSelection {
  return new Map([...selection].filter(([path]) => !paths.includes(path)));
}

/** A tick applies to the change the user saw, not to what the file became later; a cleared tick applies to the file. */
export function isSelected(change: LinkedFolderChange, selection: ChangeSelection): boolean {
  const selected = selection.get(change.path);
  if (selected === false) return false;
  return (selected !== undefined && isSame(selected, change)) || isSelectedByDefault(change);
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
function isSelectedByDefault({ kind, outside }: LinkedFolderChange): boolean {
  return kind !== 'deleted' && outside === null;
}
