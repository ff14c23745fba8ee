/** Finds a file of the real folder by its path in the workspace, name by name from the folder the user picked. */
import { linkedFolderLimits, type Mark } from '#shared/rpc/linked-folder.ts';
import { childOf, type WorkspaceEntry } from '#workers/storage/workspace/entries.ts';
import { sha256 } from '#workers/text/sha256.ts';

/** The mark of a folder or of a file too large to compare. Equals no SHA-256. */
const incomparable = 'something else';

export async function findOriginal(
  root: FileSystemDirectoryHandle,
  path: string,
): Promise<WorkspaceEntry | undefined> {
  let entry: WorkspaceEntry | undefined = root;
  for (const name of path.split('/').filter(Boolean)) {
    if (entry?.kind !== 'directory') return undefined;
    entry = await findChild(entry, name);
  }
  return entry;
}

/** macOS decomposes accents in names (NFD); the workspace uses NFC. */
async function findChild(
  folder: FileSystemDirectoryHandle,
  name: string,
): Promise<WorkspaceEntry | undefined> {
  const exact = await childOf(folder, name);
  if (exact) return exact;
  for await (const entry of folder.values())
    if (entry.name !== name && entry.name.normalize('NFC') === name) return entry;
  return undefined;
}

/** The parent folder of a new file; creates missing folders. */
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

export async function markOfEntry(entry: WorkspaceEntry | undefined): Promise<Mark> {
  if (!entry) return null;
  return entry.kind === 'file' ? markOfFile(await entry.getFile()) : incomparable;
}

export async function markOfFile(file: Blob): Promise<string> {
  return file.size > linkedFolderLimits.fileBytes ? incomparable : sha256(await file.arrayBuffer());
}
