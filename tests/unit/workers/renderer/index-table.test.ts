/** Rows of separated values are found without parsing the whole file, and each page is what a whole parse gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowsPerPage, type TableIndex } from '#shared/tables/table-file.ts';
import { indexTable, tablePage } from '#workers/renderer/index-table.ts';

/** All rows, read page by page. */
async function rowsOf(file: Blob): Promise<string[][]> {
  const index = await indexTable(file);
  if (!index) return [];
  const pages = Array.from({ length: index.starts.length - 1 }, (_, page) => tablePage(index, page));
  return (await Promise.all(pages)).flat();
}

const csv = (text: string) => new Blob([text]);

describe('a table', () => {
  it('has its head, its size, and the widths and kinds of its columns', async () => {
    const index = await indexTable(csv('name;price;note\r\nApple;1,50 €;"a; b"\r\n\r\n梨;-3;\r\n'));
    expect(index).toMatchObject({ delimiter: ';', rows: 2, columns: 3, head: ['name', 'price', 'note'] });
    expect(index?.shapes).toEqual([
      { width: 5, isNumber: false },
      { width: 6, isNumber: true },
      { width: 4, isNumber: false },
    ]);
  });

  it.each([
    ['UTF-8 with a mark', new Blob(['\ufeffa,b\nü,2\n'])],
    [
      'UTF-16',
      new Blob([
        Uint8Array.from(
          Array.from('\ufeffa,b\nü,2\n').flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
        ),
      ]),
    ],
    ['windows-1252', new Blob([Uint8Array.from(Array.from('a,b\nü,2\n', (c) => c.charCodeAt(0)))])],
    ['line ends of old Macs', new Blob(['a,b\rü,2\r'])],
  ])('is read in %s', async (_, file) => {
    expect(await rowsOf(file)).toEqual([
      ['a', 'b'],
      ['ü', '2'],
    ]);
  });

  it('is read as it was written, wherever quotes and line breaks are', async () => {
    const signs = fc.constantFrom('a', '1', ' ', '"', ',', '\n', 'ü', '\r\n');
    const quoted = fc.array(signs, { maxLength: 6 }).map((each) => {
      const value = each.join('');
      return { value: value.replaceAll('\r\n', '\n'), text: `"${value.replaceAll('"', '""')}"` };
    });
    const plain = fc.constantFrom('x', '12', '', ' y', 'ß"').map((text) => ({ value: text, text }));
    const row = fc.array(fc.oneof(quoted, plain), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 200 }), async (rows) => {
        const lines = rows.map((cells) => cells.map(({ text }) => text).join(','));
        const values = rows.map((cells) => cells.map(({ value }) => value));
        expect(await rowsOf(csv(`k,v\n${lines.join('\n')}\n`))).toEqual([['k', 'v'], ...values]);
      }),
      { numRuns: 60 },
    );
  });

  it('of a hundred thousand rows gives any page alone', async () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `${at},"line\n${at}"`).join('\n');
    const index = await indexTable(csv(`id,text\n${text}`));
    expect(index?.rows).toBe(100_000);
    const rows = await tablePage(index as TableIndex, 1_000);
    expect(rows).toHaveLength(rowsPerPage);
    // The head is row 0.
    expect(rows[0]).toEqual([String(64_000 - 1), `line\n${64_000 - 1}`]);
  });

  it('loses no rows behind a quote that is never closed', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) => (at === 5 ? `"5 inches,${at}` : `x,${at}`));
    const index = await indexTable(csv(`a,b\n${rows.join('\n')}\n`));
    expect(index?.rows).toBe(3_000);
    expect((await tablePage(index as TableIndex, 40))[0]).toEqual(['x', String(40 * rowsPerPage - 1)]);
  });

  it.each([
    ['nothing', new Blob([])],
    ['empty lines', csv('\n \n\r\n')],
    ['bytes', new Blob([Uint8Array.from([0, 1, 2, 0, 0, 7])])],
    ['quotes only', csv(`a,b\n${'"x,1\n"y" z,2\n'.repeat(2_000)}`)],
  ])('is not made of %s', async (_, file) => {
    const index = await indexTable(file);
    expect(index === null || index.rows < 5_000).toBe(true);
  });
});
