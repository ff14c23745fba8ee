/** Scripts find files by any Unicode form of their names, as every tool does. The workspace stores NFC. */
import type { FsFolder, FsNode, MemoryFs } from './memory-fs.ts';

/** Patches the lookup that all folders share, so call it once per file system. */
export function findNormalNames(fs: MemoryFs): void {
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
