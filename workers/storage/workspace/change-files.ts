/** Changes several files as one transaction: stages all new content before it touches the first file. */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { placeName } from '#workers/text/place-name.ts';
import { childOf, findEntry, refuseNameCollision } from './entries.ts';
import { explainFileError, retryWhileLocked, removeIfThere } from './file-errors.ts';
import type { ChangePlan, FileChange } from '#workers/contracts/ports/file-port.ts';
import { formatPath, resolveChangeable, resolvePath } from './path-gate.ts';
import { stageFile, type StagedFile } from './staged-file.ts';
import { openParent, requireName, type Writing } from './writing.ts';
import { lockPaths } from './workspace-locks.ts';

type Staged = { segments: readonly string[]; old: Blob | null; file: StagedFile };

export async function changeFiles(
  writing: Writing,
  paths: readonly string[],
  plan: ChangePlan,
): Promise<void> {
  const locked = paths.map((path) => formatPath(resolveChangeable(path)));
  await lockPaths(writing.lock, locked, async () => {
    const changes = await plan((path) => readIfThere(writing, path));
    for (const { path } of changes) {
      if (!locked.includes(formatPath(resolvePath(path))))
        throw new Error(`The change of ${path} was not announced.`);
    }
    const staged = await stageAll(writing, changes);
    await commitAll(writing, staged, changes);
  });
}

async function readIfThere({ root }: Writing, path: string): Promise<File | null> {
  return explainFileError(path, async () => {
    const entry = await findEntry(root, resolvePath(path));
    if (entry?.kind === 'directory')
      throw new ToolError(
        'validation_error',
        `Path is a directory, not a file: ${placeName(path)}. Use list_directory to see what is in it.`,
      );
    return (await entry?.getFile()) ?? null;
  });
}

async function stageAll(writing: Writing, changes: readonly FileChange[]): Promise<Staged[]> {
  const staged: Staged[] = [];
  try {
    for (const change of changes)
      if (change.type === 'write')
        staged.push(await explainFileError(change.path, () => stage(writing, change)));
    return staged;
  } catch (error) {
    for (const { file } of staged) await file.discard();
    throw error;
  }
}

async function stage(writing: Writing, { path, content }: FileChange & { type: 'write' }): Promise<Staged> {
  const segments = resolvePath(path);
  const name = requireName(segments, path);
  const folder = await openParent(writing, segments);
  await refuseNameCollision(writing.root, folder, segments);
  const before = await childOf(folder, name);
  if (before?.kind === 'directory')
    throw new ToolError(
      'validation_error',
      `Path is a directory, not a file: ${placeName(path)}. Use list_directory to see what is in it.`,
    );
  await writing.recorder.keep([{ segments, entry: before }]);
  // Read now: a `File` becomes unreadable once its file changes.
  const old = before ? new Blob([await (await before.getFile()).arrayBuffer()]) : null;
  return { segments, old, file: await retryWhileLocked(() => stageFile(folder, name, content, !before)) };
}

async function commitAll(
  writing: Writing,
  staged: readonly Staged[],
  changes: readonly FileChange[],
): Promise<void> {
  const committed: Staged[] = [];
  try {
    for (const each of staged) {
      await explainFileError(formatPath(each.segments), () => each.file.commit());
      committed.push(each);
    }
    for (const change of changes) if (change.type === 'remove') await removeFile(writing, change.path);
  } catch (error) {
    for (const { file } of staged.slice(committed.length)) await file.discard();
    for (const each of committed) await restoreOriginal(writing, each);
    throw error;
  } finally {
    for (const { segments } of staged)
      await writing.recorder.done([{ segments, entry: await findEntry(writing.root, segments) }]);
  }
}

async function removeFile({ root, recorder }: Writing, path: string): Promise<void> {
  await explainFileError(path, async () => {
    const segments = resolvePath(path);
    const entry = await findEntry(root, segments);
    const folder = await findEntry(root, segments.slice(0, -1));
    if (entry?.kind !== 'file' || folder?.kind !== 'directory') return;
    await recorder.keep([{ segments, entry }], { leaving: true });
    await removeIfThere(folder, entry.name);
    await recorder.done([{ segments, entry: undefined }]);
  });
}

async function restoreOriginal({ root }: Writing, { segments, old, file }: Staged): Promise<void> {
  const folder = await findEntry(root, segments.slice(0, -1));
  if (folder?.kind !== 'directory') return;
  if (old) await (await stageFile(folder, file.handle.name, old, false)).commit();
  else await folder.removeEntry(file.handle.name);
}
