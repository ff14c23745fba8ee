/**
 * Observes what scripts do with files: changes, memory use, and symbolic links, which the file port does not
 * support.
 */
import { errno, type FsNode, type MemoryFs } from './memory-fs.ts';
import { isFolder, workspaceRoot } from './workspace-node.ts';

/** Maximum bytes of files that scripts may keep in memory. */
const maxBytes = 256 * 1024 * 1024;

export type Watcher = {
  makeRoom(bytes: number): void;
  changed(node: FsNode): void;
  isUnread(node: FsNode): boolean;
  empty(node: FsNode): void;
};

/** Patches the tables of operations, which all files share, so call it once per file system. */
export function watchFiles(fs: MemoryFs, { makeRoom, changed, isUnread, empty }: Watcher): void {
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
      // A truncated content need not be read.
      if (size === 0 && isUnread(node)) empty(node);
    }
    setattr(node, attributes);
  };
  dir.node.symlink = (parent, name, target) => {
    // The file port does not support symbolic links.
    if (isBelowWorkspace(parent)) throw new fs.ErrnoError(errno.notPermitted);
    return symlink(parent, name, target);
  };
}

function isBelowWorkspace(node: FsNode): boolean {
  for (let each = node; each.parent !== each; each = each.parent)
    if (each.parent.parent === each.parent && workspaceRoot === `/${each.name}`) return true;
  return false;
}

/** Returns a function that throws if `bytes` more would exceed the limit. Unread files use no memory. */
export function createMemoryLimit(
  fs: MemoryFs,
  isUnread: (node: FsNode) => boolean,
): (bytes: number) => void {
  /** Bytes at the last count, plus those written since then. */
  let held = 0;

  function bytesBelow(node: FsNode): number {
    if (isFolder(fs, node))
      return Object.values(node.contents).reduce((sum, each) => sum + bytesBelow(each), 0);
    return fs.isFile(node.mode) && !isUnread(node) ? node.usedBytes : 0;
  }

  // Counts again only when the limit seems to be reached, because removed files are not subtracted.
  return (bytes) => {
    held += bytes;
    if (held <= maxBytes) return;
    held = [workspaceRoot, '/tmp'].reduce((sum, path) => sum + bytesBelow(fs.lookupPath(path).node), bytes);
    if (held <= maxBytes) return;
    held -= bytes;
    throw new fs.ErrnoError(errno.noSpace);
  };
}
