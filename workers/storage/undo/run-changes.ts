/** Reads the undo folder of a run and compares it with the current workspace. */
import { gitFolderOf, type FileChange } from '#shared/runs/changes.ts';
import { inParallel } from '#shared/in-parallel.ts';
import { unifiedDiff } from '#workers/text/unified-diff.ts';
import { fromBase64 } from '#workers/text/base64.ts';
import { findEntry, type WorkspaceEntry } from '../workspace/entries.ts';
import { resolvePath } from '../workspace/path-gate.ts';
import { readSnapshot } from '../workspace/file-errors.ts';
import { isSameContent } from '../workspace/same-content.ts';
import { textOf } from '../workspace/text-of.ts';
import {
  describeState,
  foldRecords,
  isSameState,
  parseRecords,
  type PathHistory,
  type UndoRecord,
} from './undo-record.ts';
import { keptName } from './undo-recorder.ts';

/** A path whose current state differs from its state before the run. */
export type PathChange = {
  path: string;
  kind: FileChange['kind'];
  was: PathHistory['was'];
  conflict: boolean;
  /** The content before the run. */
  kept: Blob | undefined;
  current: WorkspaceEntry | undefined;
};

/**
 * If a call was killed during a change, its deadline was at most this long after it recorded the intent. A
 * file that was modified later was modified by somebody else.
 */
const killedWithinMs = 60_000;
const atOnce = 16;

/** The paths that the run changed, including folders, sorted. */
export async function readChanges(
  workspace: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
): Promise<PathChange[]> {
  const names = new Set(await Array.fromAsync(folder.keys()));
  const logs = [...names].filter((name) => name.endsWith('.jsonl'));
  const texts = await inParallel(logs, atOnce, (name) => readText(folder, name));
  const records = await inParallel(texts.flatMap(parseRecords), atOnce, async (record) =>
    (await wasBegun(record, names)) ? [record] : [],
  );
  const changes = await inParallel(foldRecords(records.flat()), atOnce, (history) =>
    compare(workspace, folder, history),
  );
  return changes.flatMap((change) => change ?? []).sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Those of the `wanted` paths whose current state is the one in which the run left them. */
export async function readLeft(
  workspace: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  wanted: ReadonlySet<string>,
): Promise<string[]> {
  const logs = (await Array.fromAsync(folder.keys())).filter((name) => name.endsWith('.jsonl'));
  const texts = await inParallel(logs, atOnce, (name) => readText(folder, name));
  const histories = foldRecords(texts.flatMap(parseRecords)).filter(({ path }) => wanted.has(path));
  const left = await inParallel(histories, atOnce, async ({ path, is }) => {
    const isLeft = is && isSameState(is, await describeState(await findEntry(workspace, resolvePath(path))));
    return isLeft ? [path] : [];
  });
  return left.flat();
}

/** A large file is copied before it is changed. If the copy is missing, the change was never made. */
async function wasBegun({ path, was, content }: UndoRecord, names: ReadonlySet<string>): Promise<boolean> {
  return was !== 'file' || content !== undefined || names.has(await keptName(path));
}

async function readText(folder: FileSystemDirectoryHandle, name: string): Promise<string> {
  // The run may still write it.
  return readSnapshot(
    () => folder.getFileHandle(name),
    (file) => file.text(),
  );
}

async function compare(
  workspace: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  history: PathHistory,
): Promise<PathChange | undefined> {
  const current = await findEntry(workspace, resolvePath(history.path));
  const kept = await openKept(folder, history);
  if (kept ? await isSameFile(kept, current) : history.was === (current?.kind ?? 'absent')) return undefined;
  return {
    path: history.path,
    kind: kindOf(history.was, current),
    was: history.was,
    conflict: await isConflict(history, current),
    kept,
    current,
  };
}

async function openKept(
  folder: FileSystemDirectoryHandle,
  { path, was, content }: PathHistory,
): Promise<Blob | undefined> {
  if (was !== 'file') return undefined;
  if (content !== undefined) return new Blob([fromBase64(content)]);
  return (await folder.getFileHandle(await keptName(path))).getFile();
}

function kindOf(was: PathHistory['was'], current: WorkspaceEntry | undefined): FileChange['kind'] {
  if (was === 'absent') return 'created';
  return current?.kind === was ? 'changed' : 'deleted';
}

async function isSameFile(kept: Blob, current: WorkspaceEntry | undefined): Promise<boolean> {
  if (current?.kind !== 'file') return false;
  return isSameContent(kept, await current.getFile());
}

async function isConflict({ is, at }: PathHistory, current: WorkspaceEntry | undefined): Promise<boolean> {
  const state = await describeState(current);
  if (is) return !isSameState(is, state);
  // `describeState` opened the file, so `modified` is set.
  return state.type === 'file' && (state.modified ?? 0) > at + killedWithinMs;
}

/**
 * The changes as the user sees them: files, folders that contain no other listed path, and each `.git` folder
 * as one entry.
 */
export async function listChanges(changes: readonly PathChange[]): Promise<FileChange[]> {
  const listed = withoutImpliedFolders(changes);
  const folders = new Set(listed.flatMap(({ path }) => gitFolderOf(path) ?? []));
  const files = await inParallel(
    listed.filter(({ path }) => !gitFolderOf(path)),
    8,
    describeChange,
  );
  return [...files, ...[...folders].map((folder) => describeGit(folder, changes))].sort((one, other) =>
    one.path < other.path ? -1 : 1,
  );
}

/**
 * The paths that `listChanges` shows, but without the slash after a folder. `among`: all changes that a
 * folder may contain.
 */
export function shownPaths(changes: readonly PathChange[], among = changes): string[] {
  const listed = new Set(withoutImpliedFolders(among));
  return [
    ...new Set(changes.filter((change) => listed.has(change)).map(({ path }) => gitFolderOf(path) ?? path)),
  ];
}

function describeGit(folder: string, changes: readonly PathChange[]): FileChange {
  const own = changes.find(({ path }) => path === folder);
  const inside = changes.filter(({ path }) => gitFolderOf(path) === folder);
  return {
    path: `${folder}/`,
    kind: own?.kind ?? 'changed',
    conflict: inside.some(({ conflict }) => conflict),
  };
}

async function describeChange(change: PathChange): Promise<FileChange> {
  const { path, kind, conflict, kept, current } = change;
  const isFolder = !kept && current?.kind !== 'file';
  if (isFolder) return { path: `${path}/`, kind, conflict };
  const [before, after] = await Promise.all([
    textOf(kept),
    textOf(current?.kind === 'file' ? await current.getFile() : undefined),
  ]);
  if (before === undefined || after === undefined) return { path, kind, conflict };
  const diff = await unifiedDiff(path, before, after);
  return diff === undefined ? { path, kind, conflict } : { path, kind, conflict, diff };
}

function withoutImpliedFolders(changes: readonly PathChange[]): PathChange[] {
  return changes.filter((change) => {
    const isFile = change.kept ?? change.current?.kind === 'file';
    return isFile || !changes.some(({ path }) => path.startsWith(`${change.path}/`));
  });
}
