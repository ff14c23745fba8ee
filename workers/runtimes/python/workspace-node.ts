/** Finds the nodes of workspace paths in Emscripten's file system. Paths are relative to the workspace. */
import type { FsFolder, FsNode, MemoryFs } from './memory-fs.ts';

export const workspaceRoot = '/workspace';

export function findNode(fs: MemoryFs, path: string): FsNode | undefined {
  let node: FsNode | undefined = rootOf(fs);
  for (const name of path.split('/')) {
    if (!node || !isFolder(fs, node)) return undefined;
    node = Object.hasOwn(node.contents, name) ? node.contents[name] : undefined;
  }
  return node;
}

export function rootOf(fs: MemoryFs): FsFolder {
  return fs.lookupPath(workspaceRoot).node as FsFolder;
}

export function isFolder(fs: MemoryFs, node: FsNode): node is FsFolder {
  return fs.isDir(node.mode);
}

export function full(path: string): string {
  return path === '' ? workspaceRoot : `${workspaceRoot}/${path}`;
}

export function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
