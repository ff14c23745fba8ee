/** Rolls back the files of a failed import. Records no undo, because the failure may be missing storage. */
import type { RunId } from '#shared/ids.ts';
import { restoreFiles } from '#workers/storage/undo/restore-files.ts';
import { readChanges } from '#workers/storage/undo/run-changes.ts';
import type { UndoPorts } from '#workers/storage/undo/undo.ts';
import { noRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { lockAll } from '#workers/storage/workspace/workspace-locks.ts';

/** The number of files that remain, because they were changed since or could not be removed; null if nothing remains. */
export function takeBack({ workspace, undo, lock }: UndoPorts, run: RunId): Promise<number | null> {
  return lockAll(lock, async () => {
    const folder = await undo.getDirectoryHandle(run);
    const own = (await readChanges(workspace, folder)).filter(({ conflict }) => !conflict);
    await restoreFiles({ root: workspace, lock, recorder: noRecorder }, own).catch(console.warn);
    const left = await readChanges(workspace, folder);
    if (left.length > 0) return left.filter(({ current }) => current?.kind === 'file').length;
    await undo.removeEntry(run, { recursive: true }).catch(console.warn);
    return null;
  });
}
