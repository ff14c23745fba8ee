import { describe, expect, it } from 'vitest';
import type { BlobId, SessionId } from '#shared/ids.ts';
import * as limits from '#shared/limits.ts';
import { storeAttachments, storeFile } from '#workers/domains/runs/media/store-attachments.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { makeExif, makeJpeg, makePng } from '#tests/fixtures/pictures/make-pictures.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function createFiles(known: Record<string, string> = {}) {
  const memory = createMemoryFiles();
  const files = createWorkspace(memory.root, createMemoryLocks());
  for (const [path, text] of Object.entries(known)) await files.write(path, text);
  return { ...files, tree: () => memory.tree() };
}

describe('an attached file', () => {
  it('is put among the files under its name', async () => {
    const files = await createFiles();
    expect(await storeFile(files, 'Übersicht 2.pdf', new Blob(['a']))).toBe('attachments/Übersicht 2.pdf');
    expect(files.tree()).toMatchObject({ 'attachments/Übersicht 2.pdf': 'a' });
  });

  it('is stored once, and never over another', async () => {
    const files = await createFiles({ 'attachments/a.pdf': 'one' });
    expect(await storeFile(files, 'a.pdf', new Blob(['one']))).toBe('attachments/a.pdf');
    expect(await storeFile(files, 'a.pdf', new Blob(['two']))).toBe('attachments/a (2).pdf');
    expect(files.tree()).toMatchObject({ 'attachments/a.pdf': 'one', 'attachments/a (2).pdf': 'two' });
  });

  it('is not lost to another one of the same name that is attached at the same time', async () => {
    const files = await createFiles();
    const texts = ['one', 'two', 'three'];
    const paths = await Promise.all(texts.map((text) => storeFile(files, 'a.pdf', new Blob([text]))));
    expect(new Set(paths).size).toBe(3);
    const tree = files.tree();
    expect(paths.map((path) => tree[path])).toEqual(texts);
  });

  it.each([
    ['../../etc/passwd', 'attachments/_.._etc_passwd'],
    ['a\u202efdp.exe', 'attachments/a_fdp.exe'],
    ['...', 'attachments/file'],
    [`${'x'.repeat(300)}.docx`, `attachments/${'x'.repeat(75)}.docx`],
  ])('named %j is stored as %s', async (name, path) => {
    expect(await storeFile(await createFiles(), name, new Blob(['a']))).toBe(path);
  });
});

describe('what a message gets of an attachment', () => {
  const session = 'session' as SessionId;
  async function attach(name: string, content: BlobPart, type = '', original?: Blob) {
    const files = await createFiles();
    const added: string[] = [];
    const blocks = await storeAttachments(
      [{ blob: new Blob([content], { type }), ...(name && { name }), ...(original && { original }) }],
      session,
      {
        blobs: { keep: async () => 'blob' as BlobId },
        readDocument: async () => ({ ok: false, error: { type: 'binary_file', message: 'Damaged.' } }),
        openUserFiles: async () => ({ files }),
        onFileAdded: (path) => added.push(path),
      },
      AbortSignal.timeout(5_000),
    );
    return {
      block: blocks[0],
      files,
      added,
      stored: Object.keys(files.tree()).filter((path) => !path.endsWith('/')),
    };
  }

  it.each([
    ['a log that is too long to be sent', 'day.log', 'x'.repeat(limits.attachedTextBytes + 1), undefined],
    ['a database', 'shop.db', new Uint8Array([83, 81, 76, 0, 255]), undefined],
    ['a recording', 'talk.mp3', new Uint8Array([255, 251, 0]), undefined],
    ['a short text', 'list.csv', 'name,age', 'name,age'],
    ['a document that cannot be read', 'a.docx', new Uint8Array([80, 75, 3, 4, 255]), '(Damaged.)'],
  ])('is a place in the workspace for %s', async (_, name, content, text) => {
    const { block, added, stored } = await attach(name, content);
    expect(block).toMatchObject({ type: 'file', name, path: `attachments/${name}` });
    expect(block?.text).toBe(text);
    expect(stored).toEqual([`attachments/${name}`]);
    expect(added).toEqual(stored);
  });

  it.each([
    ['dot.png', 'attachments/dot.png'],
    ['', 'attachments/picture.png'],
  ])('is the picture and its file for a picture named %j', async (name, path) => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const { block, stored } = await attach(name, png, 'image/png');
    expect(block).toMatchObject({ type: 'image', media_type: 'image/png', path });
    expect(stored).toEqual([path]);
  });

  it('is a scaled picture, and the file as it was given', async () => {
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    const original = new Blob(['BM, a large bitmap']);
    const { block, files } = await attach('scan.bmp', png, 'image/png', original);
    expect(block).toMatchObject({ type: 'image', bytes: png.length, path: 'attachments/scan.bmp' });
    expect(files.tree()).toMatchObject({ 'attachments/scan.bmp': 'BM, a large bitmap' });
  });

  it('is the size of the file, in which tools count, and that of the picture which is sent', async () => {
    const sent = makePng({ width: 20, height: 15 });
    const photo = new Blob([makeJpeg({ exif: makeExif({ orientation: 6 }), width: 4000, height: 3000 })]);
    const { block } = await attach('IMG_1.jpg', sent, 'image/png', photo);
    expect(block).toMatchObject({ size: { width: 3000, height: 4000 }, shown: { width: 20, height: 15 } });
  });
});
