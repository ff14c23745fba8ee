/** Looks through a real folder, and copies it into the workspace where it fits. */
import { inParallel } from '#shared/in-parallel.ts';
import { visibleText } from '#shared/invisible.ts';
import {
  mountLimits,
  type FolderSurvey,
  type LeftOut,
  type MountFault,
  type OpenMount,
} from '#shared/rpc/linked-folder.ts';
import { resolveChangeable } from '#workers/storage/workspace/path-gate.ts';
import { sha256 } from '#workers/text/sha256.ts';
import type { BaseFile } from './records.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { MountPorts } from './deps.ts';
import { walkFolder, type Found } from './walk-folder.ts';

const atOnce = 4;
/** What a small file costs beside its bytes, so that many of them move the bar, too. */
const fileCost = 4_096;

type Survey = FolderSurvey & { found: Found[] };

export async function surveyFolder(
  ports: Pick<MountPorts, 'room'>,
  handle: FileSystemDirectoryHandle,
  everything: boolean,
): Promise<FolderSurvey> {
  const { found: _, ...survey } = await lookThrough(ports, { handle, everything, name: 'folder' });
  return survey;
}

/** Stops at the first file too many: the rest need not be counted. */
async function lookThrough(
  { room }: Pick<MountPorts, 'room'>,
  { handle, everything, name }: Pick<OpenMount, 'handle' | 'everything' | 'name'>,
): Promise<Survey> {
  const left: LeftOut[] = [];
  const found: Found[] = [];
  let bytes = 0;
  const survey = (over: FolderSurvey['over']) => ({ files: found.length, bytes, left, over, found });
  const options = { name, everything, onLeft: (each: LeftOut) => void left.push(each) };
  for await (const each of walkFolder(handle, options)) {
    found.push(each);
    bytes += each.file.size;
    if (found.length > mountLimits.files) return survey('files');
    if (bytes > mountLimits.bytes) return survey('bytes');
  }
  return survey(bytes + found.length * fileCost > (await room()) ? 'room' : null);
}

/** Returns why it could not; then nothing of the copy stays. */
export async function openMount(
  ports: MountPorts,
  { handle, name, everything, run }: OpenMount,
): Promise<MountFault | undefined> {
  const { files, store } = ports;
  if (resolveChangeable(name).length !== 1 || (await isThere(ports, name))) return 'taken';
  const { found, bytes, over } = await lookThrough(ports, { handle, name, everything });
  if (over) return over;
  const total = bytes + found.length * fileCost;
  try {
    // No record for undo: nothing was there before.
    const base = await ports.asRun(run, name, total, (_, tell) => copyAll(ports, name, found, tell));
    await store.put({ name, source: visibleText(handle.name), handle, everything }, base);
    return undefined;
  } catch (error) {
    if (await isThere(ports, name)) await files.remove(name, { recursive: true });
    throw error;
  } finally {
    ports.changed(name);
  }
}

async function copyAll(
  { files }: MountPorts,
  name: string,
  found: readonly Found[],
  tell: (done: number) => void,
): Promise<BaseFile[]> {
  await files.makeDirectory(name);
  let done = 0;
  return inParallel(found, atOnce, async ({ path, file }) => {
    // Read once: what is marked is what is written, whatever happens to the file meanwhile.
    const bytes = await file.arrayBuffer();
    const mark = await sha256(bytes);
    await files.write(`${name}/${path}`, new Blob([bytes]), () => tell(done));
    done += file.size + fileCost;
    return { path, mark };
  });
}

async function isThere({ files }: Pick<MountPorts, 'files'>, name: string): Promise<boolean> {
  try {
    await files.stat(name);
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.type === 'file_not_found') return false;
    throw error;
  }
}
