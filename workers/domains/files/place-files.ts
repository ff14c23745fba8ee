/** Decides the path of each file of a backup: its own if free, otherwise in a separate folder. */
import type { Tally } from '#shared/rpc/backup.ts';
import type { PartSource } from '#workers/contracts/backup-part.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { formatPath, resolveChangeable } from '#workers/storage/workspace/path-gate.ts';
import { isSameContent } from '#workers/storage/workspace/same-content.ts';
import { BackupError } from '../backup/format.ts';

export const workspaceFolder = 'workspace/';

/** `entry`: the name in the archive. */
type Placed = { entry: string; path: string; state: keyof Tally };
export type Placement = { files: Placed[]; folders: string[]; folder: string };

export async function placeFiles(
  source: PartSource,
  files: Pick<FilePort, 'walk' | 'read'>,
): Promise<Placement> {
  const wanted = source.files.map((entry) => pathOf(entry));
  refuseTwins(wanted);
  const here = new Map<string, { path: string; type: 'file' | 'directory' }>();
  for await (const entry of files.walk('.')) here.set(fold(entry.path), entry);
  const isFree = (path: string) => {
    const known = here.get(fold(path));
    return !known && parentsOf(path).every((parent) => isFolderOrFree(here.get(fold(parent)), parent));
  };

  async function stateOf({ entry, path }: Pick<Placed, 'entry' | 'path'>): Promise<Placed['state']> {
    if (isFree(path)) return 'added';
    const known = here.get(fold(path));
    if (known?.type !== 'file' || known.path !== path) return 'differing';
    const file = await files.read(path);
    if (file.size !== source.size(entry)) return 'differing';
    return (await isSameContent(file, await source.blob(entry))) ? 'same' : 'differing';
  }

  const folder = freeFolder(source.created, [...here.keys(), ...wanted.map(({ path }) => fold(path))]);
  const placed: Placed[] = [];
  for (const each of wanted) {
    const state = await stateOf(each);
    placed.push({
      entry: each.entry,
      path: state === 'differing' ? `${folder}/${each.path}` : each.path,
      state,
    });
  }
  const folders = source.folders.map((entry) => pathOf(entry).path);
  return { files: placed, folders: folders.filter(isFree), folder };
}

function pathOf(entry: string): Pick<Placed, 'entry' | 'path'> {
  const given = entry.slice(workspaceFolder.length);
  try {
    const path = formatPath(resolveChangeable(given));
    // Refuses a path that the gate would normalize to another one.
    if (path === given.normalize('NFC') && path !== '.') return { entry, path };
  } catch (error) {
    throw new BackupError('unsafe', entry, error);
  }
  throw new BackupError('unsafe', entry);
}

/** Refuses two files of the same name, and a file with the name of another's folder. */
function refuseTwins(wanted: readonly Pick<Placed, 'entry' | 'path'>[]): void {
  const taken = new Set<string>();
  for (const { entry, path } of wanted) {
    if (taken.has(fold(path))) throw new BackupError('invalid', entry);
    taken.add(fold(path));
  }
  for (const { entry, path } of wanted)
    if (parentsOf(path).some((parent) => taken.has(fold(parent)))) throw new BackupError('invalid', entry);
}

function isFolderOrFree(known: { path: string; type: string } | undefined, path: string): boolean {
  return !known || (known.type === 'directory' && known.path === path);
}

function parentsOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, at) => segments.slice(0, at + 1).join('/'));
}

function freeFolder(created: number, taken: readonly string[]): string {
  const day = new Date(created).toISOString().slice(0, 10);
  const tops = new Set(taken.map((path) => path.split('/')[0]));
  for (let count = 1; ; count++) {
    const name = count === 1 ? `backup-${day}` : `backup-${day} (${count})`;
    if (!tops.has(name)) return name;
  }
}

/** Folds a path as the workspace compares names. */
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
