/** Surveys a real folder, and copies it into the workspace if it fits. */
import { inParallel } from '#shared/in-parallel.ts';
import { visibleName } from '#shared/invisible.ts';
import {
  linkedFolderLimits,
  type FolderSurvey,
  type LeftOut,
  type LinkedFolderFault,
  type NewLinkedFolder,
} from '#shared/rpc/linked-folder.ts';
import { resolveChangeable } from '#workers/storage/workspace/path-gate.ts';
import { sha256 } from '#workers/text/sha256.ts';
import type { BaseFile } from './records.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { LinkedFolderDeps } from './deps.ts';
import { walkFolder, type FoundFile } from './walk-folder.ts';

const atOnce = 4;
/** Overhead per file in bytes, so that many small files also move the progress bar. */
const fileOverhead = 4_096;

type Survey = FolderSurvey & { found: FoundFile[] };

export async function surveyFolder(
  deps: Pick<LinkedFolderDeps, 'room'>,
  handle: FileSystemDirectoryHandle,
  everything: boolean,
): Promise<FolderSurvey> {
  const { found: _, ...survey } = await scanFolder(deps, { handle, everything, name: 'folder' });
  return survey;
}

/** Stops at the first file over a limit. */
async function scanFolder(
  { room }: Pick<LinkedFolderDeps, 'room'>,
  { handle, everything, name }: Pick<NewLinkedFolder, 'handle' | 'everything' | 'name'>,
): Promise<Survey> {
  const left: LeftOut[] = [];
  const found: FoundFile[] = [];
  let bytes = 0;
  const survey = (over: FolderSurvey['over']) => ({ files: found.length, bytes, left, over, found });
  const options = { name, everything, onLeft: (each: LeftOut) => void left.push(each) };
  for await (const each of walkFolder(handle, options)) {
    found.push(each);
    bytes += each.file.size;
    if (found.length > linkedFolderLimits.files) return survey('files');
    if (bytes > linkedFolderLimits.bytes) return survey('bytes');
  }
  return survey(bytes + found.length * fileOverhead > (await room()) ? 'room' : null);
}

/** Returns a fault if the folder cannot be linked. Removes a partial copy before it throws. */
export async function linkFolder(
  deps: LinkedFolderDeps,
  { handle, name, everything, run }: NewLinkedFolder,
): Promise<LinkedFolderFault | undefined> {
  const { files, store } = deps;
  if (resolveChangeable(name).length !== 1 || (await exists(deps, name))) return 'taken';
  const { found, bytes, over } = await scanFolder(deps, { handle, name, everything });
  if (over) return over;
  const total = bytes + found.length * fileOverhead;
  try {
    // Needs no undo record: nothing was there before.
    const base = await deps.asRun(run, name, total, (_, tell) => copyAll(deps, name, found, tell));
    await store.put({ name, source: visibleName(handle.name), handle, everything }, base);
    return undefined;
  } catch (error) {
    if (await exists(deps, name)) await files.remove(name, { recursive: true });
    throw error;
  } finally {
    deps.changed(name);
  }
}

async function copyAll(
  { files }: LinkedFolderDeps,
  name: string,
  found: readonly FoundFile[],
  tell: (done: number) => void,
): Promise<BaseFile[]> {
  await files.makeDirectory(name);
  let done = 0;
  return inParallel(found, atOnce, async ({ path, file }) => {
    // Read once, so that the hash is of the bytes written even if the file changes meanwhile.
    const bytes = await file.arrayBuffer();
    const mark = await sha256(bytes);
    await files.write(`${name}/${path}`, new Blob([bytes]), () => tell(done));
    done += file.size + fileOverhead;
    return { path, mark };
  });
}

async function exists({ files }: Pick<LinkedFolderDeps, 'files'>, name: string): Promise<boolean> {
  try {
    await files.stat(name);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'file_not_found') return false;
    throw error;
  }
}
