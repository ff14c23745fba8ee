import { describe, expect, it } from 'vitest';
import { storeDocument } from '#workers/domains/runs/media/store-attachments.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function createFiles(known: Record<string, string> = {}) {
  const memory = createMemoryFiles();
  const files = createWorkspace(memory.root, createMemoryLocks());
  for (const [path, text] of Object.entries(known)) await files.write(path, text);
  return { ...files, tree: () => memory.tree() };
}

describe('an attached document', () => {
  it('is put among the files under its name', async () => {
    const files = await createFiles();
    expect(await storeDocument(files, 'Übersicht 2.pdf', new Blob(['a']))).toBe(
      'attachments/Übersicht 2.pdf',
    );
    expect(files.tree()).toMatchObject({ 'attachments/Übersicht 2.pdf': 'a' });
  });

  it('is stored once, and never over another', async () => {
    const files = await createFiles({ 'attachments/a.pdf': 'one' });
    expect(await storeDocument(files, 'a.pdf', new Blob(['one']))).toBe('attachments/a.pdf');
    expect(await storeDocument(files, 'a.pdf', new Blob(['two']))).toBe('attachments/a (2).pdf');
    expect(files.tree()).toMatchObject({ 'attachments/a.pdf': 'one', 'attachments/a (2).pdf': 'two' });
  });

  it('is not lost to another one of the same name that is attached at the same time', async () => {
    const files = await createFiles();
    const texts = ['one', 'two', 'three'];
    const paths = await Promise.all(texts.map((text) => storeDocument(files, 'a.pdf', new Blob([text]))));
    expect(new Set(paths).size).toBe(3);
    const tree = files.tree();
    expect(paths.map((path) => tree[path])).toEqual(texts);
  });

  it.each([
    ['../../etc/passwd', 'attachments/_.._etc_passwd'],
    ['a\u202efdp.exe', 'attachments/a_fdp.exe'],
    ['...', 'attachments/document'],
    [`${'x'.repeat(300)}.docx`, `attachments/${'x'.repeat(75)}.docx`],
  ])('named %j is stored as %s', async (name, path) => {
    expect(await storeDocument(await createFiles(), name, new Blob(['a']))).toBe(path);
  });
});
