/**
 * Undo: lists what runs changed, and restores it in whole or in part. An undo is recorded as a separate run.
 */
import {
  gitFolderOf,
  type ChangeCounts,
  type FileChange,
  type UndoOptions,
  type UndoReport,
} from '#shared/runs/changes.ts';
import { asId, newId, type RunId } from '#shared/ids.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { childOf } from '../workspace/entries.ts';
import { formatPath, resolvePath } from '../workspace/path-gate.ts';
import { restoreFiles } from './restore-files.ts';
import { listChanges, readChanges, readLeft, shownPaths, type PathChange } from './run-changes.ts';
import { createUndoRecorder } from './undo-recorder.ts';
import { lockAll, type WriteLock } from '../workspace/workspace-locks.ts';

export type Undo = {
  /** Runs that changed files and can be undone, newest first. */
  list(): Promise<RunId[]>;
  count(runs: readonly RunId[]): Promise<ChangeCounts>;
  changes(run: RunId): Promise<FileChange[]>;
  /** Those of the paths that are as one of these runs, oldest first, left them. */
  leftBy(runs: readonly RunId[], paths: readonly string[]): Promise<ReadonlySet<string>>;
  undo(run: RunId, paths?: readonly string[], options?: UndoOptions): Promise<UndoReport>;
};

export type UndoDeps = {
  workspace: FileSystemDirectoryHandle;
  /** The folder `/undo`, with one folder per run. */
  undo: FileSystemDirectoryHandle;
  lock: WriteLock;
};

/** Of a chat with more runs that changed files, the newest are read. */
const maxRead = 20;

export function createUndo(deps: UndoDeps): Undo {
  const { undo: folder } = deps;
  return {
    list: async () =>
      (await Array.fromAsync(folder.keys()))
        .sort()
        .reverse()
        .map((name) => asId<'run'>(name)),

    async count(runs) {
      const known = new Set(await Array.fromAsync(folder.keys()));
      const counts: ChangeCounts = {};
      for (const run of runs) {
        const changed = known.has(run) ? shownPaths(await read(deps, run)).length : 0;
        if (changed > 0) counts[run] = changed;
      }
      return counts;
    },
    async leftBy(runs, paths) {
      const known = new Set(await Array.fromAsync(folder.keys()));
      const left = new Set<string>();
      for (const run of runs
        .filter((each) => known.has(each))
        .slice(-maxRead)
        .toReversed()) {
        const wanted = new Set(paths.filter((path) => !left.has(path)));
        const entry = wanted.size > 0 ? await childOf(folder, run) : undefined;
        if (entry?.kind !== 'directory') continue;
        for (const path of await readLeft(deps.workspace, entry, wanted)) left.add(path);
      }
      return left;
    },
    changes: async (run) => listChanges(await read(deps, run)),

    // Reading and restoring share one lock; otherwise a change of a file in between would be lost.
    undo: (run, paths, options) => lockAll(deps.lock, () => undo(deps, run, paths, options)),
  };
}

async function undo(
  deps: UndoDeps,
  run: RunId,
  paths: readonly string[] | undefined,
  { force = false }: UndoOptions = {},
): Promise<UndoReport> {
  const wanted = select(await read(deps, run), paths, run);
  const conflicts = force ? [] : conflictsOf(wanted);
  const doable = wanted.filter((change) => !conflicts.includes(change));
  const own = newId('run');
  if (doable.length > 0) await restoreAs(deps, own, doable);
  return { run: own, undone: shownPaths(doable, wanted), conflicts: shownPaths(conflicts, wanted) };
}

/** A `.git` folder is restored whole or not at all. */
function conflictsOf(wanted: readonly PathChange[]): PathChange[] {
  const folders = new Set(wanted.flatMap(({ path, conflict }) => (conflict && gitFolderOf(path)) || []));
  return wanted.filter(({ path, conflict }) => conflict || folders.has(gitFolderOf(path) ?? ''));
}

async function read({ workspace, undo }: UndoDeps, run: RunId): Promise<PathChange[]> {
  const folder = await childOf(undo, run);
  return folder?.kind === 'directory' ? readChanges(workspace, folder) : [];
}

/** Restores as the run `own`, so that an undo can be undone. */
async function restoreAs(
  { workspace, undo, lock }: UndoDeps,
  own: RunId,
  changes: readonly PathChange[],
): Promise<void> {
  const recorder = createUndoRecorder(await undo.getDirectoryHandle(own, { create: true }));
  try {
    await restoreFiles({ root: workspace, lock, recorder }, changes);
  } finally {
    recorder.close();
  }
}

function select(changes: PathChange[], paths: readonly string[] | undefined, run: RunId): PathChange[] {
  if (!paths) return changes;
  const wanted = paths.map((path) => formatPath(resolvePath(path)));
  const covers = (path: string, change: string) => change === path || change.startsWith(`${path}/`);
  for (const path of wanted) {
    if (!changes.some((change) => covers(path, change.path)))
      throw new ToolError('file_not_found', `The run ${run} has no change of ${path} left to undo.`);
  }
  // This includes the parent folders: a deleted parent is restored with its files, and a new parent is
  // deleted if it is empty.
  return changes.filter((change) =>
    wanted.some((path) => covers(path, change.path) || (isFolder(change) && covers(change.path, path))),
  );
}

function isFolder({ kept, current }: PathChange): boolean {
  return !kept && current?.kind !== 'file';
}
