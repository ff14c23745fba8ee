/** Parses tree objects, flattens them to paths, and builds them from an index. */
import { compareBytewise, concat, decode, encode, fromHex, toHex, type Bytes } from '../bytes.ts';
import { fatal } from '../git-context.ts';
import { modes } from '../index-file.ts';
import { emptyTree } from './git-object.ts';
import { type ObjectStore } from './object-store.ts';

export type TreeEntry = { name: string; mode: number; oid: string };
/** The files of a tree by path. */
export type Files = Map<string, { mode: number; oid: string }>;

/** More levels than any valid path has. */
const maxDepth = 512;

export function parseTree(bytes: Bytes): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let at = 0;
  while (at < bytes.length) {
    const space = bytes.indexOf(32, at);
    const end = bytes.indexOf(0, space);
    if (space < 0 || end < 0 || end + 21 > bytes.length) throw fatal('a tree object is corrupt');
    entries.push({
      mode: parseInt(decode(bytes.subarray(at, space)), 8),
      name: decode(bytes.subarray(space + 1, end)),
      oid: toHex(bytes.subarray(end + 1, end + 21)),
    });
    at = end + 21;
  }
  return entries;
}

export function formatTree(entries: readonly TreeEntry[]): Bytes {
  const key = ({ name, mode }: TreeEntry) => (mode === modes.tree ? `${name}/` : name);
  const sorted = [...entries].sort((one, other) => compareBytewise(key(one), key(other)));
  return concat(
    sorted.flatMap(({ name, mode, oid }) => [encode(`${mode.toString(8)} ${name}\0`), fromHex(oid)]),
  );
}

/** All files of a tree. Names are unchecked: validate them before a path is used. */
export async function flattenTree(objects: ObjectStore, tree: string | undefined): Promise<Files> {
  const files: Files = new Map();
  if (tree !== undefined && tree !== emptyTree) await addTree(objects, tree, '', files, 0);
  return files;
}

async function addTree(
  objects: ObjectStore,
  oid: string,
  prefix: string,
  files: Files,
  depth: number,
): Promise<void> {
  if (depth > maxDepth) throw fatal('a tree is too deep');
  const entries = await readTree(objects, oid);
  // In parallel, because each read needs a message to the engine.
  const folders = await Promise.all(
    entries.map(async ({ name, mode, oid: child }) => {
      if (mode !== modes.tree) return undefined;
      const below: Files = new Map();
      await addTree(objects, child, `${prefix}${name}/`, below, depth + 1);
      return below;
    }),
  );
  for (const [at, { name, mode, oid: child }] of entries.entries()) {
    const below = folders[at];
    if (below) for (const [path, file] of below) files.set(path, file);
    else files.set(prefix + name, { mode, oid: child });
  }
}

async function readTree(objects: ObjectStore, oid: string): Promise<TreeEntry[]> {
  const { type, bytes } = await objects.read(oid);
  if (type !== 'tree') throw fatal(`${oid} is a ${type}, not a tree`);
  return parseTree(bytes);
}

/** Writes the trees of these files; returns the id of the root tree. */
export function writeTrees(objects: ObjectStore, files: Files): string {
  type Folder = Map<string, Folder | { mode: number; oid: string }>;
  const top: Folder = new Map();
  for (const [path, file] of files) {
    const names = path.split('/');
    const name = names.pop() ?? '';
    let folder = top;
    for (const each of names) {
      const next = folder.get(each);
      const below: Folder = next instanceof Map ? next : new Map<string, never>();
      folder.set(each, below);
      folder = below;
    }
    folder.set(name, file);
  }
  const write = (folder: Folder): string =>
    objects.write(
      'tree',
      formatTree(
        [...folder].map(([name, entry]) =>
          entry instanceof Map ? { name, mode: modes.tree, oid: write(entry) } : { name, ...entry },
        ),
      ),
    );
  return write(top);
}

/** The entry at a path of a tree; the tree itself for the empty path. */
export async function entryAt(
  objects: ObjectStore,
  tree: string,
  path: string,
): Promise<{ mode: number; oid: string } | undefined> {
  let entry: { mode: number; oid: string } = { mode: modes.tree, oid: tree };
  for (const name of path.split('/').filter(Boolean)) {
    if (entry.mode !== modes.tree) return undefined;
    const found = (await readTree(objects, entry.oid)).find((each) => each.name === name);
    if (!found) return undefined;
    entry = found;
  }
  return entry;
}
