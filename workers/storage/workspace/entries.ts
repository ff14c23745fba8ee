/** Finds entries of the workspace by their segments, with errors that help a model to correct the path. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { placeName } from '#workers/text/place-name.ts';
import { isName } from './file-errors.ts';
import type { FileName, FileStat } from '#workers/contracts/ports/file-port.ts';
import { addName, foldName, namesIn, namesOf, type FolderNames } from './folder-names.ts';
import { formatPath, isHidden } from './path-gate.ts';

export type WorkspaceEntry = FileSystemFileHandle | FileSystemDirectoryHandle;
type Segments = readonly string[];

/**
 * `onCreate` is called before each missing folder is created; without it no folder is created. `twin`: a name
 * that is about to be removed; a new name may differ from it only in case.
 */
export async function openFolder(
  root: FileSystemDirectoryHandle,
  segments: Segments,
  onCreate?: (segments: Segments) => Promise<void>,
  twin?: string,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const [index, name] of segments.entries()) {
    const down = segments.slice(0, index + 1);
    try {
      folder = await folder.getDirectoryHandle(name);
    } catch (error) {
      if (isName(error, 'TypeMismatchError'))
        throw new ToolError('validation_error', `${formatPath(down)} is a file, not a folder.`);
      if (!onCreate || !isName(error, 'NotFoundError')) throw error;
      await refuseCollisionOfNewName(root, folder, down, twin);
      await onCreate(down);
      folder = await folder.getDirectoryHandle(name, { create: true });
    }
  }
  return folder;
}

export async function openFile(
  root: FileSystemDirectoryHandle,
  segments: Segments,
): Promise<FileSystemFileHandle> {
  const entry = await openEntry(root, segments);
  if (entry.kind === 'file') return entry;
  throw new ToolError(
    'validation_error',
    `Path is a directory, not a file: ${placeName(formatPath(segments))}. Use list_directory to see what is in it.`,
  );
}

export async function openEntry(
  root: FileSystemDirectoryHandle,
  segments: Segments,
): Promise<WorkspaceEntry> {
  const name = segments.at(-1);
  if (name === undefined) return root;
  const path = formatPath(segments);
  let folder: FileSystemDirectoryHandle;
  try {
    folder = await openFolder(root, segments.slice(0, -1));
  } catch (error) {
    if (isName(error, 'NotFoundError'))
      throw new ToolError('file_not_found', `File not found: ${path}. Its folder does not exist.`);
    throw error;
  }
  const entry = await childOf(folder, name);
  if (!entry) throw await notFound(root, folder, segments);
  return entry;
}

/** The entry; undefined if it or a parent folder is missing. */
export async function findEntry(
  root: FileSystemDirectoryHandle,
  segments: Segments,
): Promise<WorkspaceEntry | undefined> {
  let entry: WorkspaceEntry | undefined = root;
  for (const name of segments) {
    if (entry?.kind !== 'directory') return undefined;
    entry = await childOf(entry, name);
  }
  return entry;
}

export async function childOf(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<WorkspaceEntry | undefined> {
  try {
    return await folder.getFileHandle(name);
  } catch (error) {
    if (isName(error, 'TypeMismatchError')) return folder.getDirectoryHandle(name);
    if (isName(error, 'NotFoundError')) return undefined;
    throw error;
  }
}

async function notFound(
  root: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  segments: Segments,
): Promise<ToolError> {
  const { name, parent } = splitName(segments);
  const { names } = await namesOf({ root, folder, segments: parent });
  const likely = await Promise.all(
    nearestNames(name, [...names]).map(async (each) => ((await childOf(folder, each)) ? each : [])),
  );
  const near = likely.flat();
  const hint = near.length > 0 ? ` Did you mean ${near.map((each) => `'${each}'`).join(' or ')}?` : '';
  return new ToolError('file_not_found', `File not found: ${formatPath(segments)}.${hint}`);
}

/**
 * Refuses a name that differs from a sibling only in case or Unicode form, because such names break exports
 * and archives.
 */
export async function refuseNameCollision(
  root: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  segments: Segments,
  except?: string,
): Promise<void> {
  if (!(await childOf(folder, splitName(segments).name)))
    await refuseCollisionOfNewName(root, folder, segments, except);
}

/** Like `refuseNameCollision`, for a name that is known to be new and is about to be created. */
export async function refuseCollisionOfNewName(
  root: FileSystemDirectoryHandle,
  folder: FileSystemDirectoryHandle,
  segments: Segments,
  except?: string,
): Promise<void> {
  const { name, parent } = splitName(segments);
  // Another write may have created the name itself meanwhile.
  const find = ({ folded }: FolderNames) =>
    folded.get(foldName(name))?.find((each) => each !== name && each !== except);
  const place = { root, folder, segments: parent };
  const names = await namesOf(place);
  const found = find(names);
  const twin = found !== undefined && names.isKept ? find(await namesOf(place, true)) : found;
  if (twin === undefined) return addName({ root, segments: parent }, name);
  throw new ToolError(
    'validation_error',
    `Cannot create ${formatPath(segments)}: '${twin}' is already there and differs only in case or accents. Use that name or another one.`,
  );
}

function splitName(segments: Segments): { name: string; parent: Segments } {
  return { name: segments.at(-1) ?? '', parent: segments.slice(0, -1) };
}

export async function listFolder(root: FileSystemDirectoryHandle, segments: Segments): Promise<FileStat[]> {
  const folder = await openEntry(root, segments);
  if (folder.kind === 'file')
    throw new ToolError('validation_error', `${formatPath(segments)} is a file, not a folder.`);
  const names = (await namesIn(folder)).filter((name) => segments.length > 0 || !isHidden([name])).sort();
  const stats = names.map(async (name) => statOf(await openEntry(folder, [name]), [...segments, name]));
  return Promise.all(stats);
}

export async function statOf(entry: WorkspaceEntry, segments: Segments): Promise<FileStat> {
  const path = formatPath(segments);
  if (entry.kind === 'directory') return { path, type: 'directory', size: 0, modified: 0 };
  const { size, lastModified } = await entry.getFile();
  return { path, type: 'file', size, modified: lastModified };
}

export type Walked = { segments: Segments; entry: WorkspaceEntry };

/** Everything below a folder, hidden names included; parents before children. */
export async function* walkEntries(
  folder: FileSystemDirectoryHandle,
  segments: Segments,
): AsyncGenerator<Walked> {
  const children = (await Array.fromAsync(folder.values())).filter(({ name }) => !name.endsWith('.crswap'));
  children.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of children) {
    const down = [...segments, entry.name];
    yield { segments: down, entry };
    if (entry.kind === 'directory') yield* walkEntries(entry, down);
  }
}

export async function* walkNames(
  root: FileSystemDirectoryHandle,
  segments: Segments,
): AsyncGenerator<FileName> {
  const folder = await openEntry(root, segments);
  if (folder.kind === 'file')
    throw new ToolError('validation_error', `${formatPath(segments)} is a file, not a folder.`);
  const showHidden = isHidden(segments);
  for await (const { segments: down, entry } of walkEntries(folder, segments)) {
    if (isHidden(down) && !showHidden) continue;
    yield { path: formatPath(down), type: entry.kind };
  }
}

/** Up to three of `candidates` similar to `name`, the most similar first. */
function nearestNames(name: string, candidates: readonly string[]): string[] {
  const wanted = stemOf(name.slice(0, 64));
  return candidates
    .map((candidate) => ({ candidate, similarity: similarity(wanted, stemOf(candidate)) }))
    .filter(({ similarity }) => similarity >= 0.4)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** The name without its extension, which says nothing about two names being similar. */
function stemOf(name: string): string {
  return name.toLowerCase().replace(/(?<=.)\.[^.]*$/, '');
}

/** Sørensen–Dice coefficient of the bigrams: 0 (nothing in common) to 1 (equal). */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const common = left.filter((pair) => right.includes(pair)).length;
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
