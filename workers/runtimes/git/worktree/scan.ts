/**
 * Walks the working tree with one message to the engine per folder, which returns the stat data of its files.
 */
import { fatal } from '../git-context.ts';
import { join, onDisk, type Repository } from '../repository.ts';
import { isIgnored, parseIgnore, type IgnoreRule } from './ignore.ts';

export type WorkFile = { size: number; modified: number; isIgnored: boolean };

export type Worktree = {
  /**
   * By path in the repository, in NFC: tracked and untracked files, and ignored ones in folders with tracked
   * files.
   */
  files: Map<string, WorkFile>;
  /** Ignored folders without tracked files, not walked. */
  ignoredFolders: string[];
  /** Folders that are separate repositories, not walked. */
  repositories: string[];
};

type Walk = Worktree & {
  repository: Repository;
  trackedFolders: ReadonlySet<string>;
  /** Files and folders to which the walk is limited; empty: all. */
  wanted: readonly string[];
};

/** `wanted`: the files and folders to which the walk is limited; empty: all. */
export async function scanWorktree(
  repository: Repository,
  tracked: Iterable<string>,
  wanted: readonly string[] = [],
): Promise<Worktree> {
  const walk: Walk = {
    repository,
    trackedFolders: foldersOf(tracked),
    wanted: wanted.map((path) => path.normalize('NFC')),
    files: new Map(),
    ignoredFolders: [],
    repositories: [],
  };
  const rules = parseIgnore((await repository.fs.readText(`${repository.gitdir}/info/exclude`)) ?? '', '');
  await walkFolder(walk, '', rules, false);
  return walk;
}

function foldersOf(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    const composed = path.normalize('NFC');
    for (let end = composed.lastIndexOf('/'); end > 0; end = composed.lastIndexOf('/', end - 1)) {
      const folder = composed.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}

async function walkFolder(
  walk: Walk,
  folder: string,
  rules: readonly IgnoreRule[],
  isInIgnored: boolean,
): Promise<void> {
  const { repository } = walk;
  repository.context.signal.throwIfAborted();
  const entries = await repository.fs.list(onDisk(repository, folder));
  if (!entries) return;
  const strip = repository.dir === '' ? 0 : repository.dir.length + 1;
  const named = entries.map((entry) => ({ ...entry, path: entry.path.slice(strip) }));
  if (folder !== '' && named.some(({ path }) => path === `${folder}/.git`)) {
    walk.repositories.push(folder);
    return;
  }
  const own = named.some(({ path, type }) => type === 'file' && path === join(folder, '.gitignore'))
    ? await repository.fs.readText(onDisk(repository, join(folder, '.gitignore')))
    : null;
  const all = own ? [...rules, ...parseIgnore(own, folder)] : rules;
  await Promise.all(
    named.map(async ({ path, type, size, modified }) => {
      if (path === '.git' || (path.endsWith('/.git') && folder === '') || !isWanted(walk, path)) return;
      const ignored = isInIgnored || isIgnored(all, path, type === 'directory');
      if (type === 'file') walk.files.set(path, { size, modified, isIgnored: ignored });
      else if (ignored && !walk.trackedFolders.has(path)) walk.ignoredFolders.push(path);
      else await walkFolder(walk, path, all, ignored);
    }),
  );
}

/** True for wanted paths, and for the folders above and below them. */
function isWanted({ wanted }: Walk, path: string): boolean {
  return (
    wanted.length === 0 ||
    wanted.some(
      (each) => each === '' || each === path || path.startsWith(`${each}/`) || each.startsWith(`${path}/`),
    )
  );
}

/** A file of the working tree that was read; `null` for a missing one. */
export type WorkContent = { path: string; bytes: Uint8Array<ArrayBuffer> | null; file: File | null };

/** Number of files read with one message. */
const filesAtOnce = 64;

/** Reads files of the working tree in few messages; those in `known` come first and are not read again. */
export async function* readWorkFiles(
  repository: Repository,
  paths: readonly string[],
  known: ReadonlyMap<string, WorkContent> = new Map(),
): AsyncGenerator<WorkContent> {
  yield* paths.flatMap((path) => known.get(path) ?? []);
  const unknown = paths.filter((path) => !known.has(path));
  for (let at = 0; at < unknown.length; at += filesAtOnce) {
    repository.context.signal.throwIfAborted();
    const some = unknown.slice(at, at + filesAtOnce);
    const files = await repository.context.files.readMany(some.map((path) => onDisk(repository, path)));
    const contents = await Promise.all(files.map(async (file) => (file ? file.arrayBuffer() : null)));
    for (const [index, path] of some.entries()) {
      const bytes = contents[index];
      yield { path, bytes: bytes ? new Uint8Array(bytes) : null, file: files[index] ?? null };
    }
  }
}

export function outsideRepository(path: string, { dir }: Repository): Error {
  return fatal(`'${path}' is outside repository at '/workspace/${dir}'`);
}
