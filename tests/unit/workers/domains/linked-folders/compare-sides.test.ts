/** Comparing three versions of a folder: no change is proposed that the user could not have intended. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkedFolderChange } from '#shared/rpc/linked-folder.ts';
import { compareSides } from '#workers/domains/linked-folders/compare-sides.ts';

const side = fc
  .dictionary(fc.constantFrom('a', 'b', 'c/d', 'c/e', 'f'), fc.constantFrom('1', '2', '3'))
  .map((files) => new Map(Object.entries(files)));

function apply(
  files: Map<string, string>,
  changes: readonly LinkedFolderChange[],
  from: 'copy' | 'original',
) {
  const after = new Map(files);
  for (const change of changes) {
    const mark = change[from];
    if (mark === null) after.delete(change.path);
    else after.set(change.path, mark);
  }
  return after;
}
const sorted = (files: Map<string, string>) => [...files].sort();

describe('comparing a copy with its original', () => {
  it('makes both sides equal if all proposed changes are made', () => {
    fc.assert(
      fc.property(side, side, side, (base, copy, original) => {
        const { changes, incoming } = compareSides(base, copy, original, () => false);
        const written = apply(original, changes, 'copy');
        const fetched = apply(copy, incoming, 'original');
        expect(sorted(written)).toEqual(sorted(fetched));
      }),
    );
  });

  it('asks exactly if both sides changed in different ways', () => {
    fc.assert(
      fc.property(side, side, side, (base, copy, original) => {
        const { changes, incoming } = compareSides(base, copy, original, () => false);
        for (const { path, outside } of changes) {
          const isBoth = base.get(path) !== copy.get(path) && base.get(path) !== original.get(path);
          expect(outside !== null).toBe(isBoth);
        }
        expect(incoming.every(({ outside }) => outside === null)).toBe(true);
      }),
    );
  });

  it('never proposes to delete a file that was not copied, on either side', () => {
    fc.assert(
      fc.property(side, side, side, (base, copy, original) => {
        const { changes, incoming } = compareSides(base, copy, original, () => false);
        const deleted = [...changes, ...incoming].filter(({ kind }) => kind === 'deleted');
        expect(deleted.filter(({ path }) => !base.has(path))).toEqual([]);
      }),
    );
  });

  it('proposes nothing for excluded files, and nothing if nothing changed', () => {
    fc.assert(
      fc.property(side, side, side, (base, copy, original) => {
        const isLeftOut = (path: string) => path.startsWith('c');
        const { changes, incoming, synced } = compareSides(base, copy, original, isLeftOut);
        const told = [...changes, ...incoming].map(({ path }) => path);
        expect([...told, ...synced].filter(isLeftOut)).toEqual([]);
        expect(compareSides(base, base, base, () => false)).toEqual({
          ...{ changes: [], incoming: [], synced: [] },
        });
      }),
    );
  });
});
