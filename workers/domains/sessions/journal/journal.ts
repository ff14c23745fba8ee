/** The write-ahead log of a run: its events as JSON lines in OPFS, the source of truth until the run is committed. */
import type { RunId } from '#shared/ids.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { isName, readSnapshot, retryWhileLocked } from '#workers/storage/workspace/file-errors.ts';

export type Journal = {
  /**
   * Appends in one write. Events survive the death of the worker, but not a power cut before `flush`. Throws
   * if storage is full.
   */
  append(...events: readonly SessionEvent[]): void;
  /** Flushes appended events to the disk. */
  flush(): void;
  close(): void;
};

export async function openJournal(folder: FileSystemDirectoryHandle, run: RunId): Promise<Journal> {
  const file = await folder.getFileHandle(`${run}.jsonl`, { create: true });
  // A tab that died in the middle of its run keeps the file locked a little longer.
  const handle = await retryWhileLocked(() => file.createSyncAccessHandle());
  let position = cutTornLine(handle);
  const encoder = new TextEncoder();
  return {
    append(...events) {
      const lines = encoder.encode(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      const written = handle.write(lines, { at: position });
      // In-memory storage (private browsing) reports a full quota by a wrong count instead of an exception.
      if (written !== lines.byteLength)
        throw new DOMException('The journal could not be written.', 'QuotaExceededError');
      position += written;
    },
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
}

/** Removes an incomplete last line, which the next event would continue. Returns the size in bytes. */
function cutTornLine(handle: FileSystemSyncAccessHandle): number {
  const size = handle.getSize();
  const bytes = new Uint8Array(size);
  handle.read(bytes, { at: 0 });
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < size) handle.truncate(end);
  return end;
}

export async function removeJournal(folder: FileSystemDirectoryHandle, run: RunId): Promise<void> {
  await folder.removeEntry(`${run}.jsonl`);
}

/** The runs that have a journal: active in some tab, or left by a tab that died. */
export async function listJournals(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names = await Array.fromAsync(folder.keys());
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
}

/**
 * The events of a run, as far as they were written; empty if it was committed meanwhile. A last line without a line
 * break is left out, even if it is valid JSON: `openJournal` removes it.
 */
export async function readJournal(folder: FileSystemDirectoryHandle, run: string): Promise<SessionEvent[]> {
  const text = await readText(folder, run);
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .flatMap(parseLine);
}

async function readText(folder: FileSystemDirectoryHandle, run: string, bytes?: number): Promise<string> {
  try {
    // Another tab may be writing it.
    return await readSnapshot(
      () => folder.getFileHandle(`${run}.jsonl`),
      (file) => (bytes === undefined ? file : file.slice(0, bytes)).text(),
    );
  } catch (error) {
    if (isName(error, 'NotFoundError')) return '';
    throw error;
  }
}

/** The first event of a journal; undefined if it is empty, or was committed meanwhile. */
export async function readFirstEvent(
  folder: FileSystemDirectoryHandle,
  run: string,
): Promise<SessionEvent | undefined> {
  // Enough for all but the longest first messages.
  const start = await readText(folder, run, 64_000);
  const text = start.includes('\n') ? start : await readText(folder, run);
  const end = text.indexOf('\n');
  return end < 0 ? undefined : parseLine(text.slice(0, end))[0];
}

function parseLine(line: string): SessionEvent[] {
  try {
    return [JSON.parse(line) as SessionEvent];
  } catch {
    // A damaged line between complete ones is an error of the disk: skip it, and keep the others.
    return [];
  }
}
