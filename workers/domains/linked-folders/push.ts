/**
 * Push: applies chosen changes of the copy to the real folder, each atomically and only if neither side has changed since
 * the review. Writes come before deletions; after a failed write nothing is deleted, because a move looks like a write and
 * a deletion, and the deletion could remove the only version.
 */
import type { LinkedFolderChoice, LinkedFolderReport } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { BaseFile, LinkedFolderRecord } from './records.ts';
import { stageFile } from '#workers/storage/workspace/staged-file.ts';
import { emptyFileMark } from './compare-sides.ts';
import { findOriginal, markOfFile, openOriginalParent } from './find-original.ts';
import type { LinkedFolderDeps } from './deps.ts';
import { readCopy } from './scan.ts';
import { markSynced } from './mark-synced.ts';

type Reason = LinkedFolderReport['left'][number]['why'];
type PushDeps = Pick<LinkedFolderDeps, 'files' | 'store'>;
/** `keepIn`: the workspace folder for versions of the real folder that would otherwise be lost. */
type Writing = PushDeps & { record: LinkedFolderRecord; base: ReadonlyMap<string, BaseFile>; keepIn: string };

export async function push(
  { files, store }: PushDeps,
  record: LinkedFolderRecord,
  choices: readonly LinkedFolderChoice[],
  keepIn: string,
): Promise<LinkedFolderReport> {
  const base = new Map((await store.base(record.name)).map((file) => [file.path, file]));
  const writing: Writing = { files, store, record, base, keepIn };
  const report: LinkedFolderReport = { done: [], left: [], kept: null };
  const written: LinkedFolderChoice[] = [];
  try {
    for (const choice of [...choices].sort(writesFirst)) {
      const isHeld = choice.copy === null && report.left.length > 0;
      const why = isHeld ? 'held' : await attempt(writing, choice, report);
      if (why) report.left.push({ path: choice.path, why });
      else {
        report.done.push(choice.path);
        written.push(choice);
      }
    }
  } finally {
    // Also after an error: what was written is now the same on both sides.
    await markSynced(store, record.name, new Map(written.map(({ path, copy }) => [path, { mark: copy }])));
  }
  return report;
}

function writesFirst(one: LinkedFolderChoice, other: LinkedFolderChoice): number {
  return Number(one.copy === null) - Number(other.copy === null);
}

async function attempt(
  writing: Writing,
  choice: LinkedFolderChoice,
  report: LinkedFolderReport,
): Promise<Reason | undefined> {
  try {
    return await pushFile(writing, choice, report);
  } catch (error) {
    // Access was never granted: nothing has been written, so report the fault of the whole push.
    if (isName(error, 'NotAllowedError') && report.done.length === 0) throw error;
    console.warn(error);
    return 'failed';
  }
}

async function pushFile(
  writing: Writing,
  choice: LinkedFolderChoice,
  report: LinkedFolderReport,
): Promise<Reason | undefined> {
  const { files, record } = writing;
  const { path } = choice;
  const ours = await readCopy(files, record.name, path);
  if ((ours && (await markOfFile(ours))) !== choice.copy) return 'changed';
  const entry = await findOriginal(record.handle, path);
  if (entry?.kind === 'directory') return 'changed';
  const theirs = entry ? await entry.getFile() : null;
  if ((theirs && (await markOfFile(theirs))) !== choice.original) return 'changed';
  if (theirs && isNewer(writing.base.get(path), choice)) {
    await files.write(`${writing.keepIn}/${path}`, new Blob([await theirs.arrayBuffer()]));
    report.kept = writing.keepIn;
  }
  if (ours) return replace(writing, path, ours, entry, theirs);
  const parent = await findOriginal(record.handle, parentOf(path));
  if (entry && parent?.kind === 'directory') await parent.removeEntry(entry.name);
  return undefined;
}

/** True if the original holds content that the copy never had or no longer has. An empty file needs no backup. */
function isNewer(base: BaseFile | undefined, { copy, original }: LinkedFolderChoice): boolean {
  if (original === emptyFileMark) return false;
  return base?.mark !== original || base.before === copy;
}

async function replace(
  { record }: Writing,
  path: string,
  ours: File,
  entry: FileSystemFileHandle | undefined,
  theirs: File | null,
): Promise<Reason | undefined> {
  const folder = await openOriginalParent(record.handle, path);
  const name = entry?.name ?? path.slice(path.lastIndexOf('/') + 1);
  const staged = await stageFile(folder, name, ours, !entry);
  // Staging a large file takes a while; the original may have changed meanwhile.
  if (entry && theirs && !isSame(await entry.getFile(), theirs)) {
    await staged.discard();
    return 'changed';
  }
  await staged.commit();
  return undefined;
}

function isSame(one: File, other: File): boolean {
  return one.size === other.size && one.lastModified === other.lastModified;
}

/** '' is the folder that the user picked. */
function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
