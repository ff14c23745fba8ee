import { describe, expect, it } from 'vitest';
import { readFormats } from '#workers/documents/xlsx/cell-formats.ts';

function shown(value: string, code: string | number, startsIn1904 = false): string {
  const own =
    typeof code === 'string' ? `<numFmts><numFmt numFmtId="200" formatCode="${code}"/></numFmts>` : '';
  const id = typeof code === 'string' ? 200 : code;
  const xml = `<styleSheet>${own}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
  return readFormats(xml, startsIn1904).show(value, 0);
}

describe('a number in a cell', () => {
  it.each([
    ['0.30000000000000004', 0, '0.3'],
    ['12345678901234567890', 0, '12345678901234600000'],
    ['0.125', 10, '12.5%'],
    ['45351', 14, '2024-02-29'],
    ['45351.5', 22, '2024-02-29 12:00:00'],
    ['0.75', 20, '18:00:00'],
    ['1.25', 46, '30:00:00'],
    // Excel treats 1900 as a leap year, so it counts 29 February 1900.
    ['1', 14, '1900-01-01'],
    ['59', 14, '1900-02-28'],
    ['61', 14, '1900-03-01'],
    ['-1', 14, '-1'],
    ['9e9', 14, '9000000000'],
    ['45351', 'yyyy\\-mm\\-dd', '2024-02-29'],
    ['45351', '[$-409]d\\ mmm\\ yyyy;@', '2024-02-29'],
    ['0.5', '[Red]General', '0.5'],
    ['2.5', '&quot;days&quot; 0.0', '2.5'],
    ['0.5', '#,##0.00 %', '50%'],
    ['0.0625', '[h]:mm', '1:30:00'],
    ['no number', 14, 'no number'],
  ] as const)('%s in the format %j is %s', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it('counts from 1904 where the workbook says so', () => {
    expect(shown('0', 14, true)).toBe('1904-01-01');
  });
});
