/** What the user does to files by hand: each change is part of a run, so that undo brings back what was there. */
import { assertNever } from '#shared/assert-never.ts';
import type { FileEdit, SaveAnswer, TextSave } from '#shared/rpc/file-edit.ts';
import type { RunId } from '#shared/ids.ts';
import type { FilePort, ReadOnlyFiles } from '#workers/contracts/file-port.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export type UserFiles = {
  /** Any work on files as one run; `tell` is told how far it is, of `total`, and throws where it was cancelled. */
  asRun<T>(
    run: RunId,
    path: string,
    total: number,
    work: (files: FilePort, tell: (done: number) => void) => Promise<T>,
  ): Promise<T>;
  edit(run: RunId, edit: FileEdit): Promise<void>;
  /** Ends the write of this run that goes on; the old file stays. */
  cancel(run: RunId): void;
  saveText(run: RunId, save: TextSave): Promise<SaveAnswer>;
  /** A folder and all that is below it as one archive. */
  zip(path: string): Promise<Blob>;
};

export type UserFilesPorts = {
  bus: Pick<EventBus, 'post'>;
  files: ReadOnlyFiles;
  folders: { undo: FileSystemDirectoryHandle; workspace: FileSystemDirectoryHandle };
  fileLock: WriteLock;
};

/** Smaller files are there before a bar is drawn. */
const toldBytes = 4 * 1024 * 1024;
const toldEveryMs = 100;

export function createUserFiles({ bus, files: readable, folders, fileLock }: UserFilesPorts): UserFiles {
  const cancelled = new Set<RunId>();
  /** Writes that were told of: they must also be told to be over. */
  const told = new Map<RunId, { path: string; total: number }>();

  async function record<T>(run: RunId, path: string, work: (files: FilePort) => Promise<T>): Promise<T> {
    const recorder = createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
    try {
      return await work(createWorkspace(folders.workspace, fileLock, recorder));
    } finally {
      recorder.close();
      cancelled.delete(run);
      const shown = told.get(run);
      told.delete(run);
      if (shown) bus.post({ type: 'file-progress', run, ...shown, done: shown.total });
      await forgetEmpty(folders.undo, run);
      // Also after a failure: of several files, some may have gone already.
      bus.post({ type: 'changed', kind: 'files', ids: [path], run });
    }
  }

  /** Tells of a large file now and then, and ends it when somebody said so. */
  function watch(run: RunId, path: string, total: number): (done: number) => void {
    let toldAt = 0;
    return (done) => {
      if (cancelled.has(run)) throw new ToolError('cancelled', `${path} was not written: it was cancelled.`);
      if (total < toldBytes || done === total || Date.now() - toldAt < toldEveryMs) return;
      toldAt = Date.now();
      told.set(run, { path, total });
      bus.post({ type: 'file-progress', run, path, done, total });
    };
  }

  return {
    asRun: (run, path, total, work) => record(run, path, (files) => work(files, watch(run, path, total))),
    edit: (run, edit) =>
      record(run, edit.type === 'move' ? edit.to : edit.path, async (files) => {
        switch (edit.type) {
          case 'write': {
            const total = typeof edit.content === 'string' ? 0 : edit.content.size;
            return void (await files.write(edit.path, edit.content, watch(run, edit.path, total)));
          }
          case 'make-directory':
            return void (await files.makeDirectory(edit.path));
          case 'move':
            return files.move(edit.from, edit.to);
          case 'remove':
            return files.remove(edit.path, { recursive: true });
          default:
            return assertNever(edit);
        }
      }),
    cancel: (run) => void cancelled.add(run),
    async zip(path) {
      const { zipFolder } = await import('./zip-folder.ts');
      return zipFolder(readable, path);
    },
    saveText: (run, save) => record(run, save.path, (files) => saveText(files, save)),
  };
}

/** The text itself is compared: two writes within a millisecond have the same time. */
async function saveText(files: FilePort, { path, text, base }: TextSave): Promise<SaveAnswer> {
  let answer: SaveAnswer = { saved: true };
  await files.change([path], async (read) => {
    const file = await read(path);
    const disk = file && (await textOf(file));
    // Who wrote the very same words has not been in the way.
    const isMine = disk === base || disk === text;
    if (!isMine) answer = { saved: false, disk };
    return isMine ? [{ type: 'write', path, content: text }] : [];
  });
  return answer;
}

async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A byte order mark is part of the file, and goes back into it.
  return isBinary(bytes) ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** A run that changed nothing leaves nothing to undo. */
async function forgetEmpty(undo: FileSystemDirectoryHandle, run: RunId): Promise<void> {
  try {
    await undo.removeEntry(run);
  } catch (error) {
    if (!isName(error, 'InvalidModificationError') && !isName(error, 'NotFoundError')) throw error;
  }
}
