/** The journal of a run: its events as JSON lines in private storage, the truth until the run is committed. */
import type { RunId } from '#shared/ids.ts';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import { isName, retryWhileLocked } from '#workers/storage/workspace/file-errors.ts';

export type Journal = {
  /** On its way to the disk; survives the death of the worker, not yet a power cut. Throws where storage is full. */
  append(event: SessionEvent): void;
  /** Asks the disk to keep what was appended. */
  flush(): void;
  close(): void;
};

export async function openJournal(folder: FileSystemDirectoryHandle, run: RunId): Promise<Journal> {
  const file = await folder.getFileHandle(`${run}.jsonl`, { create: true });
  // The tab whose run is taken over may have died in the middle of work, and holds the file a little longer.
  const handle = await retryWhileLocked(() => file.createSyncAccessHandle());
  let position = cutTornLine(handle);
  const encoder = new TextEncoder();
  return {
    append(event) {
      const line = encoder.encode(`${JSON.stringify(event)}\n`);
      const written = handle.write(line, { at: position });
      // In-memory contexts report a full quota by a wrong count instead of an exception (platform.md, 0.5).
      if (written !== line.byteLength)
        throw new DOMException('The journal could not be written.', 'QuotaExceededError');
      position += written;
    },
    flush: () => handle.flush(),
    close: () => handle.close(),
  };
}

/** A run that goes on after a kill writes behind the last whole line; half a line would swallow the next. */
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

/** The runs that have a journal: they are going on in some tab, or died with it. */
export async function listJournals(folder: FileSystemDirectoryHandle): Promise<string[]> {
  const names = await Array.fromAsync(folder.keys());
  return names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
}

/**
 * The events of a run, as far as they were written; none where it was committed meanwhile. A last line without its end
 * is left out, also where it is whole by chance: whoever goes on writes over it.
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
    const file = await (await folder.getFileHandle(`${run}.jsonl`)).getFile();
    return await (bytes === undefined ? file : file.slice(0, bytes)).text();
  } catch (error) {
    if (isName(error, 'NotFoundError')) return '';
    throw error;
  }
}

/** What a journal begins with; undefined where it is empty, or committed meanwhile. */
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
    // Between two whole lines only the disk itself can break one; what stands around it still counts.
    return [];
  }
}
