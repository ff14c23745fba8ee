/**
 * The file system of one git operation, based on the file port. Reads are cached; writes are buffered until
 * `flush`, which applies them atomically, so a killed operation leaves the repository unchanged.
 */
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { FileChange, FileStat, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import type { PromiseFsClient } from './library.ts';
import { encode, type Bytes } from './bytes.ts';

export type GitFs = {
  /** Returns null if there is no such file. */
  read(path: string): Promise<Bytes | null>;
  /** Like `read`, decoded as UTF-8. */
  readText(path: string): Promise<string | null>;
  /** Sorted by name, including buffered writes; null if there is no such folder. */
  list(path: string): Promise<FileStat[] | null>;
  /** Modification time in milliseconds since the epoch. */
  modified(path: string): Promise<number | undefined>;
  write(path: string, content: string | Uint8Array): void;
  remove(path: string): void;
  makeDirectory(path: string): void;
  flush(): Promise<void>;
  /** Clears the read cache, because files were changed by other means. */
  forget(): void;
  /** The `fs` option of isomorphic-git. */
  client: PromiseFsClient;
};

/** `checkPack` is called with a packfile before it is written, and throws if it must not be read. */
export function createGitFs(files: ToolFiles, checkPack: (pack: Uint8Array) => void): GitFs {
  const pending: Pending = { files: new Map(), folders: new Set() };
  const cache = createCache(files);

  async function read(path: string): Promise<Bytes | null> {
    const kept = pending.files.get(path);
    return kept === undefined ? cache.read(path) : kept;
  }
  async function list(path: string): Promise<FileStat[] | null> {
    const stored = await cache.list(path);
    const added = pendingBelow(path, pending);
    if (!stored && added.size === 0 && !pending.folders.has(path)) return null;
    const entries = new Map((stored ?? []).map((entry) => [entry.path, entry]));
    for (const [child, entry] of added) {
      if (entry) entries.set(child, entry);
      else entries.delete(child);
    }
    return [...entries.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }
  const fs: Omit<GitFs, 'client'> = {
    read,
    async readText(path) {
      const bytes = await read(path);
      return bytes && new TextDecoder().decode(bytes);
    },
    list,
    async modified(path) {
      await read(path);
      return cache.modified(path);
    },
    write(path, content) {
      const bytes = typeof content === 'string' ? encode(content) : new Uint8Array(content);
      if (path.endsWith('.pack')) checkPack(bytes);
      pending.files.set(path, bytes);
    },
    remove: (path) => void pending.files.set(path, null),
    makeDirectory: (path) => void pending.folders.add(path),
    async flush() {
      await writePending(files, pending);
      cache.forget();
    },
    forget: () => cache.forget(),
  };
  return { ...fs, client: { promises: promisesOver(fs) } };
}

/** Buffered writes; `null` marks a file to remove. */
type Pending = { files: Map<string, Bytes | null>; folders: Set<string> };

async function writePending(files: ToolFiles, pending: Pending): Promise<void> {
  for (const path of pending.folders) await files.makeDirectory(path);
  const changes = [...pending.files].map(([path, content]): FileChange =>
    content ? { type: 'write', path, content: new Blob([content]) } : { type: 'remove', path },
  );
  const paths = changes.map(({ path }) => path);
  if (changes.length > 0) await files.change(paths, () => Promise.resolve(changes));
  pending.files.clear();
  pending.folders.clear();
}

type Cache = {
  read(path: string): Promise<Bytes | null>;
  list(path: string): Promise<FileStat[] | null>;
  modified(path: string): number | undefined;
  forget(): void;
};

const looseObject = /^((.*\/objects)\/[0-9a-f]{2})\/[0-9a-f]{38}$/;

function createCache(files: ToolFiles): Cache {
  const contents = new Map<string, Promise<Bytes | null>>();
  const lists = new Map<string, Promise<FileStat[] | null>>();
  const modifiedAt = new Map<string, number>();
  const list = (path: string) =>
    remembered(lists, path, () => unlessMissing(files.list(path === '' ? '.' : path)));
  /**
   * True if a loose object does not exist because its folder does not. Most objects are packed, so one
   * listing of `objects` saves a message per object.
   */
  async function isSurelyAbsent(path: string): Promise<boolean> {
    const [, folder, objects] = looseObject.exec(path) ?? [];
    if (folder === undefined || objects === undefined) return false;
    return !(await list(objects))?.some((entry) => entry.path === folder);
  }
  async function load(path: string): Promise<Bytes | null> {
    if (await isSurelyAbsent(path)) return null;
    const [file] = await files.readMany([path]);
    if (!file) return null;
    modifiedAt.set(path, file.lastModified);
    return new Uint8Array(await file.arrayBuffer());
  }
  function remembered<T>(known: Map<string, T>, path: string, get: () => T): T {
    const value = known.get(path) ?? get();
    known.set(path, value);
    return value;
  }
  return {
    read: (path) => remembered(contents, path, () => load(path)),
    list,
    modified: (path) => modifiedAt.get(path),
    forget() {
      contents.clear();
      lists.clear();
    },
  };
}

/** The entries of a folder that buffered writes change; `undefined` for a removed file. */
function pendingBelow(path: string, { files, folders }: Pending): Map<string, FileStat | undefined> {
  const prefix = path === '' ? '' : `${path}/`;
  const added = new Map<string, FileStat | undefined>();
  const addFolder = (name: string) =>
    added.set(prefix + name, { path: prefix + name, type: 'directory', size: 0, modified: 0 });
  for (const each of folders)
    if (each.startsWith(prefix) && each !== path) addFolder(each.slice(prefix.length).split('/')[0] ?? '');
  for (const [each, content] of files) {
    if (!each.startsWith(prefix)) continue;
    const [name = '', ...below] = each.slice(prefix.length).split('/');
    if (below.length > 0 && content) addFolder(name);
    else if (below.length === 0)
      added.set(each, content ? { path: each, type: 'file', size: content.length, modified: 0 } : undefined);
  }
  return added;
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    // `validation_error`: the path is a file instead of a folder, or vice versa.
    if (error instanceof ToolError && ['file_not_found', 'validation_error'].includes(error.type))
      return null;
    throw error;
  }
}

/** An error with a `code`, by which isomorphic-git classifies failures. */
function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}

function promisesOver(fs: Omit<GitFs, 'client'>): PromiseFsClient['promises'] {
  const normal = (path: string) => path.replace(/^\.\//, '').replace(/\/+$/, '');
  async function stat(path: string) {
    const at = normal(path);
    const parent = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    if (at === '' || at === '.') return statsOf('dir', 0, 0);
    const entry = (await fs.list(parent))?.find((each) => each.path === at);
    if (!entry) throw failure('ENOENT', path);
    return statsOf(entry.type === 'file' ? 'file' : 'dir', entry.size, entry.modified);
  }
  return {
    async readFile(path?: string, options?: { encoding?: string } | string) {
      // isomorphic-git calls this without a path to test whether it returns a promise.
      if (path === undefined) throw failure('ENOENT', '');
      const bytes = await fs.read(normal(path));
      if (!bytes) throw failure('ENOENT', path);
      const encoding = typeof options === 'string' ? options : options?.encoding;
      return encoding ? new TextDecoder().decode(bytes) : bytes;
    },
    writeFile: async (path: string, content: Uint8Array | string) => fs.write(normal(path), content),
    async unlink(path: string) {
      if (!(await fs.read(normal(path)))) throw failure('ENOENT', path);
      fs.remove(normal(path));
    },
    async readdir(path: string) {
      const entries = await fs.list(normal(path));
      if (entries) return entries.map((entry) => entry.path.slice(entry.path.lastIndexOf('/') + 1));
      throw failure((await fs.read(normal(path))) ? 'ENOTDIR' : 'ENOENT', path);
    },
    async mkdir(path: string) {
      if (await fs.list(normal(path))) throw failure('EEXIST', path);
      fs.makeDirectory(normal(path));
    },
    // Does nothing: git ignores empty folders, so they may stay.
    rmdir: async () => undefined,
    stat,
    lstat: stat,
    async readlink(path: string) {
      throw failure('EINVAL', path);
    },
    // The file port has no symbolic links; the link's target becomes the content of a file, as in git with
    // `core.symlinks=false`.
    symlink: async (target: string, path: string) => fs.write(normal(path), target),
  };
}

function statsOf(type: 'file' | 'dir', size: number, modified: number) {
  return {
    type,
    mode: type === 'file' ? 0o100644 : 0o040000,
    size,
    mtimeMs: modified,
    ctimeMs: modified,
    ino: 0,
    dev: 0,
    uid: 0,
    gid: 0,
    isFile: () => type === 'file',
    isDirectory: () => type === 'dir',
    isSymbolicLink: () => false,
  };
}
