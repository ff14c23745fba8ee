/** Hashes the files of the copy and the original; skips files whose size and time are unchanged. */
import { inParallel } from '#shared/in-parallel.ts';
import type { LeftOut } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import type { BaseFile, LinkedFolderRecord, Stamp } from './records.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Comparison, Marks } from './compare-sides.ts';
import { markOfFile } from './find-original.ts';
import { isInHeavy } from './heavy-names.ts';
import { walkFolder, type FoundFile } from './walk-folder.ts';

export type Side = { marks: Marks; stamps: ReadonlyMap<string, Stamp>; left: LeftOut[] };

const atOnce = 4;
/** A younger file may change again without a new modification time: FAT has a resolution of two seconds. */
const stampTrustedAfterMs = 3_000;

export async function scanOriginal(record: LinkedFolderRecord, base: readonly BaseFile[]): Promise<Side> {
  const left: LeftOut[] = [];
  const options = { ...record, onLeft: (each: LeftOut) => void left.push(each) };
  const found = await Array.fromAsync(walkFolder(record.handle, options));
  const side = await markAll(found, new Map(base.map((file) => [file.path, [file.mark, file.original]])));
  return { ...side, left: [...left, ...side.left] };
}

/** Undefined if the copy's folder does not exist. */
export async function scanCopy(
  files: FilePort,
  { name, everything }: LinkedFolderRecord,
  base: readonly BaseFile[],
): Promise<Side | undefined> {
  const names = await listCopy(files, name);
  if (!names) return undefined;
  const wanted = names.filter((path) => everything || !isInHeavy(path));
  const found = await inParallel(wanted, atOnce, async (path) => {
    const file = await readCopy(files, name, path);
    return file ? [{ path, file }] : [];
  });
  return markAll(found.flat(), new Map(base.map((file) => [file.path, [file.mark, file.copy]])));
}

async function listCopy(files: FilePort, name: string): Promise<string[] | undefined> {
  try {
    const paths: string[] = [];
    for await (const { path, type } of files.walk(name))
      if (type === 'file') paths.push(path.slice(name.length + 1));
    return paths;
  } catch (error) {
    // A file in its place counts as missing, too.
    if (isToolError(error, 'file_not_found', 'validation_error')) return undefined;
    throw error;
  }
}

/** `null` if the file does not exist. */
export async function readCopy(files: FilePort, name: string, path: string): Promise<File | null> {
  try {
    return await files.read(`${name}/${path}`);
  } catch (error) {
    if (isToolError(error, 'file_not_found')) return null;
    throw error;
  }
}

type Known = ReadonlyMap<string, readonly [mark: string, stamp: Stamp | undefined]>;

async function markAll(found: readonly FoundFile[], known: Known): Promise<Side> {
  const marks = new Map<string, string>();
  const stamps = new Map<string, Stamp>();
  const left: LeftOut[] = [];
  await inParallel(found, atOnce, async ({ path, file }) => {
    const stamp = { size: file.size, modified: file.lastModified };
    const [mark, seen] = known.get(path) ?? [];
    try {
      marks.set(path, mark && seen && isSameStamp(seen, stamp) ? mark : await markOfFile(file));
    } catch (error) {
      // The file changed while being read, or is unreadable; the next review will show it.
      if (!isName(error, 'NotReadableError') && !isName(error, 'NotFoundError')) throw error;
      left.push({ path, why: 'unreadable' });
      return;
    }
    if (Date.now() - stamp.modified > stampTrustedAfterMs) stamps.set(path, stamp);
  });
  return { marks, stamps, left };
}

function isSameStamp(one: Stamp, other: Stamp): boolean {
  return one.size === other.size && one.modified === other.modified;
}

function isToolError(error: unknown, ...types: ToolError['type'][]): boolean {
  return error instanceof ToolError && types.includes(error.type);
}

/** The new base: what both sides agree on, with the stamps of files that still hold it. */
export function refreshBase(
  base: readonly BaseFile[],
  { synced }: Pick<Comparison, 'synced'>,
  copy: Side,
  original: Side,
): BaseFile[] {
  const marks = new Map(base.map(({ path, mark }) => [path, mark]));
  const known = new Map(base.map((file) => [file.path, file]));
  for (const path of synced) {
    const mark = original.marks.get(path);
    if (mark === undefined) marks.delete(path);
    else marks.set(path, mark);
  }
  const stampIn = (side: Side, path: string, mark: string) =>
    side.marks.get(path) === mark ? side.stamps.get(path) : undefined;
  return [...marks].map(([path, mark]) => {
    const stamps = { copy: stampIn(copy, path, mark), original: stampIn(original, path, mark) };
    const { mark: was, before } = known.get(path) ?? {};
    return {
      ...{ path, mark },
      ...(before !== undefined && was === mark && { before }),
      ...(stamps.copy && { copy: stamps.copy }),
      ...(stamps.original && { original: stamps.original }),
    };
  });
}
