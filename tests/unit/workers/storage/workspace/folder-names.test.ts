import { expect, it } from 'vitest';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function open() {
  const memory = createMemoryFiles();
  const root = await memory.root.getDirectoryHandle('workspace', { create: true });
  let listings = 0;
  const counted = new Proxy(root, {
    get(target, property) {
      if (property === 'keys') listings++;
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const files = createWorkspace(counted, createMemoryLocks());
  return { files, root, listings: () => listings };
}

it('lists a folder once for many new files', async () => {
  const { files, listings } = await open();
  for (let at = 0; at < 20; at++) await files.write(`file-${at}.txt`, 'text');
  expect(listings()).toBe(1);
});

it('knows a name that was made since the listing', async () => {
  const { files } = await open();
  await files.write('one.txt', 'text');
  await files.write('Two.txt', 'text');
  await expect(files.write('two.txt', 'text')).rejects.toThrow("'Two.txt' is already there");
});

it('refuses nothing because of a name that is gone', async () => {
  const { files, root } = await open();
  await files.write('Two.txt', 'text');
  await files.write('three.txt', 'text');
  // As if another tab had removed the file.
  await root.removeEntry('Two.txt');
  await files.write('two.txt', 'text');
  expect((await files.list('.')).map(({ path }) => path)).toEqual(['three.txt', 'two.txt']);
});

it('suggests no name that is gone', async () => {
  const { files } = await open();
  await files.write('report.txt', 'text');
  await files.write('reports.txt', 'text');
  await files.remove('reports.txt');
  await expect(files.read('reportt.txt')).rejects.toThrow("Did you mean 'report.txt'?");
});

it('suggests a name only if it is similar without the extension', async () => {
  const { files } = await open();
  await files.write('letter.docx', 'text');
  await expect(files.read('nope.docx')).rejects.toThrow(/^File not found: nope\.docx\.$/);
  await expect(files.read('leter.docx')).rejects.toThrow("Did you mean 'letter.docx'?");
  await expect(files.read('letter.doc')).rejects.toThrow("Did you mean 'letter.docx'?");
  await expect(files.read('letter')).rejects.toThrow("Did you mean 'letter.docx'?");
});
