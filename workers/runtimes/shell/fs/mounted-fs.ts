/**
 * The shell's complete file tree: the workspace at /workspace, everything else (/tmp, /dev, /bin) in memory.
 * The library's own MountableFs reports paths relative to the mount in errors, and prevents the library from
 * adding its commands to /bin.
 */
import { type IFileSystem, InMemoryFs } from 'just-bash/browser';
import { ErrnoError } from './errno.ts';
import { isInWorkspace, resolve, workspaceRoot } from './paths.ts';

/** With the synchronous methods with which the library fills /bin, /dev and /proc. */
export type MountedFs = IFileSystem & Pick<InMemoryFs, 'mkdirSync' | 'writeFileSync' | 'writeFileLazy'>;

/** Maximum bytes of all files in memory, which the worker shares with its interpreters. */
const memoryBytes = 128 * 1024 * 1024;

export function createMemory(): InMemoryFs {
  const memory = new InMemoryFs(undefined, { maxTotalBytes: memoryBytes });
  memory.mkdirSync(workspaceRoot);
  memory.mkdirSync('/tmp');
  return memory;
}

export function createMountedFs(workspace: IFileSystem, memory: InMemoryFs): MountedFs {
  const at = (path: string): IFileSystem => (isInWorkspace(resolve('/', path)) ? workspace : memory);
  const on = <Rest extends unknown[], Result>(
    pick: (fs: IFileSystem) => (path: string, ...rest: Rest) => Promise<Result>,
  ) => {
    return async (path: string, ...rest: Rest): Promise<Result> => {
      requireName(path);
      const fs = at(path);
      return pick(fs).call(fs, resolve('/', path), ...rest);
    };
  };
  const fs: MountedFs = {
    readFile: on((each) => each.readFile),
    readFileBuffer: on((each) => each.readFileBuffer),
    writeFile: on((each) => each.writeFile),
    appendFile: on((each) => each.appendFile),
    exists: async (path) => !path.includes('\0') && at(path).exists(resolve('/', path)),
    stat: on((each) => each.stat),
    lstat: on((each) => each.lstat),
    mkdir: on((each) => each.mkdir),
    readdir: on((each) => each.readdir),
    readdirWithFileTypes: on((each) => each.readdirWithFileTypes ?? refuseListing),
    rm: async (path, options) => {
      // Emptying the workspace needs the permission gate; it must not happen through `rm -rf /`.
      if (['/', workspaceRoot].includes(resolve('/', path))) throw new ErrnoError('EBUSY', 'rm', path);
      return at(path).rm(resolve('/', path), options);
    },
    cp: (from, to, options) =>
      at(from) === at(to)
        ? at(from).cp(resolve('/', from), resolve('/', to), options)
        : copyAcross(fs, from, to, options?.recursive ?? false),
    mv: async (from, to) => {
      if (at(from) === at(to)) return at(from).mv(resolve('/', from), resolve('/', to));
      await copyAcross(fs, from, to, true);
      await fs.rm(from, { recursive: true });
    },
    resolvePath: resolve,
    getAllPaths: () => memory.getAllPaths(),
    chmod: on((each) => each.chmod),
    symlink: async (target, path) => at(path).symlink(target, resolve('/', path)),
    link: async (existing, path) => {
      if (at(existing) !== at(path)) throw new ErrnoError('EPERM', 'link', path);
      return at(path).link(resolve('/', existing), resolve('/', path));
    },
    readlink: on((each) => each.readlink),
    realpath: on((each) => each.realpath),
    utimes: on((each) => each.utimes),
    mkdirSync: (path, options) => memory.mkdirSync(path, options),
    writeFileSync: (path, content, options, metadata) =>
      memory.writeFileSync(path, content, options, metadata),
    writeFileLazy: (path, lazy, metadata) => memory.writeFileLazy(path, lazy, metadata),
  };
  return fs;
}

function requireName(path: string): void {
  if (path.includes('\0')) throw new ErrnoError('ENOENT', 'open', path.replaceAll('\0', '\\0'));
}

function refuseListing(path: string): never {
  throw new ErrnoError('EIO', 'scandir', path);
}

async function copyAcross(fs: IFileSystem, from: string, to: string, recursive: boolean): Promise<void> {
  const { isDirectory, mode } = await fs.stat(from);
  if (!isDirectory) {
    await fs.writeFile(to, await fs.readFileBuffer(from));
    await fs.chmod(to, mode);
    return;
  }
  if (!recursive) throw new ErrnoError('EISDIR', 'cp', from);
  await fs.mkdir(to, { recursive: true });
  for (const name of await fs.readdir(from)) await copyAcross(fs, `${from}/${name}`, `${to}/${name}`, true);
}
