/**
 * The workspace as `node:fs` sees it. Scripts read and write synchronously but the file port does not: names and
 * sizes are loaded before, contents are read at first access, and changes are written back afterwards.
 */
import type { FileTree, Snapshot, TreeChanges } from '../../python/file-tree.ts';
import { resolve } from '../../shell/fs/paths.ts';
import { FsError, type Asked } from './fs-error.ts';

type Bytes = Uint8Array<ArrayBuffer>;
/** `origin`: the file of the workspace that has this content; absent once a script has changed it. */
export type FileNode = {
  type: 'file';
  modified: number;
  origin?: File | undefined;
  bytes?: Bytes | undefined;
};
export type FolderNode = { type: 'directory'; modified: number; entries: Map<string, Node> };
export type Node = FileNode | FolderNode;

/** Maximum bytes that scripts may hold in changed files. */
const maxBytes = 256 * 1024 * 1024;

export type SyncFiles = {
  /** For loading and writing back; its paths are relative to the workspace. */
  tree: FileTree;
  /** All other paths are absolute. */
  find(path: string): Node | undefined;
  /** Throws ENOENT. */
  get(asked: Asked): Node;
  read(node: FileNode, asked: Asked): Bytes;
  write(asked: Asked, bytes: Bytes): void;
  /** Adds a node; its folder must exist, and its name must be free or a file. */
  place(asked: Asked, path: string, node: Node): void;
  remove(asked: Asked): void;
  /** True after a change, until the next `load`. */
  hasChanged(): boolean;
};

const newFolder = (): FolderNode => ({ type: 'directory', modified: Date.now(), entries: new Map() });

export function createSyncFiles(readNow: (file: File) => Bytes): SyncFiles {
  const root = newFolder();
  const workspace = newFolder();
  root.entries.set('workspace', workspace).set('tmp', newFolder());
  let held = 0;
  let changed = false;

  function find(path: string): Node | undefined {
    let node: Node | undefined = root;
    for (const name of namesOf(path)) {
      if (node?.type !== 'directory') return undefined;
      node = node.entries.get(name);
    }
    return node;
  }

  function get(asked: Asked): Node {
    const node = find(asked.path);
    if (node) return node;
    throw new FsError(find(parentOf(asked.path))?.type === 'file' ? 'ENOTDIR' : 'ENOENT', asked);
  }

  /** The folder in which a path may be changed. */
  function folderOf(asked: Asked, path: string): FolderNode {
    const parent = find(parentOf(path));
    if (!parent) throw new FsError('ENOENT', asked);
    if (parent.type === 'file') throw new FsError('ENOTDIR', asked);
    if (parent === root) throw new FsError('EACCES', asked);
    return parent;
  }

  function place(asked: Asked, path: string, node: Node): void {
    const folder = folderOf(asked, path);
    folder.entries.set(baseOf(path), node);
    folder.modified = Date.now();
    changed = true;
  }

  return {
    tree: createTree(workspace, () => (changed = false)),
    ...{ find, get, place, hasChanged: () => changed },
    read(node, asked) {
      try {
        return (node.bytes ??= node.origin ? readNow(node.origin) : new Uint8Array());
      } catch {
        // Something else changed or removed the file since it was listed.
        throw new FsError('EIO', asked);
      }
    },
    write(asked, bytes) {
      const old = find(asked.path);
      if (old?.type === 'directory') throw new FsError('EISDIR', asked);
      if ((held += bytes.length - heldBy(old)) > maxBytes) throw new FsError('ENOSPC', asked);
      place(asked, asked.path, { type: 'file', modified: Date.now(), bytes });
    },
    remove: (asked) => (changed = folderOf(asked, asked.path).entries.delete(baseOf(asked.path)) || changed),
  };
}

/** Bytes that a changed file takes. */
const heldBy = (node: FileNode | undefined) => (node && !node.origin ? (node.bytes?.length ?? 0) : 0);

/** The workspace stores names in the Unicode form NFC. */
const namesOf = (path: string) => resolve('/', path).normalize('NFC').split('/').filter(Boolean);
export const parentOf = (path: string) => resolve('/', `${path}/..`);
const baseOf = (path: string) => namesOf(path).at(-1) ?? '';

function createTree(workspace: FolderNode, onLoad: () => void): FileTree {
  let loaded = new Map<string, File>();
  let folders = new Set<string>();

  function folderAt(path: string): FolderNode {
    let folder = workspace;
    for (const name of path.split('/').filter(Boolean)) {
      const next = folder.entries.get(name);
      const down = next?.type === 'directory' ? next : newFolder();
      folder.entries.set(name, down);
      folder = down;
    }
    return folder;
  }

  function load(snapshot: Snapshot): void {
    loaded = new Map(snapshot.files.map(({ path, file }) => [path, file]));
    folders = new Set(snapshot.folders);
    workspace.entries.clear();
    for (const path of folders) folderAt(path);
    for (const [path, file] of loaded)
      folderAt(path.slice(0, Math.max(0, path.lastIndexOf('/')))).entries.set(
        path.slice(path.lastIndexOf('/') + 1),
        { type: 'file', modified: file.lastModified, origin: file },
      );
    onLoad();
  }

  function changes(): TreeChanges {
    const found: TreeChanges = { folders: [], writes: [], removedFiles: [], removedFolders: [] };
    const seen = new Set<string>();
    const collect = (folder: FolderNode, before: string) => {
      for (const [name, node] of folder.entries) {
        const path = before + name;
        seen.add(path);
        if (node.type === 'directory') {
          if (!folders.has(path)) found.folders.push(path);
          collect(node, `${path}/`);
        } else if (!node.origin || node.origin !== loaded.get(path))
          found.writes.push({ path, content: node.origin ?? new Blob([node.bytes ?? new Uint8Array()]) });
      }
    };
    collect(workspace, '');
    found.removedFiles = [...loaded.keys()].filter((path) => !seen.has(path));
    found.removedFolders = [...folders].filter((path) => !seen.has(path)).toReversed();
    return found;
  }

  return {
    load,
    changes,
    originalOf: (path) => loaded.get(path),
    // The tree is loaded again after each change.
    markClean: () => undefined,
  };
}
