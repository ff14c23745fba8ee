/** The host functions behind `node:fs`. Paths are absolute; errors are those of Node. */
import { textOf as text, type HostFunctions, type HostValue } from '../bridge.ts';
import { FsError, type Asked } from './fs-error.ts';
import { parentOf, type FileNode, type FolderNode, type Node, type SyncFiles } from './sync-files.ts';

export function createFsFunctions(files: SyncFiles): HostFunctions {
  return {
    ...contentFunctions(files),
    ...nameFunctions(files),
    fsStat(path, syscall) {
      const node = files.get({ syscall: text(syscall), path: text(path) });
      const size = node.type === 'file' ? (node.bytes?.length ?? node.origin?.size ?? 0) : 0;
      return JSON.stringify({ type: node.type, size, modified: node.modified });
    },
    fsExists: (path) => files.find(text(path)) !== undefined,
    fsList(path) {
      const folder = folderAt(files, { syscall: 'scandir', path: text(path) });
      return JSON.stringify([...folder.entries].map(([name, { type }]) => [name, type]).sort());
    },
  };
}

function contentFunctions(files: SyncFiles): HostFunctions {
  return {
    fsRead(path) {
      const asked = { syscall: 'open', path: text(path) };
      return files.read(fileAt(files, asked), asked).slice().buffer;
    },
    /** `flag`: `w`, `a`, `wx` or `ax`. */
    fsWrite(path, content, flag) {
      const asked = { syscall: 'open', path: text(path) };
      const old = files.find(asked.path);
      if (old && text(flag).includes('x')) throw new FsError('EEXIST', asked);
      const before = old && text(flag).startsWith('a') ? files.read(fileAt(files, asked), asked) : undefined;
      files.write(asked, joined(before, bytesOf(content)));
      return undefined;
    },
    fsCopy(from, to, isExclusive) {
      const asked = { syscall: 'copyfile', path: text(from), dest: text(to) };
      const node = fileAt(files, asked);
      const old = files.find(asked.dest);
      if (old?.type === 'directory') throw new FsError('EISDIR', asked);
      if (old && isExclusive === true) throw new FsError('EEXIST', asked);
      files.place(asked, asked.dest, { ...node, modified: Date.now() });
      return undefined;
    },
    fsTouch(path, modified) {
      files.get({ syscall: 'utime', path: text(path) }).modified = Number(modified);
      return undefined;
    },
  };
}

function nameFunctions(files: SyncFiles): HostFunctions {
  return {
    /** Returns the first folder that was made; empty if all existed. */
    fsMakeFolder(path, isRecursive) {
      const asked = { syscall: 'mkdir', path: text(path) };
      if (isRecursive === true) return makeFolders(files, asked);
      if (files.find(asked.path)) throw new FsError('EEXIST', asked);
      files.place(asked, asked.path, emptyFolder());
      return asked.path;
    },
    fsRename(from, to) {
      const asked = { syscall: 'rename', path: text(from), dest: text(to) };
      const node = files.get(asked);
      const old = files.find(asked.dest);
      if (`${asked.dest}/`.startsWith(`${asked.path}/`) && asked.dest !== asked.path)
        throw new FsError('EINVAL', asked);
      if (old?.type === 'directory' && node.type === 'file') throw new FsError('EISDIR', asked);
      if (old?.type === 'file' && node.type === 'directory') throw new FsError('ENOTDIR', asked);
      if (old?.type === 'directory' && old.entries.size > 0) throw new FsError('ENOTEMPTY', asked);
      files.remove(asked);
      files.place(asked, asked.dest, node);
      return undefined;
    },
    fsUnlink(path) {
      const asked = { syscall: 'unlink', path: text(path) };
      if (files.get(asked).type === 'directory') throw new FsError('EPERM', asked);
      files.remove(asked);
      return undefined;
    },
    fsRemoveFolder(path) {
      const asked = { syscall: 'rmdir', path: text(path) };
      if (folderAt(files, asked).entries.size > 0) throw new FsError('ENOTEMPTY', asked);
      files.remove(asked);
      return undefined;
    },
    /** A file, or a folder with all in it. */
    fsRemoveTree(path) {
      files.remove({ syscall: 'rm', path: text(path) });
      return undefined;
    },
  };
}

const emptyFolder = (): FolderNode => ({ type: 'directory', modified: Date.now(), entries: new Map() });

function makeFolders(files: SyncFiles, asked: Asked): string {
  const missing: string[] = [];
  let path = asked.path;
  for (; !files.find(path); path = parentOf(path)) missing.unshift(path);
  if (files.find(path)?.type === 'file') throw new FsError(path === asked.path ? 'EEXIST' : 'ENOTDIR', asked);
  for (const each of missing) files.place(asked, each, emptyFolder());
  return missing[0] ?? '';
}

function fileAt(files: SyncFiles, asked: Asked): FileNode {
  const node = files.get(asked);
  // Node opens a folder before it fails to read it, and then names no path.
  if (node.type === 'directory') throw new FsError('EISDIR', { syscall: 'read' });
  return node;
}

function folderAt(files: SyncFiles, asked: Asked): FolderNode {
  const node: Node = files.get(asked);
  if (node.type === 'file') throw new FsError('ENOTDIR', asked);
  return node;
}

function bytesOf(content: HostValue): Uint8Array<ArrayBuffer> {
  return content instanceof ArrayBuffer ? new Uint8Array(content) : new TextEncoder().encode(text(content));
}

function joined(before: Uint8Array | undefined, added: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (!before) return added;
  const all = new Uint8Array(before.length + added.length);
  all.set(before);
  all.set(added, before.length);
  return all;
}
