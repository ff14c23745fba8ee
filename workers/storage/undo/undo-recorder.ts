/**
 * Write-ahead log of the file changes of a run, so that they can be undone. The folder of the run has one
 * append-only log file per call. A record is flushed to disk before the change it describes, and includes the
 * old content of a small file. The old content of a large file is copied into the folder, with a hash of the
 * path as its name; if the file is deleted anyway, it is moved there instead. So the old content and its path
 * remain if a worker is killed at any moment.
 */
import { newId } from '#shared/ids.ts';
import { inParallel } from '#shared/in-parallel.ts';
import { toBase64 } from '#workers/text/base64.ts';
import type { ChangeRecorder, RecordedPath } from '../workspace/change-recorder.ts';
import { childOf } from '../workspace/entries.ts';
import { retryWhileLocked } from '../workspace/file-errors.ts';
import { formatPath, isHidden } from '../workspace/path-gate.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { describeState, type UndoRecord } from './undo-record.ts';

declare global {
  interface FileSystemFileHandle {
    /** TypeScript's library does not have it yet; every browser with OPFS supports it for files. */
    move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
  }
}

/** Up to this size the old content is part of the record, which saves a separate file. */
const smallBytes = 16 * 1024;
const atOnce = 16;

type Intent = { record: UndoRecord; keepLarge?: (leaving: boolean) => Promise<void> };

/** `inlineBytes`: tests lower it, so that they need no large files. */
export function createUndoRecorder(
  folder: FileSystemDirectoryHandle,
  inlineBytes = smallBytes,
): ChangeRecorder {
  const log = createLog(folder);
  const visible = (places: readonly RecordedPath[]) => places.filter(({ segments }) => !isHidden(segments));

  return {
    async keep(places, { leaving } = { leaving: false }) {
      const shown = visible(places);
      if (shown.length > 0) log.open();
      const intents = await inParallel(shown, atOnce, (place) => intentFor(folder, place, inlineBytes));
      await log.append(intents.map(({ record }) => record));
      log.flush();
      for (const { keepLarge } of intents) await keepLarge?.(leaving);
    },
    async done(places) {
      const records = await inParallel(visible(places), atOnce, async ({ segments, entry, content }) => ({
        path: formatPath(segments),
        at: now(),
        is: await describeState(entry, content),
      }));
      await log.append(records);
    },
    close: log.close,
  };
}

async function intentFor(
  folder: FileSystemDirectoryHandle,
  { segments, entry }: RecordedPath,
  inlineBytes: number,
): Promise<Intent> {
  const path = formatPath(segments);
  if (entry?.kind !== 'file') return { record: { path, at: now(), was: entry?.kind ?? 'absent' } };
  const file = await entry.getFile();
  if (file.size <= inlineBytes) {
    const content = toBase64(new Uint8Array(await file.arrayBuffer()));
    return { record: { path, at: now(), was: 'file', content } };
  }
  const kept = await keptName(path);
  // An earlier change of this run has kept the file already.
  if (await childOf(folder, kept)) return { record: { path, at: now() } };
  return {
    record: { path, at: now(), was: 'file' },
    keepLarge: (leaving) =>
      leaving ? retryWhileLocked(() => entry.move(folder, kept)) : copyInto(folder, kept, file),
  };
}

/** Milliseconds since the epoch, finer than `Date.now()` and comparable between the workers of a run. */
function now(): number {
  return performance.timeOrigin + performance.now();
}

/** Atomic: writes to a temporary file and renames it when complete. */
async function copyInto(folder: FileSystemDirectoryHandle, name: string, file: File): Promise<void> {
  const copy = await folder.getFileHandle(`${name}-${newId('call')}.part`, { create: true });
  const writable = await copy.createWritable();
  await file.stream().pipeTo(writable);
  await copy.move(folder, name);
}

/**
 * The file name for the kept content of a path. A hash, because a path can be longer than a file name may be.
 */
export function keptName(path: string): Promise<string> {
  return sha256(path);
}

/** One file per call, opened lazily, so that parallel calls never wait for each other. */
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
    /** Opens the log while the old content is being read. `append` reports a failure. */
    open(): void {
      opened ??= open();
      opened.catch(() => undefined);
    },
    async append(records: readonly UndoRecord[]): Promise<void> {
      if (records.length === 0) return;
      const target = await (opened ??= open());
      const lines = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      const at = position;
      position += lines.byteLength;
      // In private windows a full quota is reported by a short write instead of an exception.
      if (target.write(lines, { at }) !== lines.byteLength)
        throw new DOMException('The undo record could not be written.', 'QuotaExceededError');
    },
    flush: () => handle?.flush(),
    close(): void {
      if (handle) handle.close();
      // The log is still being opened, because the change failed meanwhile.
      else
        opened?.then(
          (late) => late.close(),
          () => undefined,
        );
    },
  };
}
