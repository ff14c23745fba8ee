/** Moves a file or a folder to a free path. OPFS moves files only, so the files of a folder move one by one. */
import { ToolError } from '../tools/tool.ts';
import { childOf, findEntry, openEntry, refuseTwin, walkEntries } from './entries.ts';
import { explainFileError, retryWhileLocked } from './file-errors.ts';
import { formatPath, resolvePath } from './path-gate.ts';
import { lockAll, lockPaths } from './workspace-locks.ts';
import { openDirectory, openParent, requireName, type Writing } from './writing.ts';

export async function moveEntry(writing: Writing, from: string, to: string): Promise<void> {
  const source = resolvePath(from);
  const target = resolvePath(to);
  requireName(source, from);
  requireName(target, to);
  const isFolder = (await findEntry(writing.root, source))?.kind === 'directory';
  const move = () => explainFileError(from, () => moveNow(writing, source, target));
  return isFolder
    ? lockAll(writing.lock, move)
    : lockPaths(writing.lock, [formatPath(source), formatPath(target)], move);
}

async function moveNow(
  writing: Writing,
  source: readonly string[],
  target: readonly string[],
): Promise<void> {
  const entry = await openEntry(writing.root, source);
  await refuseTarget(writing, source, target);
  if (entry.kind === 'file') return moveFile(writing, source, entry, target);
  if (formatPath(target).startsWith(`${formatPath(source)}/`))
    throw new ToolError('validation_error', `Cannot move ${formatPath(source)} into itself.`);
  const all = await Array.fromAsync(walkEntries(entry, source));
  // The folder itself is made even where it is empty.
  await openDirectory(writing, target);
  for (const { segments, entry: each } of all) {
    const down = [...target, ...segments.slice(source.length)];
    if (each.kind === 'file') await moveFile(writing, segments, each, down);
    else await openDirectory(writing, down);
  }
  await removeEmptied(writing, [{ segments: source, entry }, ...all]);
}

async function refuseTarget(
  { root }: Writing,
  source: readonly string[],
  target: readonly string[],
): Promise<void> {
  const path = formatPath(target);
  if (await findEntry(root, target))
    throw new ToolError(
      'validation_error',
      `Cannot move to ${path}: it is there already. Name the full new path, or delete ${path} first.`,
    );
  const folder = await findEntry(root, target.slice(0, -1));
  if (folder?.kind !== 'directory') return;
  // A name may change its case alone.
  const isSibling = formatPath(source.slice(0, -1)) === formatPath(target.slice(0, -1));
  await refuseTwin(folder, target.at(-1) ?? '', path, isSibling ? source.at(-1) : undefined);
}

async function moveFile(
  writing: Writing,
  source: readonly string[],
  file: FileSystemFileHandle,
  target: readonly string[],
): Promise<void> {
  const { recorder } = writing;
  const name = target.at(-1) ?? '';
  const folder = await openParent(writing, target);
  await recorder.keep(source, file);
  await recorder.keep(target, undefined);
  await retryWhileLocked(() => file.move(folder, name));
  await recorder.done(source, undefined);
  await recorder.done(target, await childOf(folder, name));
}

async function removeEmptied(
  { root, recorder }: Writing,
  all: readonly { segments: readonly string[]; entry: FileSystemHandle }[],
): Promise<void> {
  for (const { segments, entry } of all.toReversed()) {
    if (entry.kind === 'file') continue;
    const parent = await findEntry(root, segments.slice(0, -1));
    const folder = await findEntry(root, segments);
    if (parent?.kind !== 'directory' || !folder) continue;
    await recorder.keep(segments, folder);
    await retryWhileLocked(() => parent.removeEntry(entry.name));
    await recorder.done(segments, undefined);
  }
}
