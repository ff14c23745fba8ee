/**
 * The workspace as a file system of the shell: all access goes through the file port, and every failure is an
 * errno.
 */
import type { FsStat, IFileSystem } from 'just-bash/browser';
import type { FileStat, ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { asUtf8, decode, encode, encodingOf } from './encodings.ts';
import { type Errno, ErrnoError, hasCode, toErrno } from './errno.ts';
import { type FileMarks, usualUmask } from './file-marks.ts';
import { baseName, resolve, toPortPath, workspaceRoot } from './paths.ts';
import { parentOf, type StatCache } from './stat-cache.ts';

/** The size of a folder, as on ext4. */
const folderBytes = 4096;

type Access = {
  files: ToolFiles;
  cache: StatCache;
  marks: FileMarks;
  /** The time of all folders, because the file port has none for them. */
  opened: Date;
};

/**
 * Paths are absolute. Metadata that the port cannot store (modes, times) is in `marks`; links are rejected.
 */
export function createWorkspaceFs(files: ToolFiles, marks: FileMarks, cache: StatCache): IFileSystem {
  const access: Access = { files, cache, marks, opened: new Date() };
  const stat = async (path: string) => shellStat(access, path, await known(access, 'stat', path));
  return {
    readFileBuffer: (path) => readBytes(access, path),
    readFile: async (path, options) => decode(await readBytes(access, path), encodingOf(options)),
    writeFile: (path, content, options) => write(access, path, encode(content, encodingOf(options))),
    appendFile: (path, content, options) => append(access, path, encode(content, encodingOf(options))),
    exists: async (path) => {
      try {
        await known(access, 'access', path);
        return true;
      } catch (error) {
        if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EINVAL')) return false;
        throw error;
      }
    },
    stat,
    lstat: stat,
    mkdir: (path, options) => makeDirectory(access, path, options?.recursive ?? false),
    readdir: async (path) => (await list(access, path)).map((each) => baseName(each.path)),
    readdirWithFileTypes: async (path) =>
      (await list(access, path)).map((each) => ({
        name: baseName(each.path),
        isFile: each.type === 'file',
        isDirectory: each.type === 'directory',
        isSymbolicLink: false,
      })),
    rm: (path, options) => remove(access, path, options),
    cp: (from, to, options) => copy(access, from, to, options?.recursive ?? false),
    mv: (from, to) => move(access, from, to),
    resolvePath: resolve,
    // Empty, because the port lists one folder at a time; the library accepts that.
    getAllPaths: () => [],
    chmod: async (path, mode) => {
      await known(access, 'chmod', path);
      marks.setMode(toPortPath(path), mode & 0o7777);
    },
    utimes: async (path, _accessed, modified) => {
      const { modified: stored } = await known(access, 'utimes', path);
      marks.setTime(toPortPath(path), { stored, shown: modified });
    },
    symlink: async (_target, path) => refuse('EPERM', 'symlink', path),
    link: async (_existing, path) => refuse('EPERM', 'link', path),
    readlink: async (path) => {
      await known(access, 'readlink', path);
      throw new ErrnoError('EINVAL', 'readlink', path);
    },
    realpath: async (path) => {
      await known(access, 'realpath', path);
      return resolve('/', path);
    },
  };
}

function refuse(code: Errno, call: string, path: string): never {
  throw new ErrnoError(code, call, path, 'files of the workspace cannot be links');
}

async function known({ files, cache }: Access, call: string, path: string): Promise<FileStat> {
  const at = toPortPath(path);
  const cached = cache.entry(at);
  if (cached) return cached;
  if (cached === null) throw new ErrnoError('ENOENT', call, path);
  try {
    const stat = await files.stat(at);
    cache.keepEntry(at, stat);
    return stat;
  } catch (error) {
    const failure = toErrno(error, call, path, 'ENOTDIR');
    if (failure.code === 'ENOENT') cache.keepEntry(at, null);
    throw failure;
  }
}

function shellStat({ marks, opened }: Access, path: string, { type, size, modified }: FileStat): FsStat {
  const at = toPortPath(path);
  const isFile = type === 'file';
  return {
    isFile,
    isDirectory: !isFile,
    isSymbolicLink: false,
    mode: marks.mode(at) ?? (isFile ? 0o644 : 0o755),
    size: isFile ? size : folderBytes,
    mtime: marks.time(at, modified) ?? (isFile ? new Date(modified) : opened),
    identity: `workspace:${at}`,
  };
}

async function list({ files, cache }: Access, path: string): Promise<FileStat[]> {
  const at = toPortPath(path);
  const cached = cache.list(at);
  if (cached) return cached;
  try {
    const stats = await files.list(at);
    cache.keepList(at, stats);
    return stats;
  } catch (error) {
    throw toErrno(error, 'scandir', path, 'ENOTDIR');
  }
}

async function readBytes(access: Access, path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await (await access.files.read(toPortPath(path))).arrayBuffer());
  } catch (error) {
    throw toErrno(error, 'open', path, 'EISDIR');
  }
}

/** Requires an existing parent folder: the port would create missing ones, but a shell does not. */
async function requireParent(access: Access, call: string, path: string): Promise<void> {
  const at = toPortPath(path);
  if (at === '.') return;
  const parent = parentOf(at);
  const folder = parent === '.' ? workspaceRoot : `${workspaceRoot}/${parent}`;
  if ((await known(access, call, folder)).type !== 'directory') throw new ErrnoError('ENOTDIR', call, path);
}

/** Runs a change of `path`; whether it succeeds or not, the path is removed from the cache. */
async function changing<T>(
  access: Access,
  call: string,
  path: string,
  otherwise: Errno,
  work: (at: string) => Promise<T>,
): Promise<T> {
  const at = toPortPath(path);
  try {
    return await work(at);
  } catch (error) {
    throw toErrno(error, call, path, otherwise);
  } finally {
    access.cache.forget(at);
  }
}

/** Whether a file is made whose mode is not the usual one. */
async function willBeNew(access: Access, path: string): Promise<boolean> {
  if (access.marks.umask === usualUmask) return false;
  return known(access, 'open', path).then(
    () => false,
    (error: unknown) => hasCode(error, 'ENOENT'),
  );
}

async function write(access: Access, path: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await requireParent(access, 'open', path);
  const isNew = await willBeNew(access, path);
  await changing(access, 'open', path, 'EISDIR', (at) =>
    access.files.write(at, typeof content === 'string' ? content : new Blob([content])),
  );
  if (isNew) access.marks.setMode(toPortPath(path), 0o666 & ~access.marks.umask);
}

async function append(
  access: Access,
  path: string,
  content: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  await requireParent(access, 'open', path);
  const text = typeof content === 'string' ? content : asUtf8(content);
  const isNew = await willBeNew(access, path);
  await changing(access, 'open', path, 'EISDIR', async (at) => {
    if (text !== undefined) return access.files.append(at, text);
    const before = (await access.files.readMany([at]))[0] ?? '';
    return access.files.write(at, new Blob([before, content]));
  });
  if (isNew) access.marks.setMode(toPortPath(path), 0o666 & ~access.marks.umask);
}

async function makeDirectory(access: Access, path: string, recursive: boolean): Promise<void> {
  if (!recursive) await requireParent(access, 'mkdir', path);
  const isNew = await changing(access, 'mkdir', path, 'EEXIST', (at) => access.files.makeDirectory(at));
  // Parent folders may be new as well.
  if (isNew && recursive) access.cache.clear();
  if (isNew && access.marks.umask !== usualUmask)
    access.marks.setMode(toPortPath(path), 0o777 & ~access.marks.umask);
  if (!isNew && !recursive) throw new ErrnoError('EEXIST', 'mkdir', path);
}

async function remove(
  access: Access,
  path: string,
  { recursive = false, force = false }: { recursive?: boolean; force?: boolean } = {},
): Promise<void> {
  const at = toPortPath(path);
  if (at === '.') throw new ErrnoError('EBUSY', 'rm', path);
  try {
    await changing(access, 'rm', path, 'ENOTEMPTY', () => access.files.remove(at, { recursive }));
    access.marks.forget(at);
  } catch (error) {
    if (!force || !hasCode(error, 'ENOENT')) throw error;
  }
}

async function copy(access: Access, from: string, to: string, recursive: boolean): Promise<void> {
  const source = await known(access, 'cp', from);
  if (source.type === 'file') return copyFile(access, from, to);
  if (!recursive) throw new ErrnoError('EISDIR', 'cp', from);
  if (to === from || to.startsWith(`${from}/`)) throw new ErrnoError('EINVAL', 'cp', to);
  await makeDirectory(access, to, true);
  for (const each of await list(access, from)) {
    const name = baseName(each.path);
    await copy(access, `${from}/${name}`, `${to}/${name}`, true);
  }
}

async function copyFile(access: Access, from: string, to: string): Promise<void> {
  await requireParent(access, 'open', to);
  // A `File` is streamed when it is written, so a large one is never in memory as a whole.
  const file = await access.files.read(toPortPath(from)).catch((error: unknown) => {
    throw toErrno(error, 'open', from, 'EISDIR');
  });
  await changing(access, 'open', to, 'EISDIR', (at) => access.files.write(at, file));
  access.marks.copyMode(toPortPath(from), toPortPath(to));
}

/** As `rename(2)`: a file replaces a file, a folder an empty folder. */
async function move(access: Access, from: string, to: string): Promise<void> {
  if (from === to) return;
  const source = await known(access, 'rename', from);
  if (to.startsWith(`${from}/`)) throw new ErrnoError('EINVAL', 'rename', to);
  await requireParent(access, 'rename', to);
  const target = await known(access, 'rename', to).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (target && target.type !== source.type)
    throw new ErrnoError(target.type === 'directory' ? 'EISDIR' : 'ENOTDIR', 'rename', to);
  if (target) await remove(access, to);
  await changing(access, 'rename', from, 'EINVAL', (at) => access.files.move(at, toPortPath(to)));
  access.cache.forget(toPortPath(to));
  access.marks.move(toPortPath(from), toPortPath(to));
}
