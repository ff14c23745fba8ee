/**
 * Keeps what a run is about to change, so that it can be undone. The folder of the run, which one handle leads to, has one
 * append-only file of records per call. A record is on its way to the disk before the change it announces, with the old
 * content of a small file in it; a large one is copied beside it, under a hash of its path, or moved there where it goes
 * anyway. A kill at any moment leaves both the old content and the knowledge of where it belongs.
 */
import { newId } from '#shared/ids.ts';
import { inParallel } from '#shared/in-parallel.ts';
import { toBase64 } from '#workers/text/base64.ts';
import type { ChangeRecorder, Place } from '../workspace/change-recorder.ts';
import { childOf } from '../workspace/entries.ts';
import { retryWhileLocked } from '../workspace/file-errors.ts';
import { formatPath, isHidden } from '../workspace/path-gate.ts';
import { sha256 } from '#workers/text/sha256.ts';
import { describeState, type UndoRecord } from './undo-record.ts';

declare global {
  interface FileSystemFileHandle {
    /** Not in TypeScript's library yet; every browser with OPFS has it for files. */
    move(folder: FileSystemDirectoryHandle, name: string): Promise<void>;
  }
}

/** Up to this size the old content stands in the record: one write instead of a file of its own. */
const smallBytes = 16 * 1024;
const atOnce = 16;

type Announced = { record: UndoRecord; keepLarge?: (leaving: boolean) => Promise<void> };

/** `inlineBytes` is for tests, which have no large files. */
export function createUndoRecorder(
  folder: FileSystemDirectoryHandle,
  inlineBytes = smallBytes,
): ChangeRecorder {
  const log = createLog(folder);
  const shown = (places: readonly Place[]) => places.filter(({ segments }) => !isHidden(segments));

  return {
    async keep(places, { leaving } = { leaving: false }) {
      const announced = await inParallel(shown(places), atOnce, (place) =>
        announce(folder, place, inlineBytes),
      );
      await log.append(announced.map(({ record }) => record));
      log.flush();
      for (const { keepLarge } of announced) await keepLarge?.(leaving);
    },
    async done(places) {
      const records = await inParallel(shown(places), atOnce, async ({ segments, entry }) => ({
        path: formatPath(segments),
        at: now(),
        is: await describeState(entry),
      }));
      await log.append(records);
    },
    close: log.close,
  };
}

async function announce(
  folder: FileSystemDirectoryHandle,
  { segments, entry }: Place,
  inlineBytes: number,
): Promise<Announced> {
  const path = formatPath(segments);
  if (entry?.kind !== 'file') return { record: { path, at: now(), was: entry?.kind ?? 'absent' } };
  const file = await entry.getFile();
  if (file.size <= inlineBytes) {
    const content = toBase64(new Uint8Array(await file.arrayBuffer()));
    return { record: { path, at: now(), was: 'file', content } };
  }
  const mark = await markOf(path);
  // Kept before an earlier change of this run.
  if (await childOf(folder, mark)) return { record: { path, at: now() } };
  return {
    record: { path, at: now(), was: 'file' },
    keepLarge: (leaving) =>
      leaving ? retryWhileLocked(() => entry.move(folder, mark)) : copyInto(folder, mark, file),
  };
}

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
    async append(records: readonly UndoRecord[]): Promise<void> {
      if (records.length === 0) return;
      const target = await (opened ??= open());
      const lines = encoder.encode(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
      const at = position;
      position += lines.byteLength;
      // In-memory contexts report a full quota by a wrong count instead of an exception (platform.md, 3.4).
      if (target.write(lines, { at }) !== lines.byteLength)
        throw new DOMException('The undo record could not be written.', 'QuotaExceededError');
    },
    flush: () => handle?.flush(),
    close: () => handle?.close(),
  };
}
