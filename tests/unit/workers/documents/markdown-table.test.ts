/** Tables use space in proportion to the size of the file, and name what they leave out. */
import { describe, expect, it } from 'vitest';
import { markdownTable, tableLimits } from '#workers/documents/markdown-table.ts';
import { readDocument } from '#workers/documents/read-document.ts';

async function readCsv(text: string): Promise<string> {
  const { markdown } = await readDocument(new TextEncoder().encode(text), { name: 'table.csv' });
  return markdown;
}

describe('a table', () => {
  it('has a header as wide as its widest row, and other rows as they are', () => {
    expect(markdownTable([['a'], ['1', '2', '3'], ['4']])).toBe(
      '| a |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n| 4 |',
    );
  });

  it('says how many rows are left out, and ends with a complete one', () => {
    const text = markdownTable(Array.from({ length: 600_000 }, (_, row) => [String(row), 'x']));
    expect(text).toContain('| 499999 | x |\n\n(The table is too large');
    expect(text).toContain('Left out: the last 100000 of 600000 rows.');
  });

  it('says how many columns are left out', () => {
    const text = markdownTable([Array.from({ length: 20_000 }, () => 'x')]);
    expect(text.split('\n', 1)[0]?.split('|').length).toBe(tableLimits.columns + 2);
    expect(text).toContain('Left out: the last 3615 of 20000 columns.');
  });

  it('ends before the row with which it becomes too long, and marks a cell that is cut', () => {
    const text = markdownTable([['head'], ...Array.from({ length: 100 }, () => ['y'.repeat(200_000)])]);
    expect(text.length).toBeLessThan(tableLimits.characters + 1_000);
    expect(text).toContain('y [… cut …] |');
    expect(text).toMatch(/the last \d+ of 101 rows/);
  });
});

describe('a cell that is cut', () => {
  it('ends with a whole emoji', () => {
    const text = markdownTable([['head'], [`${'y'.repeat(tableLimits.cellCharacters - 1)}😀 more`]]);
    expect(text).toContain('y [… cut …] |');
  });
});

describe('separated values', () => {
  it('of a wide row and many short ones do not become a table of gaps', async () => {
    const markdown = await readCsv(`${','.repeat(20_000)}z\n${'q\n'.repeat(20_000)}`);
    expect(markdown.length).toBeLessThan(1_000_000);
    expect(markdown).toContain('| q |');
    expect(markdown).toContain('of 20001 columns');
  });

  it('of too many cells for a table are counted completely and shown in part', async () => {
    const bytes = new TextEncoder().encode('1,2,3,4\n'.repeat(300_000));
    const { description, markdown } = await readDocument(bytes, { name: 'long.csv' });
    expect(description).toContain('300000 rows, 4 columns');
    expect(markdown).toContain('Left out: the last 50000 of 300000 rows.');
  });
});
