/** Deletes a file or a folder; what undo has not kept yet is moved away instead, which costs no copy. */
import { ToolError } from '../tools/tool.ts';
import { findEntry, namesIn, openEntry, walkEntries } from './entries.ts';
import { explainFileError, retryWhileLocked } from './file-errors.ts';
import { formatPath, resolvePath } from './path-gate.ts';
import { noRecorder } from './undo-recorder.ts';
import { lockAll, lockPaths } from './workspace-locks.ts';
import { requireName, type Writing } from './writing.ts';

export async function removeEntry(writing: Writing, path: string, recursive: boolean): Promise<void> {
  const segments = resolvePath(path);
  requireName(segments, path);
  const isFolder = (await findEntry(writing.root, segments))?.kind === 'directory';
  const remove = () => explainFileError(path, () => removeNow(writing, segments, recursive));
  return isFolder ? lockAll(writing.lock, remove) : lockPaths(writing.lock, [formatPath(segments)], remove);
}

async function removeNow(writing: Writing, segments: readonly string[], recursive: boolean): Promise<void> {
  const { root, recorder } = writing;
  const entry = await openEntry(root, segments);
  const parent = await findEntry(root, segments.slice(0, -1));
  if (parent?.kind !== 'directory') return;
  if (entry.kind === 'directory') {
    const count = (await namesIn(entry)).length;
    if (count > 0 && !recursive)
      throw new ToolError(
        'validation_error',
        `${formatPath(segments)} is a folder with ${count} entries in it. Set 'recursive' to true to delete it with everything in it.`,
      );
    await recorder.keep(segments, entry);
    // Nothing to keep: the folder goes in one step.
    if (recorder !== noRecorder) await removeBelow(writing, segments, entry);
  }
  const isGone = entry.kind === 'file' && (await recorder.keepByMove(segments, entry));
  if (!isGone) await retryWhileLocked(() => parent.removeEntry(entry.name, { recursive: true }));
  await recorder.done(segments, undefined);
}

async function removeBelow(
  { root, recorder }: Writing,
  top: readonly string[],
  folder: FileSystemDirectoryHandle,
): Promise<void> {
  // Listed first: an iterator over a folder that changes may leave entries out.
  const all = await Array.fromAsync(walkEntries(folder, top));
  for (const { segments, entry } of all) {
    if (entry.kind === 'directory') {
      await recorder.keep(segments, entry);
    } else if (!(await recorder.keepByMove(segments, entry))) {
      const parent = await findEntry(root, segments.slice(0, -1));
      if (parent?.kind === 'directory') await retryWhileLocked(() => parent.removeEntry(entry.name));
    }
    if (entry.kind === 'file') await recorder.done(segments, undefined);
  }
  for (const { segments, entry } of all)
    if (entry.kind === 'directory') await recorder.done(segments, undefined);
}
