/** Compares a copy with its real folder for the user to review. */
import type { LeftOut, LinkedFolderChange, LinkedFolderReview } from '#shared/rpc/linked-folder.ts';
import { inParallel } from '#shared/in-parallel.ts';
import type { LinkedFolderRecord } from './records.ts';
import { textOf } from '#workers/storage/workspace/text-of.ts';
import { unifiedDiff } from '#workers/text/unified-diff.ts';
import { compareSides, type Marks } from './compare-sides.ts';
import { findOriginal, markOfEntry } from './find-original.ts';
import { isInHeavy } from './heavy-names.ts';
import type { LinkedFolderDeps } from './deps.ts';
import { readCopy, refreshBase, scanCopy, scanOriginal, type Side } from './scan.ts';

const emptySide: Side = { marks: new Map(), stamps: new Map(), left: [] };

export async function reviewLinkedFolder(
  { store, files }: Pick<LinkedFolderDeps, 'store' | 'files'>,
  record: LinkedFolderRecord,
): Promise<LinkedFolderReview> {
  const base = await store.base(record.name);
  const original = await scanOriginal(record, base);
  const copy = await scanCopy(files, record, base);
  const left = [...original.left, ...(copy?.left ?? [])];
  // If the copy is gone, treat the whole original as new rather than the copy's files as deleted.
  const marks: Marks = copy ? new Map(base.map(({ path, mark }) => [path, mark])) : new Map();
  const isExcluded = exclusion(record, left);
  const before = new Map(base.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before]])));
  const compared = compareSides(marks, (copy ?? emptySide).marks, original.marks, isExcluded, before);
  if (copy) await store.putBase(record.name, refreshBase(base, compared, copy, original));
  return {
    changes: await inParallel(compared.changes, 4, (change) => checkTarget(record, change)),
    incoming: compared.incoming,
    left,
    isCopyGone: !copy,
  };
}

function exclusion({ everything }: LinkedFolderRecord, left: readonly LeftOut[]): (path: string) => boolean {
  const paths = new Set(left.map(({ path }) => path));
  return (path) => {
    if (!everything && isInHeavy(path)) return true;
    const names = path.split('/');
    return names.some((_, at) => paths.has(names.slice(0, at + 1).join('/')));
  };
}

/** The walk skips some entries; one of them may be where a new file would go. */
async function checkTarget(
  { handle }: LinkedFolderRecord,
  change: LinkedFolderChange,
): Promise<LinkedFolderChange> {
  if (change.original !== null) return change;
  const original = await markOfEntry(await findOriginal(handle, change.path));
  return original === null ? change : { ...change, kind: 'changed', outside: 'created', original };
}

/** The diff that a push of this file would apply; `null` if either side is binary or too large. */
export async function diffOriginal(
  { files }: Pick<LinkedFolderDeps, 'files'>,
  { name, handle }: LinkedFolderRecord,
  path: string,
): Promise<string | null> {
  const entry = await findOriginal(handle, path);
  const theirs = entry?.kind === 'file' ? await entry.getFile() : undefined;
  const ours = (await readCopy(files, name, path)) ?? undefined;
  const [before, after] = await Promise.all([textOf(theirs), textOf(ours)]);
  if (before === undefined || after === undefined) return null;
  return (await unifiedDiff(path, before, after)) ?? null;
}
