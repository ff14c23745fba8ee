/** The file port over a directory handle: every path through the gate, every write atomic and one at a time. */
import { ToolError } from '../tools/tool.ts';
import type { FilePort, FileStat } from './file-port.ts';
import { explainFileError, isName, retryWhileLocked } from './file-errors.ts';
import { nearestNames } from './nearest-names.ts';
import { formatPath, resolvePath } from './path-gate.ts';

/** Long results are kept here; readable by path, but no part of the user's files. */
const hiddenRootNames = new Set(['.results']);

/** One write that does not fit the quota fails as a broken pipe; smaller ones fail as what they are. */
const chunkBytes = 1024 * 1024;

/** Runs `work` while nobody else writes the same file, in this tab or another. */
export type WriteLock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** Contract of the lock: Web Locks where the caller has them. `root` is the handle of `/workspace`. */
export function createWorkspace(root: FileSystemDirectoryHandle, lock: WriteLock): FilePort {
  const write = (path: string, content: string | Blob, append: boolean) => {
    const segments = resolvePath(path);
    const name = segments.at(-1);
    if (name === undefined)
      throw new ToolError(
        'validation_error',
        `Parameter 'path': ${path} is the workspace folder; name a file in it.`,
      );
    return lock(`oneclaw-file-${formatPath(segments)}`, () =>
      explainFileError(path, async () => {
        const folder = await openFolder(root, segments.slice(0, -1), true);
        await refuseTwin(folder, name, path);
        return retryWhileLocked(() => writeFile(folder, name, content, append));
      }),
    );
  };

  return {
    stat: (path) =>
      explainFileError(path, async () => statOf(await openEntry(root, resolvePath(path)), resolvePath(path))),
    read: (path) => explainFileError(path, async () => (await openFile(root, resolvePath(path))).getFile()),
    list: (path) => explainFileError(path, () => listFolder(root, resolvePath(path))),
    write: (path, content) => write(path, content, false),
    append: (path, content) => write(path, content, true),
    remove: (path) =>
      explainFileError(path, async () => {
        const segments = resolvePath(path);
        const name = segments.at(-1);
        if (name === undefined)
          throw new ToolError('validation_error', 'The workspace itself cannot be deleted.');
        await openEntry(root, segments);
        const folder = await openFolder(root, segments.slice(0, -1), false);
        await retryWhileLocked(() => folder.removeEntry(name, { recursive: true }));
      }),
  };
}

/** `createWritable` swaps the new content in at `close()`: a killed writer leaves the old file whole. */
async function writeFile(
  folder: FileSystemDirectoryHandle,
  name: string,
  content: string | Blob,
  append: boolean,
): Promise<number> {
  const isNew = !(await namesIn(folder)).includes(name);
  const handle = await folder.getFileHandle(name, { create: true });
  const blob = new Blob([content]);
  const start = append ? (await handle.getFile()).size : 0;
  const writable = await handle.createWritable({ keepExistingData: append });
  try {
    for (let at = 0; at < blob.size; at += chunkBytes) {
      await writable.write({ type: 'write', position: start + at, data: blob.slice(at, at + chunkBytes) });
    }
    await writable.close();
  } catch (error) {
    await writable.abort().catch(() => undefined);
    // What was never written must not appear as an empty file.
    if (isNew) await folder.removeEntry(name);
    throw error;
  }
  return blob.size;
}

async function openFolder(
  root: FileSystemDirectoryHandle,
  segments: readonly string[],
  create: boolean,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const [index, name] of segments.entries()) {
    const path = formatPath(segments.slice(0, index + 1));
    try {
      folder = await folder.getDirectoryHandle(name);
    } catch (error) {
      if (isName(error, 'TypeMismatchError'))
        throw new ToolError('validation_error', `${path} is a file, not a folder.`);
      if (!create || !isName(error, 'NotFoundError')) throw error;
      await refuseTwin(folder, name, path);
      folder = await folder.getDirectoryHandle(name, { create: true });
    }
  }
  return folder;
}

async function openFile(
  root: FileSystemDirectoryHandle,
  segments: readonly string[],
): Promise<FileSystemFileHandle> {
  const entry = await openEntry(root, segments);
  if (entry.kind === 'file') return entry;
  throw new ToolError(
    'validation_error',
    `Path is a directory, not a file: ${formatPath(segments)}. Use list_directory to see what is in it.`,
  );
}

async function openEntry(
  root: FileSystemDirectoryHandle,
  segments: readonly string[],
): Promise<FileSystemFileHandle | FileSystemDirectoryHandle> {
  const name = segments.at(-1);
  if (name === undefined) return root;
  const path = formatPath(segments);
  let folder: FileSystemDirectoryHandle;
  try {
    folder = await openFolder(root, segments.slice(0, -1), false);
  } catch (error) {
    if (isName(error, 'NotFoundError'))
      throw new ToolError('file_not_found', `File not found: ${path}. Its folder does not exist.`);
    throw error;
  }
  try {
    return await folder.getFileHandle(name);
  } catch (error) {
    if (isName(error, 'TypeMismatchError')) return folder.getDirectoryHandle(name);
    if (isName(error, 'NotFoundError')) throw await notFound(folder, name, path);
    throw error;
  }
}

async function notFound(folder: FileSystemDirectoryHandle, name: string, path: string): Promise<ToolError> {
  const near = nearestNames(name, await namesIn(folder));
  const hint = near.length > 0 ? ` Did you mean ${near.map((each) => `'${each}'`).join(' or ')}?` : '';
  return new ToolError('file_not_found', `File not found: ${path}.${hint}`);
}

/** Two names that differ only in case or Unicode form break exports and archives; the second is refused. */
async function refuseTwin(folder: FileSystemDirectoryHandle, name: string, path: string): Promise<void> {
  const siblings = await namesIn(folder);
  if (siblings.includes(name)) return;
  const folded = name.normalize('NFC').toLowerCase();
  for (const sibling of siblings) {
    if (sibling.normalize('NFC').toLowerCase() !== folded) continue;
    throw new ToolError(
      'validation_error',
      `Cannot create ${path}: '${sibling}' is already there and differs only in case or accents. Use that name or another one.`,
    );
  }
}

async function namesIn(folder: FileSystemDirectoryHandle): Promise<string[]> {
  return (await Array.fromAsync(folder.keys())).filter((name) => !name.endsWith('.crswap'));
}

async function listFolder(root: FileSystemDirectoryHandle, segments: readonly string[]): Promise<FileStat[]> {
  const folder = await openEntry(root, segments);
  if (folder.kind === 'file')
    throw new ToolError('validation_error', `${formatPath(segments)} is a file, not a folder.`);
  const names = (await namesIn(folder))
    .filter((name) => segments.length > 0 || !hiddenRootNames.has(name))
    .sort();
  const entries = await Promise.all(names.map((name) => openEntry(folder, [name])));
  return Promise.all(entries.map((entry, index) => statOf(entry, [...segments, names[index] ?? entry.name])));
}

async function statOf(
  entry: FileSystemFileHandle | FileSystemDirectoryHandle,
  segments: readonly string[],
): Promise<FileStat> {
  const path = formatPath(segments);
  if (entry.kind === 'directory') return { path, type: 'directory', size: 0, modified: 0 };
  const { size, lastModified } = await entry.getFile();
  return { path, type: 'file', size, modified: lastModified };
}
