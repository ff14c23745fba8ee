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
  let position = handle.getSize();
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

function parseLine(line: string): SessionEvent[] {
  try {
    return [JSON.parse(line) as SessionEvent];
  } catch {
    // Only the last line can be torn, by the kill that ended the run; it was never acknowledged.
    return [];
  }
}
