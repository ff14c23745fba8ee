/** The journal of a run: its events as JSON lines in private storage, the truth until the run is committed. */
import type { RunId } from '../../src/shared/ids.ts';
import type { SessionEvent } from '../../src/shared/run-event.ts';

export type Journal = {
  /** On its way to the disk; survives the death of the worker, not yet a power cut. Throws where storage is full. */
  append(event: SessionEvent): void;
  /** Asks the disk to keep what was appended. */
  flush(): void;
  close(): void;
};

export async function openJournal(folder: FileSystemDirectoryHandle, run: RunId): Promise<Journal> {
  const file = await folder.getFileHandle(`${run}.jsonl`, { create: true });
  const handle = await file.createSyncAccessHandle();
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

/** The events of a run, as far as they were written; a torn last line is left out. */
export async function readJournal(folder: FileSystemDirectoryHandle, run: string): Promise<SessionEvent[]> {
  const file = await (await folder.getFileHandle(`${run}.jsonl`)).getFile();
  return (await file.text()).split('\n').flatMap(parseLine);
}

/** What a journal begins with; undefined where it is empty, or committed meanwhile. */
export async function readFirstEvent(
  folder: FileSystemDirectoryHandle,
  run: string,
): Promise<SessionEvent | undefined> {
  try {
    const file = await (await folder.getFileHandle(`${run}.jsonl`)).getFile();
    // Enough for all but the longest first messages.
    const start = await file.slice(0, 64_000).text();
    const end = start.indexOf('\n');
    const line = end >= 0 ? start.slice(0, end) : ((await file.text()).split('\n', 1)[0] ?? '');
    return parseLine(line)[0];
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined;
    throw error;
  }
}

function parseLine(line: string): SessionEvent[] {
  try {
    return [JSON.parse(line) as SessionEvent];
  } catch {
    // Only the last line can be torn, by the kill that ended the run; it was never acknowledged.
    return [];
  }
}
