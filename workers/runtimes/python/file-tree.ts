/**
 * The workspace as Python sees it. Python's file system is synchronous and the file port is not: names and sizes are
 * there before a script runs, contents are read when they are first used, and what was changed is collected afterwards.
 */
import { errno, type FsFile, type FsFolder, type FsNode, type MemoryFs } from './memory-fs.ts';

/** Bytes that scripts may hold in files: they are in memory. */
const mostBytes = 256 * 1024 * 1024;

export const workspaceRoot = '/workspace';

/** `path` is relative to the workspace. A `File` is read when a script opens it. */
export type Snapshot = { folders: readonly string[]; files: readonly { path: string; file: File }[] };

export type TreeChanges = {
  /** New folders, parents before children. */
  folders: string[];
  writes: { path: string; content: Blob }[];
  removedFiles: string[];
  /** Children before parents. */
  removedFolders: string[];
};

export type FileTree = {
  /** Makes the tree equal to the snapshot. Files that are open stay with what has them open. */
  load(snapshot: Snapshot): void;
  changes(): TreeChanges;
  /** The file that a path had when the tree was loaded or last written back; undefined for a new one. */
  originalOf(path: string): File | undefined;
  /** After a change was written back. */
  settle(path: string, file: File): void;
};

/** `readNow` reads a file of the workspace synchronously. */
export function createFileTree(fs: MemoryFs, readNow: (file: File) => Uint8Array<ArrayBuffer>): FileTree {
  fs.mkdirTree(workspaceRoot);
  const marks = createMarks(fs, readNow);
  let loaded = new Map<string, File>();
  let folders = new Set<string>();

  function removeWhatIsGone(folder: FsFolder, path: string, wanted: Map<string, File>): void {
    for (const node of Object.values(folder.contents)) {
      const down = join(path, node.name);
      if (isFolder(fs, node)) {
        removeWhatIsGone(node, down, wanted);
        if (!folders.has(down)) fs.rmdir(full(down));
      } else if (!marks.isSame(node, wanted.get(down))) fs.unlink(full(down));
    }
  }

  return {
    load(snapshot) {
      loaded = new Map(snapshot.files.map(({ path, file }) => [path, file]));
      folders = new Set(snapshot.folders);
      removeWhatIsGone(rootOf(fs), '', loaded);
      for (const path of folders) fs.mkdirTree(full(path));
      for (const [path, file] of loaded) marks.place(path, file);
    },
    changes() {
      const found: TreeChanges = { folders: [], writes: [], removedFiles: [], removedFolders: [] };
      const seen = new Set<string>();
      const collect = (folder: FsFolder, path: string) => {
        for (const node of Object.values(folder.contents)) {
          const down = join(path, node.name);
          seen.add(down);
          if (isFolder(fs, node)) {
            if (!folders.has(down)) found.folders.push(down);
            collect(node, down);
          } else {
            const content = marks.changeOf(node, loaded.get(down));
            if (content) found.writes.push({ path: down, content });
          }
        }
      };
      collect(rootOf(fs), '');
      found.removedFiles = [...loaded.keys()].filter((path) => !seen.has(path));
      found.removedFolders = [...folders].filter((path) => !seen.has(path)).toReversed();
      return found;
    },
    originalOf: (path) => loaded.get(path),
    settle(path, file) {
      loaded.set(path, file);
      marks.settle(path, file);
    },
  };
}

/** Remembers of each file which content of the workspace it has, until a script changes it. */
function createMarks(fs: MemoryFs, readNow: (file: File) => Uint8Array<ArrayBuffer>) {
  const origins = new WeakMap<FsNode, File>();
  const unread = new WeakSet<FsNode>();
  /** Bytes held when they were last counted, and written since then. */
  let held = 0;

  /** Counts what is there only when the limit seems to be reached: what was removed is not subtracted. */
  function makeRoom(bytes: number): void {
    held += bytes;
    if (held <= mostBytes) return;
    held = bytesBelow(fs.lookupPath('/workspace').node) + bytesBelow(fs.lookupPath('/tmp').node) + bytes;
    if (held <= mostBytes) return;
    held -= bytes;
    throw new fs.ErrnoError(errno.noSpace);
  }

  function bytesBelow(node: FsNode): number {
    if (isFolder(fs, node))
      return Object.values(node.contents).reduce((sum, each) => sum + bytesBelow(each), 0);
    return fs.isFile(node.mode) && !unread.has(node) ? node.usedBytes : 0;
  }

  const stopWatching = (node: FsNode) => origins.delete(node);
  watch(fs, { makeRoom, changed: stopWatching, isUnread: (node) => unread.has(node), empty });

  function empty(node: FsNode): void {
    setContents(node, new Uint8Array(0));
    node.usedBytes = 0;
  }

  function setContents(node: FsNode, value: Uint8Array<ArrayBuffer>): void {
    unread.delete(node);
    Object.defineProperty(node, 'contents', { value, writable: true, enumerable: true, configurable: true });
  }

  /** The bytes are read when Emscripten first asks for them. */
  function makeLazy(node: FsNode, file: File): void {
    unread.add(node);
    node.usedBytes = file.size;
    node.mtime = file.lastModified;
    origins.set(node, file);
    Object.defineProperty(node, 'contents', {
      enumerable: true,
      configurable: true,
      get() {
        setContents(node, readWhole(file));
        return node.contents;
      },
      set: (value: Uint8Array<ArrayBuffer>) => setContents(node, value),
    });
  }

  function readWhole(file: File): Uint8Array<ArrayBuffer> {
    makeRoom(file.size);
    try {
      return readNow(file);
    } catch {
      // It was changed or removed since the script began: Python shows an input/output error.
      throw new fs.ErrnoError(errno.io);
    }
  }

  return {
    isSame(node: FsNode, file: File | undefined): boolean {
      const origin = origins.get(node);
      return origin !== undefined && file !== undefined && isSameFile(origin, file);
    },
    /** Keeps the node of an unchanged file, so that a script that has it open goes on with it. */
    place(path: string, file: File): void {
      const node = find(fs, path);
      if (node) return makeLazy(node, file);
      fs.writeFile(full(path), new Uint8Array(0));
      makeLazy(fs.lookupPath(full(path)).node, file);
    },
    /** What is to be written at a path where `original` was; undefined if it is still that. */
    changeOf(node: FsNode, original: File | undefined): Blob | undefined {
      const origin = origins.get(node);
      if (origin) return origin === original ? undefined : origin;
      const { contents, usedBytes } = node as FsFile;
      return new Blob([contents.subarray(0, usedBytes)]);
    },
    settle(path: string, file: File): void {
      const node = find(fs, path);
      if (!node) return;
      origins.set(node, file);
      node.mtime = file.lastModified;
    },
  };
}

type Watcher = {
  makeRoom(bytes: number): void;
  changed(node: FsNode): void;
  isUnread(node: FsNode): boolean;
  empty(node: FsNode): void;
};

/** Notices changes of files. The tables of operations are shared by all files, so this is done once. */
function watch(fs: MemoryFs, { makeRoom, changed, isUnread, empty }: Watcher): void {
  const { file, dir } = fs.filesystems.MEMFS.ops_table;
  const { write, msync } = file.stream;
  const { setattr } = file.node;
  const { symlink } = dir.node;
  file.stream.write = (stream, buffer, offset, length, ...rest) => {
    makeRoom(length);
    changed(stream.node);
    return write(stream, buffer, offset, length, ...rest);
  };
  file.stream.msync = (stream, ...rest) => {
    changed(stream.node);
    return msync(stream, ...rest);
  };
  file.node.setattr = (node, attributes) => {
    const { size } = attributes;
    if (size !== undefined && size !== node.usedBytes) {
      makeRoom(Math.max(0, size - node.usedBytes));
      changed(node);
      // What is thrown away need not be read.
      if (size === 0 && isUnread(node)) empty(node);
    }
    setattr(node, attributes);
  };
  dir.node.symlink = (parent, name, target) => {
    // The file port has no links.
    if (isBelowWorkspace(parent)) throw new fs.ErrnoError(errno.notPermitted);
    return symlink(parent, name, target);
  };
}

function isBelowWorkspace(node: FsNode): boolean {
  for (let each = node; each.parent !== each; each = each.parent)
    if (each.parent.parent === each.parent && full('') === `/${each.name}`) return true;
  return false;
}

export function isSameFile(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified;
}

function find(fs: MemoryFs, path: string): FsNode | undefined {
  let node: FsNode | undefined = rootOf(fs);
  for (const name of path.split('/')) {
    if (!node || !isFolder(fs, node)) return undefined;
    node = Object.hasOwn(node.contents, name) ? node.contents[name] : undefined;
  }
  return node;
}

function rootOf(fs: MemoryFs): FsFolder {
  return fs.lookupPath(workspaceRoot).node as FsFolder;
}

function isFolder(fs: MemoryFs, node: FsNode): node is FsFolder {
  return fs.isDir(node.mode);
}

function full(path: string): string {
  return path === '' ? workspaceRoot : `${workspaceRoot}/${path}`;
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
