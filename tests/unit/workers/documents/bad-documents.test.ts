/** Encrypted, damaged and hostile documents end in an error that says what to do, and in nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ToolError } from '#workers/contracts/tool-error.ts';
import {
  crowdedEpub,
  docxBomb,
  docxOf,
  epubOf,
  lockedOffice,
  nestedDocx,
  pdfBomb,
  pdfOf,
  wordXml,
} from '#tests/fixtures/documents/bombs.ts';
import './node-20.ts';
import { readDocument } from '#workers/documents/read-document.ts';

const folder = new URL('../../../fixtures/documents/bad/', import.meta.url);

async function failureOf(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<ToolError> {
  const failure: unknown = await readDocument(bytes, { name }).then(
    ({ markdown }) => new Error(`It was read: ${markdown.slice(0, 100)}`),
    (error: unknown) => error,
  );
  if (failure instanceof ToolError) return failure;
  throw failure;
}

const expected: Readonly<Record<string, RegExp>> = {
  'locked.pdf': /protected by a password/,
  'locked.xlsx': /protected by a password, or in the format of Office 97/,
  'empty.docx': /is empty/,
  'no-document.docx': /no document inside/,
  'no-book.epub': /names no chapters/,
  'list.ipynb': /a notebook is JSON with a list of cells/,
  'binary.csv': /is a binary file/,
};

describe.each(readdirSync(folder))('%s', (name) => {
  it('ends in a clear error', async () => {
    const failure = await failureOf(name, new Uint8Array(readFileSync(new URL(name, folder))));
    expect(failure.type).toBe('binary_file');
    expect(failure.message).toContain(name);
    expect(failure.message).toMatch(expected[name] ?? /damaged/);
    expect(failure.message).toMatch(/Ask the user|raw: true|cannot be read/);
  });
});

describe('a bomb', () => {
  it('is refused by the size that it states', async () => {
    const failure = await failureOf('bomb.docx', docxBomb(60));
    expect(failure).toMatchObject({ type: 'file_too_large' });
    expect(failure.message).toContain('50 MB in one part');
  });

  it('is refused at the first byte over the size that it states', async () => {
    const failure = await failureOf('liar.docx', docxBomb(60, 1_000));
    expect(['file_too_large', 'binary_file']).toContain(failure.type);
  });

  it('is refused in a part that only a relation names', async () => {
    const bomb = docxOf([{ name: 'word/document.bin', text: ' '.repeat(60_000_000) }], 'word/document.bin');
    expect(await failureOf('bomb.docx', bomb)).toMatchObject({ type: 'file_too_large' });
  });

  it('is not read under a name that is another one for the same part', async () => {
    const text = { name: 'word/document.xml', text: wordXml('the text') };
    const bomb = (name: string) => ({ name, text: wordXml('b'.repeat(60_000_000)) });
    const twice = docxOf([text, bomb('word/document.xml')]);
    expect((await readDocument(twice, { name: 'twice.docx' })).markdown).toBe('the text');
    const hidden = docxOf([text, bomb('word/./document.xml')]);
    expect(await failureOf('hidden.docx', hidden)).toMatchObject({ type: 'file_too_large' });
  });

  it('is refused for its number of files', async () => {
    expect(await failureOf('crowd.epub', crowdedEpub(10_001))).toMatchObject({ type: 'file_too_large' });
  });

  it('does not fill the memory inside a PDF file', async () => {
    expect((await failureOf('bomb.pdf', pdfBomb(200))).message).toContain('larger than 128 MB, unpacked');
  });
});

describe('a protected document', () => {
  it.each(['letter.docx', 'talk.pptx', 'sheet.xlsx'])('says so: %s with a password', async (name) => {
    const failure = await failureOf(name, lockedOffice());
    expect(failure.type).toBe('binary_file');
    expect(failure.message).toContain(`${name} is protected by a password`);
  });

  it('says so: a book for one reader, but not one that hides its fonts only', async () => {
    const chapter = '<html><body><p>The text.</p></body></html>';
    const locked = epubOf(chapter, 'http://www.w3.org/2001/04/xmlenc#aes128-cbc');
    expect((await failureOf('shop.epub', locked)).message).toContain('protected against copying (DRM)');
    const hidden = epubOf(chapter, 'http://www.idpf.org/2008/embedding');
    for (const book of [hidden, epubOf(chapter)])
      expect((await readDocument(book, { name: 'book.epub' })).markdown).toContain('The text.');
  });
});

it('archives within a document are not opened, however deep', async () => {
  expect((await readDocument(nestedDocx(40), { name: 'nested.docx' })).markdown).toBe('level 39');
});

it('a PDF file of more than 1,000 pages is read to 1,000 of them, and says so', async () => {
  const read = await readDocument(pdfOf(1_100), { name: 'long.pdf', readMs: Infinity });
  expect(read).toMatchObject({ kind: 'pdf', count: 1_100, isCut: true });
  expect(read.markdown).toContain('This is page number 1000.');
  expect(read.markdown).not.toContain('This is page number 1001.');
  const last = await readDocument(pdfOf(1_100), { name: 'long.pdf', pages: '1099-' });
  expect(last.markdown).toContain('This is page number 1100.');
});

describe('a document that was changed at random', () => {
  const samples = [
    'docx/docx-js-offer.docx',
    'xlsx/exceljs-orders.xlsx',
    'epub/epub-gen-3.epub',
    'pdf/groff-manual.pdf',
  ];

  it.each(samples)('%s is read, or ends in a tool error', async (file) => {
    const good = readFileSync(new URL(`../${file}`, folder));
    const change = fc.tuple(fc.nat(good.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 20 }), async (changes) => {
        const bytes = new Uint8Array(good);
        for (const [at, value] of changes) bytes[at] = value;
        const read: unknown = await readDocument(bytes, { name: file }).catch((error: unknown) => error);
        expect(
          read instanceof ToolError || typeof (read as { markdown?: unknown }).markdown === 'string',
        ).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
