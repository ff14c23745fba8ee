/**
 * Writes the changes of a script to the workspace: each file atomically, and all of them in one transaction
 * if possible.
 */
import { messageOf } from '#shared/message-of.ts';
import type { ToolFiles } from '#workers/contracts/ports/file-port.ts';
import { moveRenamed } from './case-renames.ts';
import { isSameFile } from './file-origins.ts';
import type { KnownFiles } from './python-host.ts';
import type { FileTree, Snapshot, TreeChanges } from './file-tree.ts';

/** Number of files fetched with one message. */
const filesAtOnce = 500;

/** `known`: the state that the last call saw; it is updated if the port tracks changes. */
export async function takeSnapshot(files: ToolFiles, known: KnownFiles): Promise<Snapshot> {
  const changes = await files.since?.(known.mark);
  if (!changes) return takeWhole(files);
  known.mark = changes.mark;
  for (const path of changes.gone) {
    known.folders.delete(path);
    known.files.delete(path);
  }
  for (const path of changes.folders) {
    known.files.delete(path);
    known.folders.add(path);
  }
  for (const { path, file } of changes.files) {
    known.folders.delete(path);
    known.files.set(path, file);
  }
  return {
    // Parents before children.
    folders: [...known.folders].sort(),
    files: Array.from(known.files, ([path, file]) => ({ path, file })),
  };
}

async function takeWhole(files: ToolFiles): Promise<Snapshot> {
  const folders: string[] = [];
  const paths: string[] = [];
  for await (const { path, type } of files.walk('.')) (type === 'directory' ? folders : paths).push(path);
  const found: { path: string; file: File }[] = [];
  for (let from = 0; from < paths.length; from += filesAtOnce) {
    const part = paths.slice(from, from + filesAtOnce);
    const opened = await files.readMany(part);
    // `null`: the file was removed since the names were listed.
    opened.forEach((file, index) => file && found.push({ path: part[index] ?? '', file }));
  }
  return { folders, files: found };
}

/**
 * Returns the files that the script wrote, and notes for the model: what could not be written, and what
 * something else had changed meanwhile.
 */
export async function writeBack(
  tree: FileTree,
  files: ToolFiles,
): Promise<{ writes: TreeChanges['writes']; notes: string[] }> {
  const notes: string[] = [];
  const attempt = async (path: string, work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      notes.push(`${path} was not changed: ${messageOf(error)}`);
      return false;
    }
  };
  const { changes, placed } = await moveRenamed(tree, tree.changes(), (from, to) =>
    attempt(to, () => files.move(from, to)),
  );
  // A new folder may have the path of a removed file.
  const folders = new Set(changes.folders);
  for (const path of changes.removedFiles.filter((each) => folders.has(each)))
    await attempt(path, () => files.remove(path));
  let isWhole = true;
  for (const path of changes.folders)
    isWhole = (await attempt(path, () => files.makeDirectory(path))) && isWhole;
  isWhole = (await writeFiles(tree, files, { ...changes, placed }, notes, attempt)) && isWhole;
  // Folders are removed only if all writes succeeded, because a renamed file may not have been written.
  if (isWhole) for (const path of changes.removedFolders) await attempt(path, () => files.remove(path));
  else notes.push(...changes.removedFolders.map((path) => `${path} was kept`));
  return { writes: changes.writes, notes };
}

async function writeFiles(
  tree: FileTree,
  files: ToolFiles,
  { writes, removedFiles, folders, placed }: TreeChanges & { placed: ReadonlySet<string> },
  notes: string[],
  attempt: (path: string, work: () => Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  const removed = removedFiles.filter((path) => !folders.includes(path));
  const paths = [...writes.map(({ path }) => path), ...removed];
  if (paths.length + placed.size === 0) return true;
  let isWhole = true;
  const overwritten: string[] = [];
  try {
    await files.change(paths, async (read) => {
      for (const path of paths) {
        const [now, original] = [await read(path), tree.originalOf(path)];
        const isAsBefore = now && original ? isSameFile(now, original) : !now && !original;
        if (!isAsBefore && now && !placed.has(path)) overwritten.push(path);
      }
      return [
        ...writes.map(({ path, content }) => ({ type: 'write' as const, path, content })),
        ...removed.map((path) => ({ type: 'remove' as const, path })),
      ];
    });
  } catch {
    // The transaction failed, for example because of one invalid name; writing the files one by one saves the
    // others and reports the failing one.
    for (const { path, content } of writes)
      isWhole = (await attempt(path, () => files.write(path, content))) && isWhole;
    // A removed file may have been renamed to one that could not be written.
    if (isWhole) for (const path of removed) await attempt(path, () => files.remove(path));
    else notes.push(...removed.map((path) => `${path} was kept`));
  }
  for (const path of overwritten)
    notes.push(
      `${path} was changed by something else while the script ran; the script's version replaced that change`,
    );
  const changed = [...new Set([...writes.map(({ path }) => path), ...placed])];
  const written = await files.readMany(changed);
  written.forEach((file, index) => file && tree.markClean(changed[index] ?? '', file));
  return isWhole;
}
