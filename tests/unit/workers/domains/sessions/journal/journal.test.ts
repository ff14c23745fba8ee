/**
 * The journal: complete lines are read back, an incomplete one is ignored, and nothing is appended to one.
 */
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { SessionEvent } from '#shared/runs/run-event.ts';
import {
  listJournals,
  openJournal,
  readFirstEvent,
  readJournal,
} from '#workers/domains/sessions/journal/journal.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { numbered, run, userSays } from '#tests/fixtures/worlds/messages.ts';

const events = numbered([
  userSays('Grüß Gott 🙂'),
  { type: 'text-delta', text: 'line\nbreak' },
  { type: 'text-delta', text: '日本' },
  { type: 'step-end' },
]);
const name = `${run}.jsonl`;

async function write(folder: FileSystemDirectoryHandle, list: readonly SessionEvent[]): Promise<void> {
  const journal = await openJournal(folder, run);
  list.forEach((event) => journal.append(event));
  journal.flush();
  journal.close();
}

async function cut(folder: FileSystemDirectoryHandle, bytes: number): Promise<void> {
  const file = await folder.getFileHandle(name);
  const writable = await file.createWritable();
  await writable.write(await (await file.getFile()).slice(0, bytes).arrayBuffer());
  await writable.close();
}

describe('the journal', () => {
  it('is read again where another tab wrote it between the opening and the read', async () => {
    const { root } = createMemoryFiles();
    await write(root, events);
    const read = vi.spyOn(Blob.prototype, 'text');
    try {
      const written = new DOMException('', 'NotReadableError');
      read.mockRejectedValueOnce(written).mockRejectedValueOnce(written);
      expect(await readJournal(root, run)).toEqual(events);
      read.mockRejectedValueOnce(written);
      expect(await readFirstEvent(root, run)).toEqual(events[0]);
      // A disk that stays unreadable is an error.
      read.mockRejectedValue(written);
      await expect(readJournal(root, run)).rejects.toBe(written);
    } finally {
      read.mockRestore();
    }
  });

  it('returns the written events', async () => {
    const { root } = createMemoryFiles();
    await write(root, events);
    expect(await readJournal(root, run)).toEqual(events);
    expect(await readFirstEvent(root, run)).toEqual(events[0]);
    expect(await listJournals(root)).toEqual([run]);
  });

  it('keeps every complete line and drops an incomplete one, wherever it is cut, and continues after it', async () => {
    const { root } = createMemoryFiles();
    await write(root, events);
    const size = (await (await root.getFileHandle(name)).getFile()).size;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: size }), async (bytes) => {
        const world = createMemoryFiles();
        await write(world.root, events);
        await cut(world.root, bytes);
        const before = await readJournal(world.root, run);
        expect(before).toEqual(events.slice(0, before.length));
        await write(world.root, events.slice(before.length));
        // An event that was read once must stay readable, because other code acts on it.
        expect(await readJournal(world.root, run)).toEqual(events);
      }),
    );
  });

  it('is empty where it was committed meanwhile', async () => {
    const { root } = createMemoryFiles();
    expect(await readJournal(root, run)).toEqual([]);
    expect(await readFirstEvent(root, run)).toBeUndefined();
  });

  it('knows its first event however long that is, and none of a line that never ended', async () => {
    const { root } = createMemoryFiles();
    const long = numbered([userSays('x'.repeat(100_000))]);
    await write(root, long);
    expect(await readFirstEvent(root, run)).toEqual(long[0]);
    await cut(root, 90_000);
    expect(await readFirstEvent(root, run)).toBeUndefined();
  });

  it('waits for the file of a tab that has just died', async () => {
    const files = createMemoryFiles();
    await openJournal(files.root, run);
    setTimeout(files.revive, 100);
    const next = await openJournal(files.root, run);
    next.append(events[0]!);
    expect(await readJournal(files.root, run)).toEqual([events[0]]);
  });
});
