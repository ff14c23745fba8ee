/**
 * Finds where the rows of a file of separated values begin, so that any of them can be read alone. Reads the file once,
 * in pieces; keeps one offset for each page of rows.
 */
// Papa Parse detects the delimiter and parses quoted fields as spreadsheets write them.
import Papa from 'papaparse';
import { maxColumns, rowsPerPage, type TableIndex, type TablePlace } from '#shared/tables/table-file.ts';
import { markedCharset } from '#workers/text/encoding/decode-body.ts';
import { isBinary } from '#workers/text/is-binary.ts';
import { createRowScanner } from './scan-rows.ts';

/** Bytes. */
const headBytes = 65_536;
const pieceBytes = 4_194_304;
/** A field in quotes that is longer has most likely lost its closing quote. */
const longestField = 1_048_576;
/** Quotes that were never closed; a file with more is no table. Each is read twice. */
const maxUnquoted = 200;
/** Rows that decide on the widths of the columns. */
const sampleRows = 200;
const bom = 3;

/** Null for a binary file, and for one without rows. */
export async function indexTable(file: Blob): Promise<TableIndex | null> {
  const start = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const marked = markedCharset(start);
  if (marked?.startsWith('utf-16')) return indexTable(await inUtf8(file, marked));
  if (marked === undefined && isBinary(start)) return null;
  const newline = start.includes(10) || !start.includes(13) ? '\n' : '\r';
  const delimiter = delimiterOf(new TextDecoder().decode(start));
  const { starts, count, columns, isUtf8 } = await scan(file, marked ? bom : 0, delimiter, newline);
  if (count === 0) return null;
  const charset = isUtf8 ? 'utf-8' : 'windows-1252';
  const reading = { content: file, charset, delimiter, newline } as const;
  const last = Math.min(starts.length - 1, Math.ceil(sampleRows / rowsPerPage));
  const sample = parseRows(await textOf(file, starts[0] ?? 0, starts[last] ?? file.size, charset), reading);
  const [head = [], ...rows] = sample.slice(0, Math.min(sampleRows, count));
  const shown = Math.min(columns, maxColumns);
  return {
    ...reading,
    ...{ rows: count - 1, columns, starts: Float64Array.from(starts) },
    head: Array.from({ length: shown }, (_, at) => head[at] ?? ''),
    shapes: Array.from({ length: shown }, (_, at) => shapeOf(head[at] ?? '', rows, at)),
  };
}

async function inUtf8(file: Blob, charset: string): Promise<Blob> {
  const text = file.stream().pipeThrough(new TextDecoderStream(charset));
  // The mark is dropped by the decoder; the copy has none and needs none.
  return new Response(text.pipeThrough(new TextEncoderStream())).blob();
}

function delimiterOf(head: string): string {
  const { delimiter } = Papa.parse<string[]>(head.slice(0, head.lastIndexOf('\n') + 1) || head, {
    preview: 50,
  }).meta;
  return delimiter.length === 1 && delimiter.charCodeAt(0) < 128 ? delimiter : ',';
}

/** `starts`: the offset of each page, the head being the first row of the first one, and the end of the file. */
async function scan(file: Blob, from: number, delimiter: string, newline: string) {
  const scanner = createRowScanner(delimiter.charCodeAt(0), newline.charCodeAt(0), rowsPerPage);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [isUtf8, checked, unquoted] = [true, from, 0];
  for (let at = from; at < file.size;) {
    const bytes = new Uint8Array(await file.slice(at, at + pieceBytes).arrayBuffer());
    if (isUtf8 && at + bytes.length > checked) {
      isUtf8 = isDecodable(
        decoder,
        bytes.subarray(Math.max(0, checked - at)),
        at + bytes.length >= file.size,
      );
      checked = at + bytes.length;
    }
    at += bytes.length;
    scanner.push(bytes);
    const quote = scanner.quotedFrom();
    if (quote === undefined || (at - from - quote < longestField && at < file.size)) continue;
    if (++unquoted > maxUnquoted) return { starts: [], count: 0, columns: 0, isUtf8 };
    scanner.unquote();
    at = from + quote + 1;
  }
  const { pages, count, columns } = scanner.end();
  return { starts: [...pages, file.size - from].map((start) => start + from), count, columns, isUtf8 };
}

function isDecodable(decoder: TextDecoder, bytes: Uint8Array, isEnd: boolean): boolean {
  try {
    decoder.decode(bytes, { stream: !isEnd });
    return true;
  } catch {
    return false;
  }
}

/** Bytes of one page that are parsed, and characters of one cell that are sent: a person reads no more of it. */
const maxPageBytes = 8_000_000;
const maxCell = 2_000;

/** One page of rows; the first row of the first page is the head. */
export async function tablePage(index: TablePlace, page: number): Promise<string[][]> {
  const { content, starts, charset } = index;
  const from = starts[page] ?? content.size;
  const to = Math.min(starts[page + 1] ?? from, from + maxPageBytes);
  const rows = parseRows(await textOf(content, from, to, charset), index);
  return rows.map((row) => row.slice(0, maxColumns).map(shortened));
}

function shortened(cell: string): string {
  return cell.length > maxCell ? `${cell.slice(0, maxCell)}…` : cell;
}

async function textOf(file: Blob, from: number, to: number, charset: string): Promise<string> {
  return new TextDecoder(charset).decode(await file.slice(from, to).arrayBuffer());
}

type Reading = Pick<TableIndex, 'delimiter' | 'newline'>;

/** Without empty rows. */
function parseRows(text: string, { delimiter, newline }: Reading): string[][] {
  const isLf = newline === '\n';
  const { data } = Papa.parse<string[]>(isLf ? text.replaceAll('\r\n', '\n') : text, { delimiter, newline });
  return data.filter((row) => row.length > 1 || (row[0] ?? '').trim() !== '');
}

const number = /^\s*[-+(]?[$€£¥]?\s*\d[\d\s.,'’]*(?:e[-+]?\d+)?\s*[%€$£¥)]?\s*$/i;
/** Letters that are two columns wide. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/g;

function shapeOf(head: string, rows: readonly string[][], column: number): TableIndex['shapes'][number] {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell.trim() !== '');
  const width = [head, ...cells].reduce((most, cell) => Math.max(most, widthOf(cell)), 0);
  const numbers = cells.filter((cell) => number.test(cell)).length;
  return { width, isNumber: cells.length > 0 && numbers >= cells.length * 0.9 };
}

function widthOf(cell: string): number {
  const text = cell.slice(0, 80);
  return text.length + (text.match(wide)?.length ?? 0);
}
