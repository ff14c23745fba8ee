/**
 * Writes chosen changes into the real folder: each only while both sides still are what was shown, each at once or not at
 * all. Writing comes first; where anything of it fails, nothing is deleted, because what was moved looks like both.
 */
import type { MountChoice, MountReport } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { BaseFile, MountRecord } from './records.ts';
import { stageFile } from '#workers/storage/workspace/staged-file.ts';
import { markOfNothing } from './compare-sides.ts';
import { findOriginal, markOfFile, openOriginalParent } from './find-original.ts';
import type { MountPorts } from './deps.ts';
import { readCopy } from './scan.ts';
import { settle } from './mark-synced.ts';

type Reason = MountReport['left'][number]['why'];
type WritePorts = Pick<MountPorts, 'files' | 'store'>;
/** `keepIn`: the folder of the workspace where versions are kept that would otherwise be lost. */
type Writing = WritePorts & { record: MountRecord; base: ReadonlyMap<string, BaseFile>; keepIn: string };

export async function writeBack(
  { files, store }: WritePorts,
  record: MountRecord,
  choices: readonly MountChoice[],
  keepIn: string,
): Promise<MountReport> {
  const base = new Map((await store.base(record.name)).map((file) => [file.path, file]));
  const writing: Writing = { files, store, record, base, keepIn };
  const report: MountReport = { done: [], left: [], kept: null };
  const written: MountChoice[] = [];
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
    // Also where it breaks off: what was written is alike on both sides now.
    await settle(store, record.name, new Map(written.map(({ path, copy }) => [path, { mark: copy }])));
  }
  return report;
}

function writesFirst(one: MountChoice, other: MountChoice): number {
  return Number(one.copy === null) - Number(other.copy === null);
}

async function attempt(
  writing: Writing,
  choice: MountChoice,
  report: MountReport,
): Promise<Reason | undefined> {
  try {
    return await change(writing, choice, report);
  } catch (error) {
    // The answer to a question that was never asked: nothing has happened yet.
    if (isName(error, 'NotAllowedError') && report.done.length === 0) throw error;
    console.warn(error);
    return 'failed';
  }
}

async function change(
  writing: Writing,
  choice: MountChoice,
  report: MountReport,
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

/** The copy never had what is in the real folder, or does not have it any more; of nothing there is nothing to keep. */
function isNewer(base: BaseFile | undefined, { copy, original }: MountChoice): boolean {
  if (original === markOfNothing) return false;
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
  // A large file takes a while to be written beside the old one.
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
