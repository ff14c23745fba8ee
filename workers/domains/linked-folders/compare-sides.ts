/** What writing back and fetching would do, from three sets of marks: once copied, the copy now, the original now. */
import type { Mark, MountChange } from '#shared/rpc/linked-folder.ts';

/** The sha-256 of a file with nothing in it. */
export const markOfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Paths of files to the sha-256 of what is in them. */
export type Marks = ReadonlyMap<string, string>;

export type Comparison = {
  changes: MountChange[];
  incoming: MountChange[];
  /** Both sides agree on something else than was once copied. */
  settled: string[];
};

/**
 * `before`: what the copy had when it was last fetched. Who undid that has not changed the file; the real folder has.
 *
 * Contract: a deletion is only ever proposed of a file that was once copied, and nothing of what was left out.
 */
export function compareSides(
  base: Marks,
  copy: Marks,
  original: Marks,
  isLeftOut: (path: string) => boolean,
  before: ReadonlyMap<string, Mark> = new Map(),
): Comparison {
  const comparison: Comparison = { changes: [], incoming: [], settled: [] };
  const paths = new Set([...base.keys(), ...copy.keys(), ...original.keys()]);
  for (const path of [...paths].sort()) {
    if (isLeftOut(path)) continue;
    const was = markIn(base, path);
    const ours = markIn(copy, path);
    const theirs = markIn(original, path);
    const sides = { path, copy: ours, original: theirs };
    if (ours === theirs) {
      if (was !== ours) comparison.settled.push(path);
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

function outsideOf(was: Mark, theirs: Mark): MountChange['outside'] {
  // An empty file nobody knew of is what a killed write leaves, and there is nothing in it to lose.
  const isRemains = was === null && theirs === markOfNothing;
  return was === theirs || isRemains ? null : kindOf(was, theirs);
}

function kindOf(before: Mark, after: Mark): MountChange['kind'] {
  if (before === null) return 'created';
  return after === null ? 'deleted' : 'changed';
}
