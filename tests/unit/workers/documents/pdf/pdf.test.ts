/** A page of a PDF file without text says why, and a page tree that loops ends soon. */
import { describe, expect, it } from 'vitest';
import { onePagePdf, pdfFile, pdfStream } from '#tests/fixtures/documents/bombs.ts';
import '../node-20.ts';
import { readDocument } from '#workers/documents/read-document.ts';

const textOf = async (bytes: Uint8Array<ArrayBuffer>) =>
  (await readDocument(bytes, { name: 'a.pdf' })).markdown;

/** A form XObject that draws the object with this number. */
const form = (drawn: number) =>
  pdfStream('/X Do', `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${drawn} 0 R>>>>`);

const image = (pixels: string) =>
  pdfStream(pixels, '/Type/XObject/Subtype/Image/Width 4/Height 4/BitsPerComponent 8/ColorSpace/DeviceGray');

describe('a page without text', () => {
  it.each([
    ['a form that calls itself', onePagePdf('4 0 R', '/XObject<</X 5 0 R>>', pdfStream('/X Do'), form(5))],
    ['two forms', onePagePdf('4 0 R', '/XObject<</X 5 0 R>>', pdfStream('/X Do'), form(6), form(5))],
  ])('says that its content loops: %s', async (_name, bytes) => {
    expect(await textOf(bytes)).toContain('(This page has no text. Its content loops: ');
  });

  it.each([
    ['a reference to itself', onePagePdf('4 0 R', '', '4 0 R')],
    ['two references', onePagePdf('4 0 R', '', '5 0 R', '4 0 R')],
    ['a list of itself', onePagePdf('4 0 R', '', '[4 0 R]')],
    ['the page', onePagePdf('3 0 R')],
    ['an empty stream', onePagePdf('4 0 R', '', pdfStream(''))],
  ])('says that it draws nothing: %s', async (_name, bytes) => {
    const text = await textOf(bytes);
    expect(text).toContain('It draws nothing: it is blank, or its content cannot be found');
    expect(text).not.toContain('scan');
  });

  it.each([
    [
      'a picture',
      onePagePdf(
        '4 0 R',
        '/XObject<</X 5 0 R>>',
        pdfStream('9 0 0 9 0 0 cm /X Do'),
        image('0123456789abcdef'),
      ),
    ],
    ['a line', onePagePdf('4 0 R', '', pdfStream('0 0 m 9 9 l S'))],
  ])('may be a scan: %s', async (_name, bytes) => {
    expect(await textOf(bytes)).toContain('it may be a scan. Ask for it with as_images: true');
  });
});

describe('a page tree that loops', () => {
  it('is read once, and says so', async () => {
    const page = '<</Type/Page/MediaBox[0 0 300 99]/Contents 5 0 R>>';
    const bytes = pdfFile([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Count 100000/Kids 3 0 R>>',
      '[4 0 R <</Type/Pages/Kids 3 0 R>>]',
      page,
      pdfStream(''),
    ]);
    const { markdown, count } = await readDocument(bytes, { name: 'a.pdf' });
    expect(count).toBe(100_000);
    expect(markdown).toContain('## Page 1\n\n(This page has no text. It draws nothing');
    expect(markdown).toContain('## Page 1000\n\n(This is page 1 again: the page tree of the file loops');
  });

  it('ends in an error if it has no page', async () => {
    const bytes = pdfFile(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Count 3/Kids[2 0 R]>>']);
    await expect(textOf(bytes)).rejects.toThrow('Pages tree contains circular reference');
  });
});
