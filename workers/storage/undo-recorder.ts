/**
 * Keeps what a run is about to change, so that it can be undone. The folder of the run, which one handle leads to, has a
 * copy of each file from before its first change, named by a hash of its path, and one append-only file of records per
 * call. A record is on its way to the disk before the change it announces: a kill at any moment leaves both the old
 * content and the knowledge of where it belongs.
 */
import { newId } from '../../src/shared/ids.ts';
import { childOf, isHidden, type Entry } from './entries.ts';
import { retryWhileLocked } from './file-errors.ts';
import { formatPath } from './path-gate.ts';
import { sha256 } from './sha256.ts';
import { describeState, type UndoRecord } from './undo-record.ts';

/** Contract: `keep` before a change of the path and `done` after it, both while the path is locked. */
export type UndoRecorder = {
  keep(segments: readonly string[], entry: Entry | undefined): Promise<void>;
  /** Keeps the file by moving it away, where it was not kept before; tells whether it is gone by that. */
  keepByMove(segments: readonly string[], file: FileSystemFileHandle): Promise<boolean>;
  done(segments: readonly string[], entry: Entry | undefined): Promise<void>;
  close(): void;
};

/** For writes that nobody undoes: the user's own. */
export const noRecorder: UndoRecorder = {
  keep: () => Promise.resolve(),
  keepByMove: () => Promise.resolve(false),
  done: () => Promise.resolve(),
  close: () => undefined,
};

declare global {
  interface FileSystemFileHandle {
    /** Not in TypeScript's library yet; every browser with OPFS has it for files. */
    move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
  }
}

export function createUndoRecorder(folder: FileSystemDirectoryHandle): UndoRecorder {
  const log = createLog(folder);

  /** The first change of a path leaves its mark; a later one only announces itself. */
  async function announce(
    segments: readonly string[],
    entry: Entry | undefined,
    keep: Keep,
  ): Promise<boolean> {
    const path = formatPath(segments);
    const mark = await markOf(path);
    if (await childOf(folder, mark)) {
      await log.append({ path, at: now() });
      return false;
    }
    await log.append({ path, at: now(), was: entry?.kind ?? 'absent' });
    await keep(mark);
    return true;
  }

  return {
    async keep(segments, entry) {
      if (isHidden(segments)) return;
      await announce(segments, entry, async (mark) => {
        if (entry?.kind === 'file') await copyInto(folder, mark, await entry.getFile());
        else await folder.getFileHandle(mark, { create: true });
      });
    },
    async keepByMove(segments, file) {
      if (isHidden(segments)) return false;
      return announce(segments, file, (mark) => retryWhileLocked(() => file.move(folder, mark)));
    },
    async done(segments, entry) {
      if (isHidden(segments)) return;
      await log.append({ path: formatPath(segments), at: now(), is: await describeState(entry) });
    },
    close: log.close,
  };
}

type Keep = (mark: string) => Promise<unknown>;

/** Finer than `Date.now()`, and comparable between the calls of a run, which have threads of their own. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** A kept file must be whole or not there: its name appears when its content is complete. */
async function copyInto(folder: FileSystemDirectoryHandle, mark: string, file: File): Promise<void> {
  const copy = await folder.getFileHandle(`${mark}-${newId('call')}.part`, { create: true });
  const writable = await copy.createWritable();
  await file.stream().pipeTo(writable);
  await copy.move(folder, mark);
}

/** The name a path is kept under; a path can be longer than a name may be. */
export function markOf(path: string): Promise<string> {
  return sha256(new TextEncoder().encode(path));
}

/** One file per call, opened with its first record, so that calls side by side never wait for each other. */
function createLog(folder: FileSystemDirectoryHandle) {
  let opened: Promise<FileSystemSyncAccessHandle> | undefined;
  let handle: FileSystemSyncAccessHandle | undefined;
  let position = 0;
  const encoder = new TextEncoder();

  async function open(): Promise<FileSystemSyncAccessHandle> {
    const file = await folder.getFileHandle(`${newId('call')}.jsonl`, { create: true });
    return (handle = await file.createSyncAccessHandle());
  }

  return {
    async append(record: UndoRecord): Promise<void> {
      const target = await (opened ??= open());
      const line = encoder.encode(`${JSON.stringify(record)}\n`);
      const at = position;
      position += line.byteLength;
      // In-memory contexts report a full quota by a wrong count instead of an exception (platform.md, 3.4).
      if (target.write(line, { at }) !== line.byteLength)
        throw new DOMException('The undo record could not be written.', 'QuotaExceededError');
      target.flush();
    },
    close: () => handle?.close(),
  };
}
