/** A repository opened for one operation: its files, objects, index and config. */
import { progressText } from '#shared/tools/progress-text.ts';
import type { Identity } from '#workers/contracts/ports/git-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { parseConfig, configValue, type ConfigEntry } from './config.ts';
import { fatal, GitError, type GitContext } from './git-context.ts';
import { createGitFs, type GitFs } from './git-fs.ts';
import { formatIndex, parseIndex, type IndexEntry } from './index-file.ts';
import { createObjectStore, type ObjectStore } from './objects/object-store.ts';
import { checkPack } from './objects/check-pack.ts';

export type Repository = {
  context: GitContext;
  fs: GitFs;
  objects: ObjectStore;
  /** The working tree, relative to the workspace; '' is the workspace itself. */
  dir: string;
  gitdir: string;
  /** The current folder, relative to the working tree. */
  prefix: string;
  config(): Promise<ConfigEntry[]>;
  index(): Promise<Index>;
  /** Replaces the index; it is written on flush. */
  setIndex(entries: readonly IndexEntry[]): void;
  /** Writes all changes atomically. */
  flush(): Promise<void>;
  /**
   * Runs `work` and flushes under a lock, so that no other command changes the repository meanwhile. Clears
   * the caches first.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
};

type Index = {
  entries: readonly IndexEntry[];
  /**
   * When the index was written, in milliseconds since the epoch: files modified at that time or later are
   * compared by content.
   */
  modified: number;
};

const root = '/workspace';
/** The file of `git config --global`: the shell's home folder is the workspace. */
export const globalConfig = '.gitconfig';

/** Converts a path of the shell (absolute, or relative to `cwd`) to one relative to the workspace. */
export function inWorkspace(path: string, cwd = ''): string {
  const isAbsolute = path.startsWith('/');
  if (isAbsolute && path !== root && !path.startsWith(`${root}/`))
    throw fatal(`'${path}' is outside ${root}: git works on files of the workspace only`);
  const whole = isAbsolute ? path.slice(root.length) : `${cwd}/${path}`;
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '..' && names.length === 0)
      throw fatal(`'${path}' is outside ${root}: git works on files of the workspace only`);
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names.join('/').normalize('NFC');
}

/** Opens the repository that contains `cwd`. */
export async function openRepository(context: GitContext, cwd: string): Promise<Repository> {
  const start = inWorkspace(cwd);
  const { entry, dir } = await findRepository(context, start);
  const gitdir = join(dir, '.git');
  const prefix = start.slice(dir === '' ? 0 : dir.length + 1);
  if (entry === 'directory') return checkFormat(createRepository(context, dir, gitdir, prefix));
  const link = await (await context.files.read(gitdir)).text();
  const target = /^gitdir: (.+?)\s*$/.exec(link)?.[1];
  if (!target) throw fatal(`invalid gitfile format: ${gitdir}`);
  return checkFormat(createRepository(context, dir, inWorkspace(target, dir), prefix));
}

/** Files with which a repository uses another folder: that of another worktree, or objects kept elsewhere. */
const shared = ['commondir', 'objects/info/alternates', 'objects/info/http-alternates'];

/** Rejects repository formats that this implementation would misread. */
async function checkFormat(repository: Repository): Promise<Repository> {
  const { fs, gitdir } = repository;
  for (const name of shared)
    if ((await fs.readText(`${gitdir}/${name}`))?.trim())
      throw fatal(
        `this repository shares data with another by ${gitdir}/${name}, which this git cannot follow. Make a full clone of it with git on a computer`,
      );
  const config = await repository.config();
  const unreadable = config.find(
    ({ key, value }) =>
      (key === 'extensions.objectformat' && value !== 'sha1') ||
      (key === 'extensions.refstorage' && value !== 'files') ||
      (key === 'core.bare' && value === 'true'),
  );
  if (!unreadable) return repository;
  throw fatal(
    `this repository has ${unreadable.key} = ${unreadable.value}, which this git cannot work on. Make a clone of it with git on a computer, with SHA-1 objects, references in files and a working tree`,
  );
}

async function findRepository(
  { files }: GitContext,
  start: string,
): Promise<{ dir: string; entry: 'file' | 'directory' }> {
  for (let dir = start; ; dir = dir.includes('/') ? dir.slice(0, dir.lastIndexOf('/')) : '') {
    const entry = await statOf(files, join(dir, '.git'));
    if (entry) return { dir, entry };
    if (dir === '') break;
  }
  throw fatal('not a git repository (or any of the parent directories): .git');
}

async function statOf(files: GitContext['files'], path: string): Promise<'file' | 'directory' | undefined> {
  try {
    return (await files.stat(path)).type;
  } catch (error) {
    if (error instanceof ToolError && error.type !== 'path_not_allowed') return undefined;
    throw error;
  }
}

export function createRepository(
  context: GitContext,
  dir: string,
  gitdir: string,
  prefix: string,
): Repository {
  const fs = createGitFs(context.files, checkPack);
  const objects = createObjectStore(fs, gitdir);
  let index: Promise<Index> | undefined;
  async function flush(): Promise<void> {
    context.signal.throwIfAborted();
    await objects.flush();
    await fs.flush();
  }
  return {
    context,
    fs,
    objects,
    dir,
    gitdir,
    prefix,
    config: async () => [
      ...parseConfig((await fs.readText(globalConfig)) ?? ''),
      ...parseConfig((await fs.readText(`${gitdir}/config`)) ?? ''),
      ...(context.overrides ?? []),
    ],
    index: () => (index ??= loadIndex(fs, `${gitdir}/index`)),
    setIndex(entries) {
      index = Promise.resolve({ entries, modified: Date.now() });
      fs.write(`${gitdir}/index`, formatIndex(entries));
    },
    flush,
    alone: (work) =>
      withRepositoryLock(context, gitdir, async () => {
        fs.forget();
        index = undefined;
        const result = await work();
        await flush();
        return result;
      }),
  };
}

/** Changes the text of the repository's config. */
export async function editConfig(
  { fs, gitdir }: Repository,
  change: (text: string) => string,
): Promise<void> {
  fs.write(`${gitdir}/config`, change((await fs.readText(`${gitdir}/config`)) ?? ''));
}

/** Milliseconds after which the card shows that a command waits for the lock. */
const noticeAfter = 1_000;

/**
 * Runs `work` under the lock of the repository, which commands of any call hold while they change it. Rejects
 * if the call is stopped while it waits.
 */
function withRepositoryLock<T>(context: GitContext, gitdir: string, work: () => Promise<T>): Promise<T> {
  const { files, signal, progress } = context;
  const folder = `/${join('workspace', gitdir)}`;
  const notice = setTimeout(() => progress(progressText({ type: 'git-waiting', folder })), noticeAfter);
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      const type = signal.reason instanceof ToolError ? signal.reason.type : 'timeout';
      reject(
        new ToolError(
          type,
          `fatal: Unable to lock ${folder}: another git command is changing ${folder}, in the terminal, a background process or another call. Nothing was changed. Wait for it to end, or stop it, and run this again.`,
        ),
      );
    };
    signal.addEventListener('abort', giveUp, { once: true });
    files
      .hold(gitdir, async () => {
        clearTimeout(notice);
        signal.removeEventListener('abort', giveUp);
        signal.throwIfAborted();
        return work();
      })
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(notice);
        signal.removeEventListener('abort', giveUp);
      });
  });
}

async function loadIndex(fs: GitFs, path: string): Promise<Index> {
  const bytes = await fs.read(path);
  if (!bytes) return { entries: [], modified: 0 };
  return { entries: parseIndex(bytes), modified: (await fs.modified(path)) ?? 0 };
}

export function join(dir: string, path: string): string {
  if (dir === '') return path;
  return path === '' ? dir : `${dir}/${path}`;
}

/** Converts a path in the repository to a workspace path, whose names are in composed form (NFC). */
export function onDisk({ dir }: Repository, path: string): string {
  return join(dir, path).normalize('NFC');
}

/** The entries that are not in conflict. */
export function merged(entries: readonly IndexEntry[]): IndexEntry[] {
  return entries.filter(({ stage }) => stage === 0);
}

/** The paths that are in conflict, in index order. */
export function unmergedPaths(entries: readonly IndexEntry[]): string[] {
  return [...new Set(entries.filter(({ stage }) => stage > 0).map(({ path }) => path))];
}

/** The author of commits; undefined if none is configured. */
export async function findIdentity(repository: Repository): Promise<Identity | undefined> {
  const config = await repository.config();
  const [ownName, ownEmail] = [configValue(config, 'user.name'), configValue(config, 'user.email')];
  const author = ownName && ownEmail ? undefined : await repository.context.author?.();
  const [name, email] = [ownName ?? author?.name, ownEmail ?? author?.email];
  return name && email ? { name, email } : undefined;
}

export async function requireIdentity(repository: Repository): Promise<Identity> {
  const identity = await findIdentity(repository);
  if (identity) return identity;
  throw new GitError(
    `Author identity unknown

*** Please tell me who you are.

Set your name and email for all repositories under Settings > Git, or for this one with

  git config user.name "Your Name"
  git config user.email "you@example.com"

fatal: unable to auto-detect email address`,
  );
}
