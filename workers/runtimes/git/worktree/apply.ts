/** Writes files of commits to the working tree, and updates the index accordingly. */
import { messageOf } from '#shared/message-of.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { GitError } from '../git-context.ts';
import { modes, type IndexEntry } from '../index-file.ts';
import { merged, onDisk, unmergedPaths, type Repository } from '../repository.ts';
import { flattenTree, type Files } from '../objects/trees.ts';
import { filesOf, compareFiles, compareWorktree, type Delta, type Side } from './compare.ts';
import { readHead } from '../refs/refs.ts';
import { findUnsafe } from './safe-path.ts';
import { refuseOverwrite } from './refuse-overwrite.ts';
import { scanWorktree } from './scan.ts';

/**
 * The new state of a path (no side: removed); `bytes` for content that is not an object, such as conflict
 * markers.
 */
export type FileWrite = { path: string; side: Side | undefined; bytes?: Uint8Array<ArrayBuffer> };

/** Maximum number of concurrent writes. */
const writesAtOnce = 8;

type Applied = {
  /** Stat data of the written files, by path. */
  stats: Map<string, Pick<IndexEntry, 'size' | 'modified'>>;
  /** A message for each file that could not be written or removed; `failed` contains their paths. */
  failures: string[];
  failed: ReadonlySet<string>;
};

/** Writes and removes files. All paths are checked before the first file is touched. */
export async function applyFiles(repository: Repository, writes: readonly FileWrite[]): Promise<Applied> {
  for (const { path } of writes) {
    const reason = findUnsafe(path);
    if (reason) throw new GitError(`error: invalid path '${path}': ${reason}. Nothing was written.`, 1);
  }
  const failures: string[] = [];
  const failed = new Set<string>();
  const attempt = async (path: string, verb: string, work: () => Promise<unknown>) => {
    repository.context.signal.throwIfAborted();
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
      failures.push(`error: unable to ${verb} file ${path}: ${messageOf(error)}`);
      failed.add(path);
    }
  };
  const removed = writes.filter(({ side, bytes }) => !side && !bytes);
  await inParallel(removed, ({ path }) => attempt(path, 'remove', () => removeFile(repository, path)));
  await removeEmptyFolders(
    repository,
    removed.map(({ path }) => path),
  );
  // Submodules are skipped: each is a separate repository, which is not fetched.
  const written = writes.filter(({ side, bytes }) => bytes ?? (side && side.mode !== modes.submodule));
  await inParallel(written, ({ path, side, bytes }) =>
    attempt(path, 'create', async () => {
      const content = bytes ?? (await repository.objects.read(side?.oid ?? '')).bytes;
      await repository.context.files.write(onDisk(repository, path), new Blob([content]));
    }),
  );
  repository.fs.forget();
  return {
    stats: await statFiles(
      repository,
      written.map(({ path }) => path),
    ),
    failures,
    failed,
  };
}

async function statFiles(
  repository: Repository,
  paths: readonly string[],
): Promise<Map<string, Pick<IndexEntry, 'size' | 'modified'>>> {
  const files = await repository.context.files.readMany(paths.map((path) => onDisk(repository, path)));
  const stats = new Map<string, Pick<IndexEntry, 'size' | 'modified'>>();
  for (const [at, path] of paths.entries()) {
    const file = files[at];
    if (file) stats.set(path, { size: file.size, modified: timeOf(file.lastModified) });
  }
  return stats;
}

export function timeOf(milliseconds: number): IndexEntry['modified'] {
  return { seconds: Math.floor(milliseconds / 1000), nanoseconds: (milliseconds % 1000) * 1e6 };
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(writesAtOnce, items.length) }, worker));
}

async function removeFile(repository: Repository, path: string): Promise<void> {
  try {
    await repository.context.files.remove(onDisk(repository, path));
  } catch (error) {
    if (!(error instanceof ToolError && error.type === 'file_not_found')) throw error;
  }
}

/** Removes folders that have become empty, as git does. */
async function removeEmptyFolders(repository: Repository, paths: readonly string[]): Promise<void> {
  const { files } = repository.context;
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  const deepestFirst = [...folders].sort((one, other) => other.length - one.length);
  for (const folder of deepestFirst) {
    const place = onDisk(repository, folder);
    try {
      if ((await files.list(place)).length === 0) await files.remove(place);
    } catch (error) {
      if (!(error instanceof ToolError)) throw error;
    }
  }
}

export function entryFor(
  path: string,
  side: Side,
  stats: Pick<IndexEntry, 'size' | 'modified'> | undefined,
  stage = 0,
): IndexEntry {
  // Without stat data, the next comparison reads the file.
  return {
    path,
    ...side,
    stage,
    flags: {},
    ...(stats ?? { size: 0, modified: { seconds: 0, nanoseconds: 0 } }),
  };
}

type Switched = { failures: string[]; carried: Delta[] };

/**
 * Sets index and working tree to `tree`. Fails if files that differ have local changes, unless `isForced`;
 * other local changes are kept. `verb` is used in the error: checkout, merge, pull.
 */
export async function switchTree(
  repository: Repository,
  tree: string,
  { isForced = false, verb = 'checkout' }: { isForced?: boolean; verb?: string } = {},
): Promise<Switched> {
  const target = await flattenTree(repository.objects, tree);
  const { entries } = await repository.index();
  if (isForced) return forceTree(repository, target, entries);
  if (unmergedPaths(entries).length > 0)
    throw new GitError(
      `${unmergedPaths(entries)
        .map((path) => `${path}: needs merge`)
        .join('\n')}\nerror: you need to resolve your current index first`,
      1,
    );
  const current = await filesOf(repository, (await readHead(repository)).oid);
  const deltas = compareFiles(current, target);
  await refuseOverwrite(repository, deltas, verb);
  const index = new Map(entries.map((entry) => [entry.path, entry]));
  // A file whose staged version equals the target needs no write, and a file that is no longer tracked must
  // not be removed.
  const writes = deltas.filter(({ path, after }) =>
    after ? index.get(path)?.oid !== after.oid : index.has(path),
  );
  const { stats, failures } = await applyFiles(
    repository,
    writes.map(({ path, after }) => ({ path, side: after })),
  );
  for (const { path, after } of deltas) {
    const before = index.get(path);
    if (!after) index.delete(path);
    else if (before?.oid !== after.oid || before.mode !== after.mode)
      index.set(path, entryFor(path, after, stats.get(path)));
  }
  repository.setIndex([...index.values()]);
  return { failures, carried: await carriedChanges(repository, target) };
}

/** The staged and unstaged changes that a switch has kept. */
async function carriedChanges(repository: Repository, target: Files): Promise<Delta[]> {
  const { entries, modified } = await repository.index();
  const worktree = await scanWorktree(
    repository,
    entries.map(({ path }) => path),
  );
  const unstaged = await compareWorktree(repository, merged(entries), modified, worktree.files);
  const staged = compareFiles(target, new Map(merged(entries).map((entry) => [entry.path, entry])));
  const paths = new Map([...staged, ...unstaged].map((delta) => [delta.path, delta]));
  return [...paths.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

async function forceTree(
  repository: Repository,
  target: Files,
  entries: readonly IndexEntry[],
): Promise<Switched> {
  const paths = new Set([...target.keys(), ...entries.map(({ path }) => path)]);
  const { modified } = await repository.index();
  const worktree = await scanWorktree(repository, paths);
  const clean = merged(entries).filter((entry) => target.get(entry.path)?.oid === entry.oid);
  const dirty = new Set(
    (await compareWorktree(repository, clean, modified, worktree.files)).map(({ path }) => path),
  );
  const kept = new Map(clean.filter(({ path }) => !dirty.has(path)).map((entry) => [entry.path, entry]));
  const { stats, failures } = await applyFiles(
    repository,
    [...paths].filter((path) => !kept.has(path)).map((path) => ({ path, side: target.get(path) })),
  );
  repository.setIndex(
    [...target].map(([path, side]) => {
      const before = kept.get(path);
      return before ? { ...before, mode: side.mode } : entryFor(path, side, stats.get(path));
    }),
  );
  return { failures, carried: [] };
}
