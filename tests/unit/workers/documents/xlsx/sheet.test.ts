import { describe, expect, it } from 'vitest';
import { readFormats } from '#workers/documents/xlsx/cell-formats.ts';
import { sheetTable } from '#workers/documents/xlsx/sheet-table.ts';
import { maxCells, maxCharacters, readSheet } from '#workers/documents/xlsx/sheet.ts';

const formats = readFormats('', false);
const read = (cells: string) =>
  readSheet(`<worksheet><sheetData>${cells}</sheetData></worksheet>`, ['shared'], formats);

describe('a sheet', () => {
  it('keeps the names of rows and columns, and leaves out what is empty', () => {
    const { rows } = read(
      '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="AA2" t="b"><v>1</v></c></row><row r="9"><c r="B9"><v>4</v></c><c r="C9"/></row>',
    );
    expect(sheetTable(rows)).toBe('|  | B | AA |\n| --- | --- | --- |\n| 2 | shared | TRUE |\n| 9 | 4 |');
  });

  it('takes cells without addresses as following each other', () => {
    const { rows } = read('<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>');
    expect(sheetTable(rows)).toContain('| 1 | 1 | 2 |\n| 2 | 3 |');
  });

  it('shows a formula only if there is no calculated value', () => {
    const { rows } = read('<row r="1"><c r="A1"><f>SUM(B1)</f></c><c r="B1"><f>1+1</f><v>2</v></c></row>');
    expect(sheetTable(rows)).toContain('| 1 | =SUM(B1) | 2 |');
  });

  it('takes the same time for a far cell', () => {
    const { rows } = read('<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>');
    expect(sheetTable(rows)).toContain('| 1048576 | 7 |');
  });

  it('lists the addresses of cells that are far apart, instead of the gaps between them', () => {
    const cells = Array.from({ length: 20_000 }, (_, index) => {
      const column = `${String.fromCharCode(65 + (Math.floor(index / 676) % 26))}${String.fromCharCode(65 + (Math.floor(index / 26) % 26))}${String.fromCharCode(65 + (index % 26))}`;
      return `<row r="${index + 1}"><c r="${column}${index + 1}"><v>${index}</v></c></row>`;
    });
    const text = sheetTable(read(cells.join('')).rows);
    expect(text).toContain('| Cell | Content |\n| --- | --- |\n| AAA1 | 0 |\n| AAB2 | 1 |');
    expect(text).toContain('19999 |');
    expect(text.length).toBeLessThan(600_000);
  });

  it('ends early if many cells show one long text', () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(10_000)}</row>`;
    const { rows, isCut } = readSheet(
      `<worksheet><sheetData>${row}</sheetData></worksheet>`,
      ['x'.repeat(50_000)],
      formats,
    );
    expect(isCut).toBe(true);
    expect(rows.get(1)?.size).toBe(maxCharacters / 50_000);
  });

  it('ends after the most cells', () => {
    const row = `<row>${'<c><v>1</v></c>'.repeat(maxCells + 10)}</row>`;
    const { rows, isCut } = read(row);
    expect(isCut).toBe(true);
    expect(rows.get(1)?.size).toBe(maxCells);
  });
});
