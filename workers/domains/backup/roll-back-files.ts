/** Rolls back the files of an import. Records no undo data: storage may be full. */
import type { RunId } from '#shared/ids.ts';
import { restoreFiles } from '#workers/storage/undo/restore-files.ts';
import { readChanges } from '#workers/storage/undo/run-changes.ts';
import type { UndoDeps } from '#workers/storage/undo/undo.ts';
import { noRecorder } from '#workers/storage/workspace/change-recorder.ts';
import { childOf } from '#workers/storage/workspace/entries.ts';
import { lockAll } from '#workers/storage/workspace/workspace-locks.ts';

/** Resolves to how many files stay: changed since. Throws if others could not be rolled back. */
export function rollBackFiles({ workspace, undo, lock }: UndoDeps, run: RunId): Promise<number> {
  return lockAll(lock, async () => {
    const folder = await childOf(undo, run);
    // The import had no files, or their records have expired.
    if (folder?.kind !== 'directory') return 0;
    const own = (await readChanges(workspace, folder)).filter(({ conflict }) => !conflict);
    await restoreFiles({ root: workspace, lock, recorder: noRecorder }, own);
    const left = await readChanges(workspace, folder);
    // Otherwise the undo record stays, so that the user can still undo the rest.
    if (left.length === 0) await undo.removeEntry(run, { recursive: true }).catch(console.warn);
    return left.filter(({ current }) => current?.kind === 'file').length;
  });
}
