/** Takes back what an import has put in that failed; unrecorded, because a record needs the room that may be missing. */
import type { RunId } from '#shared/ids.ts';
import { restoreFiles } from '#workers/storage/undo/restore-files.ts';
import { readChanges } from '#workers/storage/undo/run-changes.ts';
import type { UndoPorts } from '#workers/storage/undo/undo.ts';
import { noRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { lockAll } from '#workers/storage/workspace/workspace-locks.ts';

/** How many files stay: those that others have changed since, or that would not go; null where nothing is left at all. */
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
