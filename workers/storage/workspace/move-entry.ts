/**
 * Moves a file or a folder to a free path. OPFS can move only files, so a folder's files are moved one by
 * one.
 */
import { inParallel } from '#shared/in-parallel.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { placeName } from '#workers/text/place-name.ts';
import { childOf, findEntry, openEntry, refuseNameCollision, walkEntries } from './entries.ts';
import { explainFileError, retryWhileLocked, removeIfThere } from './file-errors.ts';
import { formatPath, resolveChangeable } from './path-gate.ts';
import { lockAll, lockPaths } from './workspace-locks.ts';
import { openDirectory, openParent, requireName, type Writing } from './writing.ts';

const atOnce = 8;

export async function moveEntry(writing: Writing, from: string, to: string): Promise<void> {
  const source = resolveChangeable(from);
  const target = resolveChangeable(to);
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
  if (entry.kind === 'file') return moveFiles(writing, [{ segments: source, entry, to: target }]);
  if (formatPath(target).startsWith(`${formatPath(source)}/`))
    throw new ToolError('validation_error', `Cannot move ${placeName(formatPath(source))} into itself.`);
  await moveFolder(writing, source, entry, target);
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
      `Cannot move to ${path}: it is there already, and nothing was moved. Choose another new path, or ask the user whether it may be replaced.`,
    );
  const folder = await findEntry(root, target.slice(0, -1));
  if (folder?.kind !== 'directory') return;
  // A rename may change only the case of a name.
  const own = isSibling(source, target) ? source.at(-1) : undefined;
  await refuseNameCollision(root, folder, target, own);
}

function isSibling(source: readonly string[], target: readonly string[]): boolean {
  return formatPath(source.slice(0, -1)) === formatPath(target.slice(0, -1));
}

type Moving = { segments: readonly string[]; entry: FileSystemFileHandle; to: readonly string[] };

async function moveFolder(
  writing: Writing,
  source: readonly string[],
  folder: FileSystemDirectoryHandle,
  target: readonly string[],
): Promise<void> {
  const { recorder, root } = writing;
  const moved = (segments: readonly string[]) => [...target, ...segments.slice(source.length)];
  const all = await Array.fromAsync(walkEntries(folder, source));
  const folders = all.filter(({ entry }) => entry.kind === 'directory');
  // Empty folders are created, too.
  for (const segments of [source, ...folders.map((each) => each.segments)])
    await openDirectory(writing, moved(segments), isSibling(source, target) ? source.at(-1) : undefined);
  const files = all.flatMap(({ segments, entry }): Moving[] =>
    entry.kind === 'file' ? [{ segments, entry, to: moved(segments) }] : [],
  );
  await moveFiles(writing, files);
  const parent = await findEntry(root, source.slice(0, -1));
  if (parent?.kind !== 'directory') return;
  const emptied = [{ segments: source, entry: folder }, ...folders];
  await recorder.keep(emptied);
  await removeIfThere(parent, folder.name);
  await recorder.done(emptied.map(({ segments }) => ({ segments, entry: undefined })));
}

async function moveFiles(writing: Writing, files: readonly Moving[]): Promise<void> {
  const { recorder } = writing;
  await recorder.keep(files);
  await recorder.keep(files.map(({ to }) => ({ segments: to, entry: undefined })));
  const moved = await inParallel(files, atOnce, async ({ segments, entry, to }) => {
    const name = to.at(-1) ?? '';
    const folder = await openParent(writing, to);
    await retryWhileLocked(() => entry.move(folder, name));
    return [
      { segments, entry: undefined },
      { segments: to, entry: await childOf(folder, name) },
    ];
  });
  await recorder.done(moved.flat());
}
