/** What a copy and its real folder have become, side by side, for the user to look through. */
import type { LeftOut, MountChange, MountReview } from '#shared/rpc/linked-folder.ts';
import { inParallel } from '#shared/in-parallel.ts';
import type { MountRecord } from './records.ts';
import { textOf } from '#workers/storage/workspace/text-of.ts';
import { unifiedDiff } from '#workers/text/unified-diff.ts';
import { compareSides, type Marks } from './compare-sides.ts';
import { findOriginal, markOfEntry } from './find-original.ts';
import { isInHeavy } from './heavy-names.ts';
import type { MountPorts } from './deps.ts';
import { readCopy, refreshBase, scanCopy, scanOriginal, type Side } from './scan.ts';

const nothing: Side = { marks: new Map(), stamps: new Map(), left: [] };

export async function reviewMount(
  { store, files }: Pick<MountPorts, 'store' | 'files'>,
  record: MountRecord,
): Promise<MountReview> {
  const base = await store.base(record.name);
  const original = await scanOriginal(record, base);
  const copy = await scanCopy(files, record, base);
  const left = [...original.left, ...(copy?.left ?? [])];
  // Without a copy nothing was ever copied: all of the original is new to it.
  const marks: Marks = copy ? new Map(base.map(({ path, mark }) => [path, mark])) : new Map();
  const isLeftOut = leftOut(record, left);
  const before = new Map(base.flatMap(({ path, before }) => (before === undefined ? [] : [[path, before]])));
  const compared = compareSides(marks, (copy ?? nothing).marks, original.marks, isLeftOut, before);
  if (copy) await store.putBase(record.name, refreshBase(base, compared, copy, original));
  return {
    changes: await inParallel(compared.changes, 4, (change) => lookBelow(record, change)),
    incoming: compared.incoming,
    left,
    isCopyGone: !copy,
  };
}

function leftOut({ everything }: MountRecord, left: readonly LeftOut[]): (path: string) => boolean {
  const paths = new Set(left.map(({ path }) => path));
  return (path) => {
    if (!everything && isInHeavy(path)) return true;
    const names = path.split('/');
    return names.some((_, at) => paths.has(names.slice(0, at + 1).join('/')));
  };
}

/** Where the walk saw nothing, something that it leaves out may be in the way of a new file. */
async function lookBelow({ handle }: MountRecord, change: MountChange): Promise<MountChange> {
  if (change.original !== null) return change;
  const original = await markOfEntry(await findOriginal(handle, change.path));
  return original === null ? change : { ...change, kind: 'changed', outside: 'created', original };
}

/** What writing the file would do to the real folder; nothing where it is no text, or too much of it. */
export async function diffOriginal(
  { files }: Pick<MountPorts, 'files'>,
  { name, handle }: MountRecord,
  path: string,
): Promise<string | null> {
  const entry = await findOriginal(handle, path);
  const theirs = entry?.kind === 'file' ? await entry.getFile() : undefined;
  const ours = (await readCopy(files, name, path)) ?? undefined;
  const [before, after] = await Promise.all([textOf(theirs), textOf(ours)]);
  if (before === undefined || after === undefined) return null;
  return (await unifiedDiff(path, before, after)) ?? null;
}
