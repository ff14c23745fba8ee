/**
 * The names of the entries in folders, kept for `keptMs`: a listing takes about 0.1 ms per name, and a script
 * that creates 1,000 files in a folder needs the names for each file. Other tabs write, too, so a kept
 * listing can be out of date: list the folder again before an error says what is in it. For `keptMs`, a name
 * from another tab that differs only in case can be missed. Then both files exist, as after an import from a
 * case-sensitive file system, and each is read under its own name.
 */
import { formatPath } from './path-gate.ts';

export type FolderNames = { isKept: boolean; names: Set<string>; folded: Map<string, string[]> };

type Folder = {
  root: FileSystemDirectoryHandle;
  /** The handle of the folder at `segments` below `root`. */
  folder: FileSystemDirectoryHandle;
  segments: readonly string[];
};

const keptMs = 2_000;
const maxFolders = 20;

type Listing = Omit<FolderNames, 'isKept'> & { until: number };
const kept = new WeakMap<FileSystemDirectoryHandle, Map<string, Listing>>();

export async function namesOf({ root, folder, segments }: Folder, fresh = false): Promise<FolderNames> {
  const ofRoot = kept.get(root) ?? new Map<string, Listing>();
  kept.set(root, ofRoot);
  const key = formatPath(segments);
  const known = ofRoot.get(key);
  if (known && !fresh && known.until > performance.now()) return { ...known, isKept: true };
  const listing: Listing = { names: new Set(), folded: new Map(), until: performance.now() + keptMs };
  for (const name of await namesIn(folder)) addTo(listing, name);
  ofRoot.delete(key);
  ofRoot.set(key, listing);
  const [oldest] = ofRoot.keys();
  if (ofRoot.size > maxFolders && oldest !== undefined) ofRoot.delete(oldest);
  return { ...listing, isKept: false };
}

/** Adds a name that is about to be created to the kept listing. */
export function addName({ root, segments }: Omit<Folder, 'folder'>, name: string): void {
  const known = kept.get(root)?.get(formatPath(segments));
  if (known) addTo(known, name);
}

function addTo({ names, folded }: Omit<Listing, 'until'>, name: string): void {
  if (names.has(name)) return;
  names.add(name);
  const key = foldName(name);
  folded.set(key, [...(folded.get(key) ?? []), name]);
}

/** Equal for names that differ only in case or Unicode form. */
export function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Excludes `.crswap`, the swap files of Chromium's writable streams. */
export async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  return (await Array.fromAsync(folder.keys())).filter((name) => !name.endsWith('.crswap'));
}
