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
    ['2.5', '&quot;days&quot; 0.0', 'days 2.5'],
    ['42', '00000', '00042'],
    ['1234567', '00000', '1234567'],
    ['12.5', '00000', '00012.5'],
    ['7', '&quot;INV-&quot;0000', 'INV-0007'],
    ['5551234', '000\\-0000', '555-1234'],
    ['2125551234', '(000) 000-0000', '(212) 555-1234'],
    ['-340.5', '&quot;$&quot;#,##0.00_);(&quot;$&quot;#,##0.00)', '-$340.5'],
    ['340', '_-* #,##0.00\\ [$€-407]_-;\\-* #,##0.00\\ [$€-407]_-', '340 €'],
    ['1500000', '0.0,,&quot;M&quot;', '1500000'],
    ['1234.5', '#,##0.00', '1234.5'],
    ['0', '_(* #,##0_);_(* \\(#,##0\\);_(* &quot;-&quot;??_);_(@_)', '0'],
    ['0.5', '# ?/?', '0.5'],
    ['12', '0.00E+00', '12'],
    ['3', 'General&quot; pcs&quot;', '3 pcs'],
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
