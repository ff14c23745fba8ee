/** Reading a document for a preview is cancelled when nobody looks at it any more. */
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { createFilesApi } from '#workers/domains/files/api.ts';
import { createUserFiles } from '#workers/domains/files/user-files.ts';
import type { DocumentReader } from '#workers/engine/tool-hosts/document-reader.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function createApi(readDocument: DocumentReader) {
  const { root } = createMemoryFiles();
  const workspace = await root.getDirectoryHandle('workspace', { create: true });
  const undo = await root.getDirectoryHandle('undo', { create: true });
  const userFiles = createUserFiles({
    bus: { post: () => undefined },
    folders: { undo, workspace },
    fileLock: createMemoryLocks(),
  });
  const api = await createFilesApi({
    blobs: { read: () => Promise.resolve(undefined) },
    readDocument,
    openUserFiles: () => Promise.resolve(userFiles),
    changed: () => undefined,
  });
  await api.write('a.pdf', 'content');
  return api;
}

describe('reading a document', () => {
  it('ends when it is cancelled, and no other one does', async () => {
    const waiting: { signal: AbortSignal; finish(): void }[] = [];
    const api = await createApi(
      (_file, _request, signal) =>
        new Promise((resolve) => {
          const answer = { description: 'PDF.', markdown: 'text', isCut: false, part: 'page', count: 1 };
          const error = { type: 'cancelled', message: 'Cancelled.' } as const;
          signal.addEventListener('abort', () => resolve({ ok: false, error }));
          waiting.push({ signal, finish: () => resolve({ ok: true, value: answer }) });
        }),
    );
    const [first, second] = [newId('execution'), newId('execution')];
    const reads = [api.readDocument('a.pdf', undefined, first), api.readDocument('a.pdf', '1', second)];
    await expect.poll(() => waiting.length).toBe(2);
    await api.cancelReading(first);
    waiting[1]?.finish();
    expect(await reads[0]).toMatchObject({ ok: false, error: { type: 'cancelled' } });
    expect(await reads[1]).toEqual({
      ok: true,
      value: { description: 'PDF.', markdown: 'text', isCut: false },
    });
    expect(waiting.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    // This reading has already ended, so cancelling it has no effect.
    await api.cancelReading(second);
    expect(waiting[1]?.signal.aborted).toBe(false);
  });

  it('passes the reason on', async () => {
    const error = { type: 'file_too_large', message: 'Too large.' } as const;
    const api = await createApi(() => Promise.resolve({ ok: false, error }));
    expect(await api.readDocument('a.pdf')).toEqual({ ok: false, error });
    expect(await api.readDocument('none.pdf')).toMatchObject({ error: { type: 'file_not_found' } });
  });
});
