/** Pull: applies chosen changes of the real folder to the copy, as a run that can be undone. */
import { inParallel } from '#shared/in-parallel.ts';
import type { Mark, LinkedFolderChoice, LinkedFolderReport } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import type { LinkedFolderRecord } from './records.ts';
import { findOriginal, markOfFile } from './find-original.ts';
import type { LinkedFolderDeps } from './deps.ts';
import { markSynced } from './mark-synced.ts';

const atOnce = 4;

/** `files` records for undo what it replaces. */
export async function pull(
  { store }: Pick<LinkedFolderDeps, 'store'>,
  files: FilePort,
  record: LinkedFolderRecord,
  choices: readonly LinkedFolderChoice[],
): Promise<LinkedFolderReport> {
  const report: LinkedFolderReport = { done: [], left: [], kept: null };
  const synced = new Map<string, { mark: Mark; before: Mark }>();
  try {
    await inParallel(choices, atOnce, async (choice) => {
      const why = await attempt(files, record, choice);
      if (why) return void report.left.push({ path: choice.path, why });
      report.done.push(choice.path);
      synced.set(choice.path, { mark: choice.original, before: choice.copy });
    });
  } finally {
    await markSynced(store, record.name, synced);
  }
  return report;
}

async function attempt(
  files: FilePort,
  record: LinkedFolderRecord,
  choice: LinkedFolderChoice,
): Promise<'changed' | 'failed' | undefined> {
  try {
    return (await pullFile(files, record, choice)) ? undefined : 'changed';
  } catch (error) {
    if (isName(error, 'NotAllowedError')) throw error;
    console.warn(error);
    return 'failed';
  }
}

/** False if either side has changed since the review. */
async function pullFile(
  files: FilePort,
  { name, handle }: LinkedFolderRecord,
  { path, copy, original }: LinkedFolderChoice,
): Promise<boolean> {
  const entry = await findOriginal(handle, path);
  if (entry?.kind === 'directory') return false;
  const theirs = entry ? new Blob([await (await entry.getFile()).arrayBuffer()]) : null;
  if ((theirs && (await markOfFile(theirs))) !== original) return false;
  const own = `${name}/${path}`;
  let isUnchanged = false;
  // Compare and write under one lock: an agent may be changing the copy.
  await files.change([own], async (read) => {
    const ours = await read(own);
    isUnchanged = (ours && (await markOfFile(ours))) === copy;
    if (!isUnchanged) return [];
    return [theirs ? { type: 'write', path: own, content: theirs } : { type: 'remove', path: own }];
  });
  return isUnchanged;
}
