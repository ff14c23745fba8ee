/**
 * Handles renames that change only the case of a name. The workspace rejects a name that differs from an
 * existing one only in case, so these files are moved; other renames are a new file and a removed one.
 */
import type { FileTree, TreeChanges } from './file-tree.ts';

/** `placed`: files and folders that have been moved; `changes` remain to be applied. */
type Renamed = { placed: ReadonlySet<string>; changes: TreeChanges };

/** `move` returns false if it failed. */
export async function moveRenamed(
  tree: Pick<FileTree, 'originalOf'>,
  changes: TreeChanges,
  move: (from: string, to: string) => Promise<boolean>,
): Promise<Renamed> {
  const pairs = pairsOf(changes);
  if (pairs.folders.length + pairs.files.length === 0) return { placed: new Set(), changes };
  const isPure = ({ path, content }: TreeChanges['writes'][number], old = pairs.oldOf.get(path)) =>
    old !== undefined && content === tree.originalOf(old);
  const writes: TreeChanges['writes'] = [];
  // Reads contents that are still unread, because after the move they could not be read at the old path.
  for (const write of changes.writes)
    writes.push(isPure(write) ? write : { ...write, content: new Blob([await write.content.arrayBuffer()]) });
  const moved = new Map<string, string>();
  /**
   * The current place of an old path: a moved folder takes its content along. Inner folders are moved later.
   */
  const placeOf = (path: string) => {
    const [to, from] = [...moved].findLast(([, folder]) => path.startsWith(`${folder}/`)) ?? ['', ''];
    return from ? to + path.slice(from.length) : path;
  };
  for (const [from, to] of [...pairs.folders, ...pairs.files])
    if (placeOf(from) === to || (await move(placeOf(from), to))) moved.set(to, from);
  const gone = new Set(moved.values());
  const placed = new Set(moved.keys());
  const left = (paths: readonly string[]) =>
    paths
      .filter((path) => !gone.has(path))
      .map((path) => {
        const place = placeOf(path);
        if (place !== path) placed.add(place);
        return place;
      });
  return {
    placed,
    changes: {
      folders: changes.folders.filter((path) => !moved.has(path)),
      writes: writes.filter((write) => !(moved.has(write.path) && isPure(write))),
      removedFiles: left(changes.removedFiles),
      removedFolders: left(changes.removedFolders),
    },
  };
}

type Pair = [from: string, to: string];

/** Pairs of new and removed paths that differ only in case; folders before their content. */
function pairsOf({ folders, writes, removedFiles, removedFolders }: TreeChanges) {
  const match = (added: readonly string[], removed: readonly string[]): Pair[] => {
    const old = new Map(removed.map((path) => [fold(path), path]));
    return added.flatMap((to): Pair[] => {
      const from = old.get(fold(to));
      old.delete(fold(to));
      return from === undefined ? [] : [[from, to]];
    });
  };
  const found = {
    folders: match(folders, removedFolders),
    files: match(
      writes.map(({ path }) => path),
      removedFiles,
    ),
  };
  return { ...found, oldOf: new Map(found.files.map(([from, to]) => [to, from])) };
}

/** The comparison key of names, as in workers/storage/workspace/entries.ts. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
