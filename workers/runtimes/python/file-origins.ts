/** Records for each file which workspace content it has, until a script changes it. */
import { errno, type FsFile, type FsNode, type MemoryFs, type FsFolder } from './memory-fs.ts';
import { createMemoryLimit, watchFiles } from './watch-files.ts';
import { findNode, full } from './workspace-node.ts';

type ReadNow = (file: File) => Uint8Array<ArrayBuffer>;

export type FileOrigins = {
  isSame(node: FsNode, file: File | undefined): boolean;
  /** Keeps the node of an unchanged file, so that a script that has it open can continue to use it. */
  place(path: string, file: File): void;
  /** The content to write at the path of `original`; undefined if it is unchanged. */
  changeOf(node: FsNode, original: File | undefined): Blob | undefined;
  /** Call it after a change was written back. */
  markClean(path: string, file: File): void;
};

export function createFileOrigins(fs: MemoryFs, readNow: ReadNow): FileOrigins {
  const origins = new WeakMap<FsNode, File>();
  const lazy = createLazyContents(fs, readNow);
  const changed = (node: FsNode) => void origins.delete(node);
  findNormalNames(fs);
  watchFiles(fs, { makeRoom: lazy.makeRoom, changed, isUnread: lazy.isUnread, empty: lazy.empty });

  return {
    isSame(node, file) {
      const origin = origins.get(node);
      return origin !== undefined && file !== undefined && isSameFile(origin, file);
    },
    place(path, file) {
      if (!findNode(fs, path)) fs.writeFile(full(path), new Uint8Array(0));
      const { node } = fs.lookupPath(full(path));
      lazy.set(node, file);
      origins.set(node, file);
    },
    changeOf(node, original) {
      const origin = origins.get(node);
      if (origin) return origin === original ? undefined : origin;
      const { contents, usedBytes } = node as FsFile;
      return new Blob([contents.subarray(0, usedBytes)]);
    },
    markClean(path, file) {
      const node = findNode(fs, path);
      if (!node) return;
      origins.set(node, file);
      node.mtime = file.lastModified;
    },
  };
}

export function isSameFile(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified;
}

/** File contents that are read when Emscripten first accesses them. */
function createLazyContents(fs: MemoryFs, readNow: ReadNow) {
  const unread = new WeakSet<FsNode>();
  const isUnread = (node: FsNode) => unread.has(node);
  const makeRoom = createMemoryLimit(fs, isUnread);

  function setContents(node: FsNode, value: Uint8Array<ArrayBuffer>): void {
    unread.delete(node);
    Object.defineProperty(node, 'contents', { value, writable: true, enumerable: true, configurable: true });
  }

  function readWhole(file: File): Uint8Array<ArrayBuffer> {
    makeRoom(file.size);
    try {
      return readNow(file);
    } catch {
      // The file was changed or removed since the script began; Python reports an input/output error.
      throw new fs.ErrnoError(errno.io);
    }
  }

  return {
    isUnread,
    makeRoom,
    empty(node: FsNode): void {
      setContents(node, new Uint8Array(0));
      node.usedBytes = 0;
    },
    set(node: FsNode, file: File): void {
      unread.add(node);
      node.usedBytes = file.size;
      node.mtime = file.lastModified;
      Object.defineProperty(node, 'contents', {
        enumerable: true,
        configurable: true,
        get() {
          setContents(node, readWhole(file));
          return node.contents;
        },
        set: (value: Uint8Array<ArrayBuffer>) => setContents(node, value),
      });
    },
  };
}

/**
 * Lets scripts find files by any Unicode form of their names, as every tool does; the workspace stores NFC. Patches the
 * lookup that all folders share, so call it once per file system.
 */
function findNormalNames(fs: MemoryFs): void {
  const { node } = fs.filesystems.MEMFS.ops_table.dir;
  const { lookupNode } = fs;
  const { unlink, rmdir } = node;
  fs.lookupNode = (parent: FsNode, name: string): FsNode => {
    const normal = name.normalize('NFC');
    if (normal === name) return lookupNode.call(fs, parent, name);
    try {
      return lookupNode.call(fs, parent, name);
    } catch {
      // The error of the second lookup is the one that the script sees.
      return lookupNode.call(fs, parent, normal);
    }
  };
  // These get the name that the script wrote, and remove it from the entries of the folder.
  node.unlink = (parent, name) => unlink(parent, storedName(parent, name));
  node.rmdir = (parent, name) => rmdir(parent, storedName(parent, name));
}

function storedName({ contents }: FsFolder, name: string): string {
  return Object.hasOwn(contents, name) ? name : name.normalize('NFC');
}
