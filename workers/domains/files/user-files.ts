/** Manual file changes of the user: each belongs to a run, so that it can be undone. */
import { assertNever } from '#shared/assert-never.ts';
import type { FileEdit, SaveAnswer, TextSave } from '#shared/rpc/file-edit.ts';
import type { RunId } from '#shared/ids.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { isName } from '#workers/storage/workspace/file-errors.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import type { EventBus } from '#workers/engine/events/event-bus.ts';
import type { WriteLock } from '#workers/storage/workspace/workspace-locks.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

export type UserFiles = {
  /** The workspace, for reading and for changes that need no undo record. */
  files: FilePort;
  /**
   * Makes file changes as one run. `tell` reports the bytes done of `total`; it throws once the run is
   * cancelled.
   */
  asRun<T>(
    run: RunId,
    path: string,
    total: number,
    work: (files: FilePort, tell: (done: number) => void) => Promise<T>,
  ): Promise<T>;
  edit(run: RunId, edit: FileEdit): Promise<void>;
  /** Aborts the current write of this run; the old file stays. */
  cancel(run: RunId): void;
  saveText(run: RunId, save: TextSave): Promise<SaveAnswer>;
  /** A folder, recursively, as a zip archive. */
  zip(path: string): Promise<Blob>;
};

export type UserFilesDeps = {
  bus: Pick<EventBus, 'post'>;
  folders: { undo: FileSystemDirectoryHandle; workspace: FileSystemDirectoryHandle };
  fileLock: WriteLock;
};

/** Smaller files finish before a progress bar would be drawn. */
const progressFromBytes = 4 * 1024 * 1024;
const progressEveryMs = 100;

export function createUserFiles({ bus, folders, fileLock }: UserFilesDeps): UserFiles {
  const workspace = createWorkspace(folders.workspace, fileLock);
  const cancelled = new Set<RunId>();
  /** Runs with a progress event: they also need a final one. */
  const reported = new Map<RunId, { path: string; total: number }>();

  async function record<T>(run: RunId, path: string, work: (files: FilePort) => Promise<T>): Promise<T> {
    const recorder = createUndoRecorder(await folders.undo.getDirectoryHandle(run, { create: true }));
    try {
      return await work(createWorkspace(folders.workspace, fileLock, recorder));
    } finally {
      recorder.close();
      cancelled.delete(run);
      const shown = reported.get(run);
      reported.delete(run);
      if (shown) bus.post({ type: 'file-progress', run, ...shown, done: shown.total });
      await removeIfEmpty(folders.undo, run);
      // Also after a failure: some of several files may have changed already.
      bus.post({ type: 'changed', kind: 'files', ids: [path], run });
    }
  }

  /** Posts throttled progress events for a large file; throws once the run is cancelled. */
  function watch(run: RunId, path: string, total: number): (done: number) => void {
    let postedAt = 0;
    return (done) => {
      if (cancelled.has(run)) throw new ToolError('cancelled', `${path} was not written: it was cancelled.`);
      if (total < progressFromBytes || done === total || Date.now() - postedAt < progressEveryMs) return;
      postedAt = Date.now();
      reported.set(run, { path, total });
      bus.post({ type: 'file-progress', run, path, done, total });
    };
  }

  return {
    files: workspace,
    asRun: (run, path, total, work) => record(run, path, (files) => work(files, watch(run, path, total))),
    edit: (run, edit) =>
      record(run, edit.type === 'move' ? edit.to : edit.path, (files) =>
        applyEdit(edit, files, (path, total) => watch(run, path, total)),
      ),
    cancel: (run) => void cancelled.add(run),
    async zip(path) {
      const { zipFolder } = await import('./zip-folder.ts');
      return zipFolder(workspace, path);
    },
    saveText: (run, save) => record(run, save.path, (files) => saveText(files, save)),
  };
}

async function applyEdit(
  edit: FileEdit,
  files: FilePort,
  watch: (path: string, total: number) => (done: number) => void,
): Promise<void> {
  switch (edit.type) {
    case 'write': {
      const total = typeof edit.content === 'string' ? 0 : edit.content.size;
      await files.write(edit.path, edit.content, watch(edit.path, total));
      return;
    }
    case 'make-directory':
      await files.makeDirectory(edit.path);
      return;
    case 'move':
      return files.move(edit.from, edit.to);
    case 'remove':
      return files.remove(edit.path, { recursive: true });
    default:
      return assertNever(edit);
  }
}

/** Compares the text, not the modification time: two writes may fall within one millisecond. */
async function saveText(files: FilePort, { path, text, base }: TextSave): Promise<SaveAnswer> {
  let answer: SaveAnswer = { saved: true };
  await files.change([path], async (read) => {
    const file = await read(path);
    const disk = file && (await textOf(file));
    // If somebody else wrote the same text, there is no conflict.
    const canSave = disk === base || disk === text;
    if (!canSave) answer = { saved: false, disk };
    return canSave ? [{ type: 'write', path, content: text }] : [];
  });
  return answer;
}

async function textOf(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Keeps a byte order mark, so that it is written back.
  return isBinary(bytes) ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Removes the undo folder of a run that changed nothing. `removeEntry` fails if the folder is not empty. */
async function removeIfEmpty(undo: FileSystemDirectoryHandle, run: RunId): Promise<void> {
  try {
    await undo.removeEntry(run);
  } catch (error) {
    if (!isName(error, 'InvalidModificationError') && !isName(error, 'NotFoundError')) throw error;
  }
}
