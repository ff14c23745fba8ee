/** Takes over into the copy what changed in the real folder, as a run that can be undone. */
import { inParallel } from '#shared/in-parallel.ts';
import type { Mark, MountChoice, MountReport } from '#shared/rpc/linked-folder.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import type { FilePort } from '#workers/contracts/file-port.ts';
import type { MountRecord } from './records.ts';
import { findOriginal, markOfFile } from './find-original.ts';
import type { MountPorts } from './deps.ts';
import { settle } from './mark-synced.ts';

const atOnce = 4;

/** `files` keeps what it replaces. */
export async function fetchAgain(
  { store }: Pick<MountPorts, 'store'>,
  files: FilePort,
  record: MountRecord,
  choices: readonly MountChoice[],
): Promise<MountReport> {
  const report: MountReport = { done: [], left: [], kept: null };
  const alike = new Map<string, { mark: Mark; before: Mark }>();
  try {
    await inParallel(choices, atOnce, async (choice) => {
      const why = await attempt(files, record, choice);
      if (why) return void report.left.push({ path: choice.path, why });
      report.done.push(choice.path);
      alike.set(choice.path, { mark: choice.original, before: choice.copy });
    });
  } finally {
    await settle(store, record.name, alike);
  }
  return report;
}

async function attempt(
  files: FilePort,
  record: MountRecord,
  choice: MountChoice,
): Promise<'changed' | 'failed' | undefined> {
  try {
    return (await take(files, record, choice)) ? undefined : 'changed';
  } catch (error) {
    if (isName(error, 'NotAllowedError')) throw error;
    console.warn(error);
    return 'failed';
  }
}

/** False where one of the sides is not what was shown any more. */
async function take(
  files: FilePort,
  { name, handle }: MountRecord,
  { path, copy, original }: MountChoice,
): Promise<boolean> {
  const entry = await findOriginal(handle, path);
  if (entry?.kind === 'directory') return false;
  const theirs = entry ? new Blob([await (await entry.getFile()).arrayBuffer()]) : null;
  if ((theirs && (await markOfFile(theirs))) !== original) return false;
  const own = `${name}/${path}`;
  let isSeen = false;
  // Reading and writing under one lock: an agent may be at work in the copy.
  await files.change([own], async (read) => {
    const ours = await read(own);
    isSeen = (ours && (await markOfFile(ours))) === copy;
    if (!isSeen) return [];
    return [theirs ? { type: 'write', path: own, content: theirs } : { type: 'remove', path: own }];
  });
  return isSeen;
}
