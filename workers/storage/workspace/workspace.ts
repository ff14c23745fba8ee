/**
 * The file port over a directory handle: checks every path; writes are atomic, serialized per file, and
 * recorded for undo.
 */
import { ToolError } from '#workers/contracts/tool-error.ts';
import { changeFiles } from './change-files.ts';
import {
  childOf,
  findEntry,
  listFolder,
  openEntry,
  openFile,
  refuseCollisionOfNewName,
  statOf,
  walkNames,
} from './entries.ts';
import { explainFileError, retryWhileLocked } from './file-errors.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { moveEntry } from './move-entry.ts';
import { formatPath, resolveChangeable, resolvePath } from './path-gate.ts';
import { readMany } from './read-many.ts';
import { removeEntry } from './remove-entry.ts';
import { stageFile, type StagedFile, type StageOptions } from './staged-file.ts';
import { noRecorder, type ChangeRecorder } from './change-recorder.ts';
import { holdPath, lockPaths, type WriteLock } from './workspace-locks.ts';
import { openDirectory, openParent, requireName, type Writing } from './writing.ts';

export function createWorkspace(
  root: FileSystemDirectoryHandle,
  lock: WriteLock,
  recorder: ChangeRecorder = noRecorder,
): FilePort {
  const writing: Writing = { root, lock, recorder };
  const read = (path: string) =>
    explainFileError(path, async () => (await openFile(root, resolvePath(path))).getFile());
  return {
    stat: (path) =>
      explainFileError(path, async () => statOf(await openEntry(root, resolvePath(path)), resolvePath(path))),
    read,
    readMany: (paths) => readMany(root, paths),
    list: (path) => explainFileError(path, () => listFolder(root, resolvePath(path))),
    walk: (path) => walkNames(root, resolvePath(path)),
    write: (path, content, onBytes) => write(writing, path, content, { ...(onBytes && { onBytes }) }),
    append: (path, content) => write(writing, path, content, { append: true }),
    change: (paths, plan) => changeFiles(writing, paths, plan),
    hold: async (path, work) => holdPath(lock, formatPath(resolveChangeable(path)), work),
    makeDirectory: (path) => makeDirectory(writing, path),
    move: (from, to) => moveEntry(writing, from, to),
    remove: (path, options) => removeEntry(writing, path, options?.recursive ?? false),
  };
}

async function write(
  writing: Writing,
  path: string,
  content: string | Blob,
  options: StageOptions,
): Promise<number> {
  const segments = resolveChangeable(path);
  const name = requireName(segments, path);
  // This runs while the locks are being waited for.
  writing.recorder.prepare?.();
  return lockPaths(writing.lock, [formatPath(segments)], () =>
    explainFileError(path, async () => {
      const folder = await openParent(writing, segments);
      return retryWhileLocked(async () => {
        const before = await childOf(folder, name);
        if (before?.kind === 'directory')
          throw new DOMException('A folder is in the way.', 'TypeMismatchError');
        if (!before) await refuseCollisionOfNewName(writing.root, folder, segments);
        const bytes = options.append ? undefined : shortBytes(content);
        const stage = () =>
          stageFile(folder, name, bytes ?? content, !before, {
            ...options,
            ...(before && { existing: before }),
          });
        const keep = () => writing.recorder.keep([{ segments, entry: before }]);
        const staged = before ? await keepAndStage(keep, stage) : await keep().then(stage);
        await staged.commit();
        await writing.recorder.done([{ segments, entry: staged.handle, ...(bytes && { content: bytes }) }]);
        return staged.bytes;
      });
    }),
  );
}

/**
 * Runs both at the same time, because staging does not change an existing file. Not for a new file, because
 * staging creates it.
 */
async function keepAndStage(
  keep: () => Promise<void>,
  stage: () => Promise<StagedFile>,
): Promise<StagedFile> {
  const [kept, staged] = await Promise.allSettled([keep(), stage()]);
  if (staged.status === 'rejected') throw kept.status === 'rejected' ? kept.reason : staged.reason;
  if (kept.status === 'fulfilled') return staged.value;
  await staged.value.discard();
  throw kept.reason;
}

/**
 * A text of at most this many characters is encoded before it is written, because undo needs the hash of its
 * bytes.
 */
const shortCharacters = 20_000;

function shortBytes(content: string | Blob): Uint8Array<ArrayBuffer> | undefined {
  if (typeof content !== 'string' || content.length > shortCharacters) return undefined;
  return new TextEncoder().encode(content);
}

async function makeDirectory(writing: Writing, path: string): Promise<boolean> {
  const segments = resolveChangeable(path);
  return lockPaths(writing.lock, [formatPath(segments)], () =>
    explainFileError(path, async () => {
      const before = await findEntry(writing.root, segments);
      if (before?.kind === 'file')
        throw new ToolError('validation_error', `Cannot make the folder ${path}: a file has that name.`);
      await openDirectory(writing, segments);
      return before === undefined;
    }),
  );
}
