/** `read_file` on documents. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readFile } from '#workers/tools/files/read-file.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

const fixture = (file: string) =>
  new Blob([readFileSync(new URL(`../../../../fixtures/documents/${file}`, import.meta.url))]);

const files = {
  'list.csv': 'name,age\nAda,36\n',
  'notes.txt': 'one\ntwo\n',
  'deck.pptx': fixture('pptx/pandoc-slides.pptx'),
  'long.docx': fixture('docx/python-docx-long.docx'),
  'text.pdf': 'no PDF at all',
};

describe('read_file', () => {
  it('shows separated values as a table, and their own text with raw', async () => {
    const { run } = await createTestWorkspace(files);
    expect(await run(readFile, { path: 'list.csv' })).toMatch(
      /raw: true[^]*\| name \| age \|\n\| --- \| --- \|\n\| Ada \| 36 \|$/,
    );
    expect(await run(readFile, { path: 'list.csv', raw: true })).toBe('name,age\nAda,36\n');
  });

  it('reads the slides that are asked for', async () => {
    const { run } = await createTestWorkspace(files);
    const read = await run(readFile, { path: 'deck.pptx', pages: '3' });
    expect(read).toContain('PowerPoint presentation, 4 slides.');
    expect(read).toContain('| Brest | 6.1 m |');
    expect(read).not.toContain('Ask me anything');
  });

  it('cuts a long document at a line, and goes on there', async () => {
    const { run } = await createTestWorkspace(files);
    const first = String(await run(readFile, { path: 'long.docx' }));
    const [, next = ''] = /Continue with offset (\d+)/.exec(first) ?? [];
    const rest = String(await run(readFile, { path: 'long.docx', offset: Number(next) }));
    const numbers = (text: string) =>
      [...text.matchAll(/Paragraph (\d+) of/g)].map(([, number]) => Number(number));
    expect([...numbers(first), ...numbers(rest)]).toEqual(Array.from({ length: 400 }, (_, index) => index));
    expect(first.length).toBeLessThanOrEqual(20_000);
  });

  it.each([
    [{ path: 'notes.txt', pages: '1' }, 'validation_error', /has no pages/],
    [{ path: 'notes.txt', as_images: true }, 'validation_error', /has no pages/],
    [{ path: 'deck.pptx', as_images: true }, 'validation_error', /only PDF files/],
    [{ path: 'deck.pptx', pages: '9' }, 'validation_error', /There are 4 slides/],
    [{ path: 'deck.pptx', offset: 999 }, 'validation_error', /Read it from offset 1/],
  ])('refuses %j', async (values, type, message) => {
    const { run } = await createTestWorkspace(files);
    await expect(run(readFile, values)).rejects.toMatchObject({
      type,
      message: expect.stringMatching(message) as unknown,
    });
  });
});
