/** Deletes a file or a folder recursively, after recording it for undo. */
import { countOf } from '#workers/text/count-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { findEntry, openEntry, walkEntries } from './entries.ts';
import { namesIn } from './folder-names.ts';
import { explainFileError, removeIfThere } from './file-errors.ts';
import { formatPath, resolveChangeable } from './path-gate.ts';
import { noRecorder } from './change-recorder.ts';
import { lockAll, lockPaths } from './workspace-locks.ts';
import { requireName, type Writing } from './writing.ts';

export async function removeEntry(writing: Writing, path: string, recursive: boolean): Promise<void> {
  const segments = resolveChangeable(path);
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
  if (entry.kind === 'directory' && !recursive) await refuseFull(entry, segments);
  const isKept = entry.kind === 'directory' && recorder !== noRecorder;
  const below = isKept ? await Array.fromAsync(walkEntries(entry, segments)) : [];
  const all = [{ segments, entry }, ...below];
  await recorder.keep(all, { leaving: true });
  await removeIfThere(parent, entry.name);
  await recorder.done(all.map((place) => ({ segments: place.segments, entry: undefined })));
}

async function refuseFull(folder: FileSystemDirectoryHandle, segments: readonly string[]): Promise<void> {
  const count = (await namesIn(folder)).length;
  if (count === 0) return;
  throw new ToolError(
    'validation_error',
    `${formatPath(segments)} is a folder with ${countOf(count, 'entry', 'entries')} in it, so it was not deleted. Set 'recursive' to true only if the user wants everything in it deleted; list_directory shows it.`,
  );
}
