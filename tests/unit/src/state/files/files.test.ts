/** The Files screen: it follows changes of its files, and keeps the same object for an unchanged file. */
import { beforeEach, expect, it } from 'vitest';
import type { FileEntry } from '#shared/rpc/protocol.ts';
import { createFiles, type Files } from '#src/state/files/files.ts';

let disk: Map<string, { text: string; modified: number }>;
let files: Files;

const entryOf = (name: string): FileEntry => {
  const { text, modified } = disk.get(name) ?? { text: '', modified: 0 };
  return { name, type: 'file', size: text.length, modified };
};
const missing = { ok: false as const, error: { type: 'file_not_found' as const, message: '' } };

beforeEach(() => {
  disk = new Map([['a.txt', { text: 'one', modified: 1 }]]);
  const filesApi = {
    info: async (path: string) =>
      path === '.'
        ? { ok: true as const, value: { name: '.', type: 'directory' as const, size: 0, modified: 0 } }
        : disk.has(path)
          ? { ok: true as const, value: entryOf(path) }
          : missing,
    list: async () => ({ ok: true as const, value: [...disk.keys()].map(entryOf) }),
    read: async (path: string) => ({ ok: true as const, value: new Blob([disk.get(path)?.text ?? '']) }),
  };
  files = createFiles(
    { api: { files: filesApi }, onEvents: () => () => undefined },
    { attempt: (work) => work },
  );
});

it('shows a folder, a file, and that something is missing', async () => {
  await files.refresh();
  expect(files.place.value).toMatchObject({ type: 'folder', entries: [{ name: 'a.txt' }] });
  files.open('a.txt');
  await files.refresh();
  expect(files.place.value).toMatchObject({ type: 'file', text: { text: 'one' } });
  disk.clear();
  await files.refresh();
  expect(files.place.value).toEqual({ type: 'missing', path: 'a.txt' });
});

it('keeps a file that did not change, so that media do not restart', async () => {
  files.open('a.txt');
  await files.refresh();
  const before = files.place.value;
  await files.refresh();
  expect(files.place.value).toBe(before);
  disk.set('a.txt', { text: 'two', modified: 1 });
  await files.refresh();
  expect(files.place.value).toMatchObject({ text: { text: 'two' } });
});

it('shows the last requested place, whichever answer arrives last', async () => {
  files.open('a.txt');
  files.open('');
  await files.refresh();
  expect(files.place.value).toMatchObject({ type: 'folder' });
});
