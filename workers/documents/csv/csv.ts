/** Reads comma- or tab-separated values as a table. */
// Papa Parse detects the delimiter and parses quoted fields as spreadsheets write them. just-bash depends on
// it as well.
import Papa from 'papaparse';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { countOf } from '#workers/text/count-of.ts';
import { decodeBytes } from '#workers/text/encoding/decode-bytes.ts';
import { decoderLabel, encodingTitle, findEncoding } from '#workers/text/encoding/find-encoding.ts';
import type { OpenContext, OpenDocument } from '../document.ts';
import { markdownTable, tableLimits } from '../markdown-table.ts';

export function openCsv(
  bytes: Uint8Array<ArrayBuffer>,
  { name, encoding: asked }: OpenContext,
): Promise<OpenDocument> {
  const { text, encoding } = decode(bytes, name, asked);
  const { rows, whole, delimiter } = parse(text);
  const size =
    whole.rows === 0 ? 'empty' : `${countOf(whole.rows, 'row')}, ${countOf(whole.columns, 'column')}`;
  return Promise.resolve({
    facts: { Size: `${size}, separated by ${nameOf(delimiter)}`, ...(encoding && { Encoding: encoding }) },
    part: 'document',
    count: 1,
    read: () => markdownTable(rows, whole),
  });
}

/**
 * Keeps only as many cells as a table may have, and counts the rest: a file that consists of commas has
 * millions of cells.
 */
function parse(text: string) {
  const rows: string[][] = [];
  const whole = { rows: 0, columns: 0 };
  let cells = 0;
  const { table, ...stated } = withoutSeparatorLine(text.trimEnd());
  const { meta } = Papa.parse<string[]>(table, {
    ...stated,
    skipEmptyLines: 'greedy',
    step({ data }) {
      whole.rows++;
      whole.columns = Math.max(whole.columns, data.length);
      const row = data.slice(0, tableLimits.columns);
      cells += row.length;
      if (cells <= tableLimits.cells) rows.push(row);
    },
  });
  return { rows, whole, delimiter: meta.delimiter };
}

/** The first rows, the head included, each as a list of cells. */
export function csvRows(bytes: Uint8Array<ArrayBuffer>, name: string, maxRows: number): string[][] {
  const rows: string[][] = [];
  const { table, ...stated } = withoutSeparatorLine(decode(bytes, name).text.trimEnd());
  Papa.parse<string[]>(table, {
    ...stated,
    skipEmptyLines: 'greedy',
    step: ({ data }) => void (rows.length < maxRows && rows.push(data)),
  });
  return rows;
}

/** Excel reads the separator from a first line `sep=;`, which is no row. */
function withoutSeparatorLine(text: string): { table: string; delimiter?: string } {
  const [line, delimiter] = /^"?sep=([^\r\n])"?(?:\r?\n|\r|$)/i.exec(text) ?? [];
  return line === undefined || delimiter === undefined
    ? { table: text }
    : { table: text.slice(line.length), delimiter };
}

/** `asked`: the encoding that the caller named; without it, the bytes decide. */
function decode(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  asked?: string,
): { text: string; encoding?: string } {
  if (asked !== undefined) {
    const text = decodeBytes(bytes, asked).replace(/^\ufeff/, '');
    const broken = text.includes('\ufffd') ? ', bytes that are no character in it are shown as \ufffd' : '';
    return { text, encoding: `${asked}${broken}` };
  }
  const encoding = findEncoding(bytes);
  if (!encoding)
    throw new ToolError('binary_file', `${name} is a binary file, not separated values, and cannot be read.`);
  const text = decodeBytes(bytes, decoderLabel(encoding.name)).replace(/^\ufeff/, '');
  const isPlain = encoding.name === 'utf-8' && !encoding.isDamaged;
  const hint =
    encoding.name === 'unknown-8bit'
      ? ", so letters beyond ASCII may be wrong; if they are, name the right 'encoding', such as 'windows-1250', 'koi8-r', 'shift_jis', 'gbk' or 'ibm866'"
      : '';
  return { text, ...(!isPlain && { encoding: encodingTitle(encoding) + hint }) };
}

function nameOf(delimiter: string): string {
  return delimiter === '\t' ? 'tabs' : `'${delimiter}'`;
}
