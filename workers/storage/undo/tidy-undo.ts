/** Deletes undo records older than thirty days, and the oldest ones beyond a fifth of the storage quota. */
import { walkEntries } from '../workspace/entries.ts';

const keptMs = 30 * 24 * 60 * 60 * 1000;

export type TidyOptions = { now: number; quota: number };

export async function tidyUndo(undo: FileSystemDirectoryHandle, { now, quota }: TidyOptions): Promise<void> {
  // Run ids begin with the time, so they sort by age.
  const newestFirst = (await Array.fromAsync(undo.values()))
    .filter((entry) => entry.kind === 'directory')
    .sort((one, other) => (one.name < other.name ? 1 : -1));
  let left = quota / 5;
  for (const run of newestFirst) {
    left -= await sizeOf(run);
    // The newest record is kept whatever its size, because its run may still be active.
    const isOver = left < 0 && run !== newestFirst[0];
    if (isOver || now - timeOf(run.name) > keptMs) await undo.removeEntry(run.name, { recursive: true });
  }
}

/** The time that `newId` puts into a run id, in base 36; 0 for any other name. */
function timeOf(name: string): number {
  const time = /^run_([0-9a-z]{9})/.exec(name)?.[1];
  return time ? parseInt(time, 36) : 0;
}

async function sizeOf(folder: FileSystemDirectoryHandle): Promise<number> {
  let bytes = 0;
  for await (const { entry } of walkEntries(folder, []))
    if (entry.kind === 'file') bytes += (await entry.getFile()).size;
  return bytes;
}
