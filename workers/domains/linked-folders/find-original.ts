/** A file of the real folder by its path in the workspace, reached name by name from the folder the user picked. */
import { mountLimits, type Mark } from '#shared/rpc/linked-folder.ts';
import { childOf, type Entry } from '#workers/storage/workspace/entries.ts';
import { sha256 } from '#workers/text/sha256.ts';

/** What cannot be a file of the copy: a folder, or more than is ever compared. It equals no mark. */
const another = 'something else';

export async function findOriginal(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<Entry | undefined> {
  let entry: Entry | undefined = root;
  for (const name of path.split('/').filter(Boolean)) {
    if (entry?.kind !== 'directory') return undefined;
    entry = await findChild(entry, name);
  }
  return entry;
}

/** Some systems take accents apart in names; the workspace puts them together. */
async function findChild(folder: FileSystemDirectoryHandle, name: string): Promise<Entry | undefined> {
  const exact = await childOf(folder, name);
  if (exact) return exact;
  for await (const entry of folder.values())
    if (entry.name !== name && entry.name.normalize('NFC') === name) return entry;
  return undefined;
}

/** The folder a new file is to be in, made where it is missing. */
export async function openOriginalParent(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const name of path.split('/').slice(0, -1)) {
    const known = await findChild(folder, name);
    if (known?.kind === 'file') throw new DOMException(`${name} is a file.`, 'TypeMismatchError');
    folder = known ?? (await folder.getDirectoryHandle(name, { create: true }));
  }
  return folder;
}

export async function markOfEntry(entry: Entry | undefined): Promise<Mark> {
  if (!entry) return null;
  return entry.kind === 'file' ? markOfFile(await entry.getFile()) : another;
}

export async function markOfFile(file: Blob): Promise<string> {
  return file.size > mountLimits.fileBytes ? another : sha256(await file.arrayBuffer());
}
