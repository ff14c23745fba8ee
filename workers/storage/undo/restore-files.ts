/** Restores paths to their state before a run. These changes are recorded for undo like all others. */
import { inParallel } from '#shared/in-parallel.ts';
import { findEntry } from '../workspace/entries.ts';
import { namesIn } from '../workspace/folder-names.ts';
import { explainFileError, retryWhileLocked, removeIfThere } from '../workspace/file-errors.ts';
import { resolvePath } from '../workspace/path-gate.ts';
import type { PathChange } from './run-changes.ts';
import { stageFile } from '../workspace/staged-file.ts';
import { openDirectory, openParent, type Writing } from '../workspace/writing.ts';

type Restored = PathChange & { segments: readonly string[] };
const atOnce = 8;

/** Contract: the caller holds the lock of `lockAll` since before it read `changes`. */
export async function restoreFiles(writing: Writing, changes: readonly PathChange[]): Promise<void> {
  const all = changes.map((change) => ({ ...change, segments: resolvePath(change.path) }));
  const { root, recorder } = writing;
  await explainFileError('what the run had changed', async () => {
    await recorder.keep(all.map(({ segments, current }) => ({ segments, entry: current })));
    try {
      await restoreInOrder(writing, all);
    } finally {
      const places = await inParallel(all, atOnce, async ({ segments }) => ({
        segments,
        entry: await findEntry(root, segments),
      }));
      await recorder.done(places);
    }
  });
}

/** Order: delete new files, delete new folders bottom up, create old folders top down, restore old files. */
async function restoreInOrder(writing: Writing, all: readonly Restored[]): Promise<void> {
  const { root } = writing;
  const leaving = all.filter(({ was, current }) => current && current.kind !== was);
  await inParallel(leaving, atOnce, async (each) => {
    if (each.current?.kind === 'file') await removeFrom(root, each);
  });
  for (const each of leaving.toReversed())
    if (each.current?.kind === 'directory') await removeIfEmpty(root, each);
  for (const { was, segments } of all) if (was === 'directory') await openDirectory(writing, segments);
  await inParallel(all, atOnce, (each) => restoreFile(writing, each));
}

async function removeFrom(root: FileSystemDirectoryHandle, { segments }: Restored): Promise<void> {
  const folder = await findEntry(root, segments.slice(0, -1));
  if (folder?.kind === 'directory') await removeIfThere(folder, segments.at(-1) ?? '');
}

/** A new folder stays if the user has put something into it meanwhile. */
async function removeIfEmpty(root: FileSystemDirectoryHandle, each: Restored): Promise<void> {
  const folder = await findEntry(root, each.segments);
  if (folder?.kind === 'directory' && (await namesIn(folder)).length === 0) await removeFrom(root, each);
}

async function restoreFile(writing: Writing, { kept, segments, current }: Restored): Promise<void> {
  if (!kept) return;
  const folder = await openParent(writing, segments);
  const isNew = current?.kind !== 'file';
  await retryWhileLocked(async () => (await stageFile(folder, segments.at(-1) ?? '', kept, isNew)).commit());
}
