/** Walks a real folder and yields the files to copy, under valid workspace names; reports every entry it leaves out. */
import type { LeftOut } from '#shared/rpc/linked-folder.ts';
import { linkedFolderLimits } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { formatPath, resolveChangeable } from '#workers/storage/workspace/path-gate.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { isHeavy } from './heavy-names.ts';

export type FoundFile = { path: string; file: File };

export type WalkOptions = {
  /** The copy's folder in the workspace; counts towards the path length limit. */
  name: string;
  everything: boolean;
  onLeft: (left: LeftOut) => void;
};

/** Browsers neither list nor follow symbolic links; if one is listed anyway, opening it fails and it is left out. */
export async function* walkFolder(
  folder: FileSystemDirectoryHandle,
  options: WalkOptions,
  above = '',
): AsyncGenerator<FoundFile> {
  const taken = new Map<string, string>();
  for (const entry of await entriesOf(folder)) {
    if (!options.everything && isHeavy(entry.name)) {
      options.onLeft({ path: above + entry.name, why: 'heavy' });
      continue;
    }
    const path = pathOf(options.name, above, entry.name, taken);
    if (path === undefined)
      options.onLeft({ path: above + apartFrom(taken, above, entry.name), why: 'name' });
    else if (entry.kind === 'directory') yield* walkBelow(entry, options, path);
    else {
      const found = await readFound(entry, path);
      if ('why' in found) options.onLeft(found);
      else yield found;
    }
  }
}

/** An unreadable folder must not look empty, or its files would count as deleted. */
async function* walkBelow(
  folder: FileSystemDirectoryHandle,
  options: WalkOptions,
  path: string,
): AsyncGenerator<FoundFile> {
  try {
    yield* walkFolder(folder, options, `${path}/`);
  } catch (error) {
    if (isName(error, 'NotAllowedError') || !(error instanceof DOMException)) throw error;
    options.onLeft({ path, why: 'unreadable' });
  }
}

async function readFound(entry: FileSystemFileHandle, path: string): Promise<FoundFile | LeftOut> {
  try {
    const file = await entry.getFile();
    return file.size > linkedFolderLimits.fileBytes ? { path, why: 'large' } : { path, file };
  } catch (error) {
    if (isName(error, 'NotAllowedError') || !(error instanceof DOMException)) throw error;
    return { path, why: 'unreadable' };
  }
}

/** In a fixed order with NFC names first, so that of two equivalent names always the same one is used. */
async function entriesOf(
  folder: FileSystemDirectoryHandle,
): Promise<(FileSystemFileHandle | FileSystemDirectoryHandle)[]> {
  const entries = (await Array.fromAsync(folder.values())).filter(({ name }) => !/\.crswap$/i.test(name));
  const isOwnForm = (name: string) => name === name.normalize('NFC');
  return entries.sort(
    (one, other) =>
      Number(isOwnForm(other.name)) - Number(isOwnForm(one.name)) || (one.name < other.name ? -1 : 1),
  );
}

/** The path below the linked folder in NFC; undefined if the workspace does not allow it or the name is taken. */
function pathOf(name: string, above: string, own: string, taken: Map<string, string>): string | undefined {
  try {
    const path = formatPath(resolveChangeable(`${name}/${above}${own}`)).slice(name.length + 1);
    const folded = path.toLowerCase();
    if (taken.has(folded)) return undefined;
    taken.set(folded, path);
    return path;
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** The name under which a left-out entry is reported, distinct from the file that took its normalized name. */
function apartFrom(taken: ReadonlyMap<string, string>, above: string, name: string): string {
  const normal = name.normalize('NFC');
  return taken.get((above + normal).toLowerCase()) === above + normal ? name : normal;
}
