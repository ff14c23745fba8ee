/**
 * The workspace as Python sees it. Python's file system is synchronous but the file port is not: names and
 * sizes are loaded before a script runs, contents are read at first access, and changes are collected
 * afterwards.
 */
import { createFileOrigins } from './file-origins.ts';
import type { FsFolder, MemoryFs } from './memory-fs.ts';
import { full, isFolder, join, rootOf } from './workspace-node.ts';

/** `path` is relative to the workspace. A `File` is read when a script accesses it. */
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
  /** Updates the tree to the snapshot. Files that a script has open stay valid for it. */
  load(snapshot: Snapshot): void;
  changes(): TreeChanges;
  /** The file that a path had when the tree was loaded or last written back; undefined for a new one. */
  originalOf(path: string): File | undefined;
  /** Call it after a change was written back. */
  markClean(path: string, file: File): void;
};

/** `readNow` reads a file of the workspace synchronously. */
export function createFileTree(fs: MemoryFs, readNow: (file: File) => Uint8Array<ArrayBuffer>): FileTree {
  fs.mkdirTree(full(''));
  const origins = createFileOrigins(fs, readNow);
  let loaded = new Map<string, File>();
  let folders = new Set<string>();

  function removeWhatIsGone(folder: FsFolder, path: string, wanted: Map<string, File>): void {
    for (const node of Object.values(folder.contents)) {
      const down = join(path, node.name);
      if (isFolder(fs, node)) {
        removeWhatIsGone(node, down, wanted);
        if (!folders.has(down)) fs.rmdir(full(down));
      } else if (!origins.isSame(node, wanted.get(down))) fs.unlink(full(down));
    }
  }

  return {
    load(snapshot) {
      loaded = new Map(snapshot.files.map(({ path, file }) => [path, file]));
      folders = new Set(snapshot.folders);
      removeWhatIsGone(rootOf(fs), '', loaded);
      for (const path of folders) fs.mkdirTree(full(path));
      for (const [path, file] of loaded) origins.place(path, file);
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
            const content = origins.changeOf(node, loaded.get(down));
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
    markClean(path, file) {
      loaded.set(path, file);
      origins.markClean(path, file);
    },
  };
}
