/** Undo: what runs changed, and the way back, whole or in part; the way back is recorded as a run of its own. */
import type { ChangeCounts, FileChange, UndoOptions, UndoReport } from '../../src/shared/changes.ts';
import { asId, newId, type RunId } from '../../src/shared/ids.ts';
import { ToolError } from '../tools/tool.ts';
import { isName } from './file-errors.ts';
import type { FilePort } from './file-port.ts';
import { formatPath, resolvePath } from './path-gate.ts';
import { describeChange, readChanges, withoutImpliedFolders, type PathChange } from './run-changes.ts';
import { createUndoRecorder } from './undo-recorder.ts';
import { createWorkspace } from './workspace.ts';
import type { WriteLock } from './workspace-locks.ts';

export type Undo = {
  /** Runs that changed files and can be undone, newest first. */
  list(): Promise<RunId[]>;
  /** Where the calls of a run keep what they change. */
  open(run: RunId): Promise<FileSystemDirectoryHandle>;
  count(runs: readonly RunId[]): Promise<ChangeCounts>;
  changes(run: RunId): Promise<FileChange[]>;
  undo(run: RunId, paths?: readonly string[], options?: UndoOptions): Promise<UndoReport>;
};

export type UndoPorts = {
  workspace: FileSystemDirectoryHandle;
  /** The folder `/undo`, with one folder per run. */
  undo: FileSystemDirectoryHandle;
  lock: WriteLock;
};

export function createUndo({ workspace, undo: folder, lock }: UndoPorts): Undo {
  const open = (run: RunId) => folder.getDirectoryHandle(run, { create: true });

  async function read(run: RunId): Promise<PathChange[]> {
    try {
      return await readChanges(workspace, await folder.getDirectoryHandle(run));
    } catch (error) {
      if (isName(error, 'NotFoundError')) return [];
      throw error;
    }
  }

  async function restoreAs(own: RunId, changes: readonly PathChange[]): Promise<void> {
    const recorder = createUndoRecorder(await open(own));
    try {
      await restore(createWorkspace(workspace, lock, recorder), changes);
    } finally {
      recorder.close();
    }
  }

  return {
    open,
    list: async () =>
      (await Array.fromAsync(folder.keys()))
        .sort()
        .reverse()
        .map((name) => asId<'run'>(name)),

    async count(runs) {
      const known = new Set(await Array.fromAsync(folder.keys()));
      const counts: ChangeCounts = {};
      for (const run of runs) {
        const changed = known.has(run) ? withoutImpliedFolders(await read(run)).length : 0;
        if (changed > 0) counts[run] = changed;
      }
      return counts;
    },

    async changes(run) {
      return Promise.all(withoutImpliedFolders(await read(run)).map(describeChange));
    },

    async undo(run, paths, { force = false } = {}) {
      const wanted = select(await read(run), paths, run);
      const conflicts = force ? [] : wanted.filter(({ conflict }) => conflict);
      const doable = wanted.filter((change) => !conflicts.includes(change));
      const own = newId('run');
      if (doable.length > 0) await restoreAs(own, doable);
      const shown = new Set(withoutImpliedFolders(wanted));
      const pathsOf = (changes: readonly PathChange[]) =>
        changes.filter((change) => shown.has(change)).map(({ path }) => path);
      return { run: own, undone: pathsOf(doable), conflicts: pathsOf(conflicts) };
    },
  };
}

function select(changes: PathChange[], paths: readonly string[] | undefined, run: RunId): PathChange[] {
  if (!paths) return changes;
  const wanted = paths.map((path) => formatPath(resolvePath(path)));
  const covers = (path: string, change: string) => change === path || change.startsWith(`${path}/`);
  for (const path of wanted) {
    if (!changes.some((change) => covers(path, change.path)))
      throw new ToolError('file_not_found', `The run ${run} has no change of ${path} left to undo.`);
  }
  // A deleted folder comes back with what is put back into it; a new one goes when it is empty.
  return changes.filter((change) =>
    wanted.some((path) => covers(path, change.path) || (isFolder(change) && covers(change.path, path))),
  );
}

function isFolder({ kept, current }: PathChange): boolean {
  return !kept && current?.kind !== 'file';
}

/** New files go first, then new folders from below; then old folders come back from above, and old files at last. */
async function restore(files: FilePort, changes: readonly PathChange[]): Promise<void> {
  const upwards = changes.toReversed();
  for (const { path, was, current } of upwards)
    if (current?.kind === 'file' && was !== 'file') await files.remove(path);
  for (const { path, was, current } of upwards)
    if (current?.kind === 'directory' && was !== 'directory') await removeIfEmpty(files, path);
  for (const { path, was } of changes) if (was === 'directory') await files.makeDirectory(path);
  for (const { path, kept } of changes) if (kept) await files.write(path, kept);
}

/** What the user has put into a new folder meanwhile keeps it alive. */
async function removeIfEmpty(files: FilePort, path: string): Promise<void> {
  if ((await files.list(path)).length === 0) await files.remove(path);
}
