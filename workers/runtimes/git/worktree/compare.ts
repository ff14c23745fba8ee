/** Compares HEAD, index and working tree. */
import { objectId } from '../objects/git-object.ts';
import { readCommit, type Commit } from '../objects/commits.ts';
import { flattenTree, type Files } from '../objects/trees.ts';
import { modes, type IndexEntry } from '../index-file.ts';
import { merged, unmergedPaths, type Repository } from '../repository.ts';
import { readHead, type Head } from '../refs/refs.ts';
import { matchesAny, type Pathspec } from './pathspec.ts';
import { readWorkFiles, scanWorktree, type WorkContent, type Worktree, type WorkFile } from './scan.ts';

export type Side = { mode: number; oid: string };
/** `before` undefined: added; `after` undefined: deleted. */
export type Delta = { path: string; before: Side | undefined; after: Side | undefined };

export type Comparison = {
  head: Head;
  /** HEAD to index. */
  staged: Delta[];
  /** Index to working tree. */
  unstaged: Delta[];
  /** The conflict code by path: two letters, such as `UU`. */
  conflicts: Map<string, string>;
  untracked: string[];
  ignored: string[];
};

export async function compareAll(
  repository: Repository,
  specs: readonly Pathspec[] = [],
): Promise<Comparison> {
  const [head, { entries, modified }] = await Promise.all([readHead(repository), repository.index()]);
  const [files, worktree] = await Promise.all([
    filesOf(repository, head.oid),
    scanWorktree(
      repository,
      entries.map(({ path }) => path),
      specs.map(({ base }) => base),
    ),
  ]);
  const wanted = entries.filter(({ path }) => matchesAny(specs, path));
  const tracked = new Set(entries.map(({ path }) => path.normalize('NFC')));
  return {
    head,
    staged: compareFiles(files, indexFiles(entries)).filter(
      ({ path }) =>
        matchesAny(specs, path) && !wanted.some((entry) => entry.path === path && entry.stage > 0),
    ),
    unstaged: await compareWorktree(repository, merged(wanted), modified, worktree.files),
    conflicts: new Map(unmergedPaths(wanted).map((path) => [path, conflictCode(wanted, path)])),
    ...listUntracked(worktree, tracked, specs),
  };
}

/** The files of a commit; none if there is no commit. */
export async function filesOf({ objects }: Repository, oid: string | undefined): Promise<Files> {
  if (oid === undefined) return new Map();
  return flattenTree(objects, (await readCommit(objects, oid)).tree);
}

/** The changes of a commit compared with its first parent. */
export async function changesOf(repository: Repository, { oid, parents }: Commit): Promise<Delta[]> {
  return compareFiles(await filesOf(repository, parents[0]), await filesOf(repository, oid));
}

/** The files of a commit made from the index; a path in conflict counts with our side. */
export function indexFiles(entries: readonly IndexEntry[]): Files {
  const files: Files = new Map();
  for (const { path, mode, oid, stage, flags } of entries)
    if (!flags.intent && (stage === 0 || stage === 2)) files.set(path, { mode, oid });
  return files;
}

export function compareFiles(before: Files, after: Files): Delta[] {
  const deltas: Delta[] = [];
  for (const [path, old] of before) {
    const fresh = after.get(path);
    if (fresh?.oid !== old.oid || fresh.mode !== old.mode) deltas.push({ path, before: old, after: fresh });
  }
  for (const [path, fresh] of after)
    if (!before.has(path)) deltas.push({ path, before: undefined, after: fresh });
  return sortDeltas(deltas);
}

export function sortDeltas(deltas: Delta[]): Delta[] {
  return deltas.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * Compares index entries with the working tree. A file with the size and time of its entry is not read,
 * unless it was modified at or after the time the index was written. `onChanged` receives the content of each
 * changed file that was read.
 */
export async function compareWorktree(
  repository: Repository,
  entries: readonly IndexEntry[],
  indexModified: number,
  files: ReadonlyMap<string, WorkFile>,
  onChanged?: (content: WorkContent) => void,
): Promise<Delta[]> {
  const deltas: Delta[] = [];
  const unsure = new Map<string, IndexEntry>();
  for (const entry of entries) {
    // Skips submodules, which are separate repositories, and entries flagged to be assumed unchanged.
    if (entry.mode === modes.submodule || entry.flags.valid || entry.flags.skip) continue;
    const file = files.get(entry.path.normalize('NFC'));
    if (!file) deltas.push({ path: entry.path, before: sideOf(entry), after: undefined });
    else if (entry.flags.intent || !hasSameStats(entry, file, indexModified)) unsure.set(entry.path, entry);
  }
  for await (const content of readWorkFiles(repository, [...unsure.keys()])) {
    const entry = unsure.get(content.path);
    const delta = entry && deltaOf(entry, content);
    if (!delta) continue;
    deltas.push(delta);
    onChanged?.(content);
  }
  return sortDeltas(deltas);
}

/** Undefined if the file is equal to the index entry. */
function deltaOf(entry: IndexEntry, { path, bytes }: WorkContent): Delta | undefined {
  const oid = bytes && objectId('blob', bytes);
  const before = entry.flags.intent ? undefined : sideOf(entry);
  if (before && oid === entry.oid) return undefined;
  return { path, before, after: oid ? { mode: entry.mode, oid } : undefined };
}

function hasSameStats({ size, modified }: IndexEntry, file: WorkFile, indexModified: number): boolean {
  const milliseconds = modified.seconds * 1000 + Math.floor(modified.nanoseconds / 1e6);
  return size === file.size && milliseconds === file.modified && milliseconds < indexModified;
}

function sideOf({ mode, oid }: Side): Side {
  return { mode, oid };
}

function conflictCode(entries: readonly IndexEntry[], path: string): string {
  const stages = entries.filter((entry) => entry.path === path).map(({ stage }) => stage);
  const codes: Readonly<Record<string, string>> = {
    '1': 'DD',
    '2': 'AU',
    '3': 'UA',
    '1,2': 'UD',
    '1,3': 'DU',
    '2,3': 'AA',
  };
  return codes[stages.join(',')] ?? 'UU';
}

function listUntracked(
  { files, ignoredFolders, repositories }: Worktree,
  tracked: ReadonlySet<string>,
  specs: readonly Pathspec[],
): { untracked: string[]; ignored: string[] } {
  const others = [...files].filter(([path]) => !tracked.has(path) && matchesAny(specs, path));
  const nested = repositories
    .filter((path) => !tracked.has(path) && matchesAny(specs, path))
    .map((path) => `${path}/`);
  return {
    untracked: [...others.flatMap(([path, { isIgnored }]) => (isIgnored ? [] : [path])), ...nested].sort(),
    ignored: [
      ...others.flatMap(([path, { isIgnored }]) => (isIgnored ? [path] : [])),
      ...ignoredFolders.filter((path) => matchesAny(specs, path)).map((path) => `${path}/`),
    ].sort(),
  };
}

/** Replaces folders without tracked files by one entry, as git does. */
export function collapseFolders(paths: readonly string[], tracked: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const path of tracked) {
    const names = path.normalize('NFC').split('/');
    for (let count = 1; count < names.length; count++) folders.add(names.slice(0, count).join('/'));
  }
  const shown = new Set<string>();
  for (const path of paths) {
    const names = path.split('/');
    const depth = names.findIndex(
      (_, at) => at < names.length - 1 && !folders.has(names.slice(0, at + 1).join('/')),
    );
    shown.add(depth < 0 ? path : `${names.slice(0, depth + 1).join('/')}/`);
  }
  return [...shown].sort();
}
