/** Three-way comparison of a linked folder: the last synced state, the copy now, the original now. */
import type { Mark, LinkedFolderChange } from '#shared/rpc/linked-folder.ts';

/** The SHA-256 of an empty file. */
export const emptyFileMark = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** From the path of each file to the SHA-256 of its content. */
export type Marks = ReadonlyMap<string, string>;

export type Comparison = {
  /** What a push would do. */
  changes: LinkedFolderChange[];
  /** What a pull would do. */
  incoming: LinkedFolderChange[];
  /** Paths where both sides hold the same content, but not that of the base. */
  synced: string[];
};

/**
 * `before`: what the copy held before the last pull. If the copy holds that again, the user undid the pull: the change
 * is the original's, not the copy's.
 *
 * Contract: proposes to delete a file only if it was synced once, and proposes nothing for excluded paths.
 */
export function compareSides(
  base: Marks,
  copy: Marks,
  original: Marks,
  isExcluded: (path: string) => boolean,
  before: ReadonlyMap<string, Mark> = new Map(),
): Comparison {
  const comparison: Comparison = { changes: [], incoming: [], synced: [] };
  const paths = new Set([...base.keys(), ...copy.keys(), ...original.keys()]);
  for (const path of [...paths].sort()) {
    if (isExcluded(path)) continue;
    const was = markIn(base, path);
    const ours = markIn(copy, path);
    const theirs = markIn(original, path);
    const sides = { path, copy: ours, original: theirs };
    if (ours === theirs) {
      if (was !== ours) comparison.synced.push(path);
    } else if (ours === was) comparison.incoming.push({ ...sides, kind: kindOf(was, theirs), outside: null });
    else
      comparison.changes.push({
        ...sides,
        kind: kindOf(theirs, ours),
        outside: outsideOf(before.get(path) === ours ? ours : was, theirs),
      });
  }
  return comparison;
}

function markIn(side: Marks, path: string): Mark {
  return side.get(path) ?? null;
}

function outsideOf(was: Mark, theirs: Mark): LinkedFolderChange['outside'] {
  // An interrupted write leaves an unknown empty file; it has no content to lose.
  const isLeftover = was === null && theirs === emptyFileMark;
  return was === theirs || isLeftover ? null : kindOf(was, theirs);
}

function kindOf(before: Mark, after: Mark): LinkedFolderChange['kind'] {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}
