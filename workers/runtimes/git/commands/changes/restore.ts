/** `git restore`, and `git checkout` with paths: restores files from a commit or the index. */
import { short } from '../../diff/patch.ts';
import { fatal, GitError, usage } from '../../git-context.ts';
import type { IndexEntry } from '../../index-file.ts';
import { emptyTree } from '../../objects/git-object.ts';
import { flattenTree, type Files } from '../../objects/trees.ts';
import { readHead } from '../../refs/refs.ts';
import { findRevision, peel } from '../../refs/revisions.ts';
import { merged, type Repository } from '../../repository.ts';
import { applyFiles, entryFor } from '../../worktree/apply.ts';
import { compareWorktree, indexFiles } from '../../worktree/compare.ts';
import { matchesAny, parsePathspecs, type Pathspec } from '../../worktree/pathspec.ts';
import { scanWorktree } from '../../worktree/scan.ts';
import { parseOptions } from '../options.ts';
import { changing, type Output } from '../subcommand.ts';

export const restore = changing(async (repository, args): Promise<Output> => {
  const options = parseOptions(args, {
    staged: { short: 'S' },
    worktree: { short: 'W' },
    source: { short: 's', takes: 'value' },
    ours: {},
    theirs: {},
    quiet: { short: 'q' },
  });
  const paths = [...options.rest, ...(options.paths ?? [])];
  if (paths.length === 0) throw fatal('you must specify path(s) to restore');
  if (options.has('ours') || options.has('theirs'))
    return { ...(await restoreSide(repository, paths, options.has('ours') ? 2 : 3)), stderr: '' };
  const source = options.value('source');
  const done = await restorePaths(repository, paths, {
    source: source ?? (options.has('staged') ? 'HEAD' : undefined),
    isStaged: options.has('staged'),
    isWorktree: options.has('worktree') || !options.has('staged'),
    isOverlay: false,
  });
  return { ...done, stderr: done.exitCode ? (done.stderr ?? '') : '' };
});

type RestoreOptions = {
  /** A revision; undefined for the index. */
  source?: string | undefined;
  isStaged?: boolean;
  isWorktree?: boolean;
  /** Keeps tracked files that the source does not have, as `checkout <tree> -- folder` does. */
  isOverlay?: boolean;
};

/** `checkout <tree> -- paths` changes index and working tree; without a tree, only the working tree. */
export async function restorePaths(
  repository: Repository,
  texts: readonly string[],
  { source, isStaged = source !== undefined, isWorktree = true, isOverlay = true }: RestoreOptions,
): Promise<Output> {
  const specs = parsePathspecs(repository, texts);
  if (specs.length === 0) throw usage('no path was given');
  const { entries } = await repository.index();
  const files = await sourceFiles(repository, source, specs);
  const wanted = [...files].filter(([path]) => matchesAny(specs, path));
  // What `checkout <tree> -- path` names must be in the tree.
  const isTreeOnly = isOverlay && source !== undefined;
  const known = [...files.keys(), ...(isTreeOnly ? [] : entries.map(({ path }) => path))];
  for (const spec of specs)
    if (!known.some((path) => spec.matches(path)))
      throw new GitError(`error: pathspec '${spec.text}' did not match any file(s) known to git`, 1);
  const kept = await unchangedEntries(repository, files, specs);
  const writes = isWorktree ? wanted.filter(([path]) => !kept.has(path)) : [];
  const paths = isOverlay ? [] : [...new Set(entries.map(({ path }) => path))];
  const gone = new Set(paths.filter((path) => !files.has(path) && matchesAny(specs, path)));
  const { stats, failures, failed } = await applyFiles(repository, [
    ...writes.map(([path, side]) => ({ path, side })),
    ...(isWorktree ? [...gone].map((path) => ({ path, side: undefined })) : []),
  ]);
  const restored = wanted
    .filter(([path]) => isStaged || stats.has(path))
    .map(([path, side]) => kept.get(path) ?? entryFor(path, side, stats.get(path)));
  const isGone = (path: string) => isStaged && gone.has(path) && !failed.has(path);
  writeRestored(repository, entries, { restored, isStaged, isGone, specs });
  const from = source === undefined ? 'the index' : short(await sourceTree(repository, source));
  return report(writes.length, from, failures);
}

function report(count: number, from: string, failures: readonly string[]): Output {
  const paths = `${count} path${count === 1 ? '' : 's'}`;
  return {
    stderr: [...failures, `Updated ${paths} from ${from}\n`].join('\n'),
    exitCode: failures.length > 0 ? 1 : 0,
  };
}

/** Index entries that equal the source and are unchanged in the working tree. */
async function unchangedEntries(
  repository: Repository,
  files: Files,
  specs: readonly Pathspec[],
): Promise<Map<string, IndexEntry>> {
  const { entries, modified } = await repository.index();
  const same = merged(entries).filter(
    ({ path, oid }) => files.get(path)?.oid === oid && matchesAny(specs, path),
  );
  const bases = specs.map(({ base }) => base);
  const worktree = await scanWorktree(repository, [...files.keys()], bases);
  const deltas = await compareWorktree(repository, same, modified, worktree.files);
  const dirty = new Set(deltas.map(({ path }) => path));
  return new Map(same.filter(({ path }) => !dirty.has(path)).map((entry) => [entry.path, entry]));
}

type Restored = {
  restored: readonly IndexEntry[];
  isStaged: boolean;
  isGone(path: string): boolean;
  specs: readonly Pathspec[];
};

/** Updates the index; a conflict stays until its path is staged. */
function writeRestored(
  repository: Repository,
  entries: readonly IndexEntry[],
  { restored, isStaged, isGone, specs }: Restored,
): void {
  const index = new Map(merged(entries).map((entry) => [entry.path, entry]));
  for (const path of [...index.keys()]) if (isGone(path)) index.delete(path);
  for (const entry of restored) index.set(entry.path, entry);
  const conflicts = entries.filter(({ stage, path }) => stage > 0 && !(isStaged && matchesAny(specs, path)));
  const open = new Set(conflicts.map(({ path }) => path));
  repository.setIndex([...[...index.values()].filter(({ path }) => !open.has(path)), ...conflicts]);
}

async function sourceFiles(
  repository: Repository,
  source: string | undefined,
  specs: readonly Pathspec[],
): Promise<Files> {
  const { entries } = await repository.index();
  if (source !== undefined) {
    return flattenTree(repository.objects, await sourceTree(repository, source));
  }
  const unmerged = entries.find(({ path, stage }) => stage > 0 && matchesAny(specs, path));
  if (unmerged)
    throw new GitError(
      `error: path '${unmerged.path}' is unmerged\nhint: take one side with 'git checkout --ours' or '--theirs', or edit the file and 'git add' it`,
      1,
    );
  return indexFiles(entries);
}

async function sourceTree(repository: Repository, source: string): Promise<string> {
  const head = await readHead(repository);
  if (source === 'HEAD' && !head.oid) return emptyTree;
  const oid = await findRevision(repository, source);
  if (!oid) throw fatal(`could not resolve ${source}`);
  return peel(repository, oid, 'tree');
}

/** Restores files in conflict from our side (2) or their side (3). */
export async function restoreSide(
  repository: Repository,
  texts: readonly string[],
  side: 2 | 3,
): Promise<Output> {
  const specs = parsePathspecs(repository, texts);
  const { entries } = await repository.index();
  const wanted = entries.filter(
    ({ path, stage }) => stage > 0 && specs.length > 0 && matchesAny(specs, path),
  );
  const paths = [...new Set(wanted.map(({ path }) => path))];
  const chosen = wanted.filter(({ stage }) => stage === side);
  const missing = paths.find((path) => !chosen.some((entry) => entry.path === path));
  if (missing !== undefined)
    throw new GitError(`error: path '${missing}' does not have ${side === 2 ? 'our' : 'their'} version`, 1);
  const { failures } = await applyFiles(
    repository,
    chosen.map(({ path, mode, oid }) => ({ path, side: { mode, oid } })),
  );
  return report(chosen.length, 'the index', failures);
}

/**
 * Sets the index entries to those of a tree without touching files; stat data of unchanged entries are kept.
 */
export async function readTreeIntoIndex(
  repository: Repository,
  tree: string,
  specs: readonly Pathspec[],
): Promise<void> {
  const { entries } = await repository.index();
  const files = await flattenTree(repository.objects, tree);
  const before = new Map(merged(entries).map((entry) => [entry.path, entry]));
  const others = entries.filter(({ path }) => !matchesAny(specs, path));
  const taken = [...files].flatMap(([path, side]) => {
    if (!matchesAny(specs, path)) return [];
    const entry = before.get(path);
    return [entry?.oid === side.oid ? { ...entry, mode: side.mode } : entryFor(path, side, undefined)];
  });
  repository.setIndex([...others, ...taken]);
}
