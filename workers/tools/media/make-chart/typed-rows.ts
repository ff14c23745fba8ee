/** Rows of separated values with numbers and dates, as a spreadsheet of the user's country writes them. */
import { csvRows } from '#workers/documents/csv/csv.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { Json, JsonObject } from '#shared/json.ts';

type Convert = (text: string) => Json;

const number: Convert = Number;
/** `1.234,5` of a continental spreadsheet; such files are separated by semicolons or tabs. */
const commaNumber: Convert = (text) => Number(text.replaceAll('.', '').replace(',', '.'));
/** `31.12.2024`: browsers read `1.2.2024` as the second of January. */
const dottedDate: Convert = (text) => {
  const [day = '', month = '', year = ''] = text.split('.');
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
};

const forms: readonly (readonly [RegExp, Convert])[] = [
  [/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i, number],
  [/^[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?$/, commaNumber],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, dottedDate],
];

/** A column is of a form if all its values are; an empty cell is no value. */
export function typedRows(bytes: Uint8Array<ArrayBuffer>, name: string, maxRows: number): JsonObject[] {
  const [head = [], ...rows] = fromHead(csvRows(bytes, name, maxRows + 2));
  if (head.length === 0) throw new ToolError('validation_error', `${name} is empty.`);
  const names = head.map((text, index) => text.trim().replaceAll(/\s+/g, ' ') || `column ${index + 1}`);
  const converts = names.map((_, column) => convertFor(rows.map((row) => (row[column] ?? '').trim())));
  return rows.map((row) =>
    Object.fromEntries(names.map((key, column) => [key, cell(row[column] ?? '', converts[column])])),
  );
}

/** How far down a head is looked for. */
const maxAbove = 20;

/** Without the lines that banks and offices write above the table: a title, an owner, a date. */
function fromHead(rows: string[][]): string[][] {
  const filled = (row: readonly string[] = []) => row.filter((text) => text.trim() !== '').length;
  if (filled(rows[0]) > 1) return rows;
  const start = rows.slice(0, maxAbove);
  const width = Math.max(0, ...start.map(filled));
  const head = start.findIndex((row) => filled(row) > 1 && filled(row) >= width - 1);
  return head > 0 ? rows.slice(head) : rows;
}

function convertFor(values: readonly string[]): Convert | undefined {
  const filled = values.filter((value) => value !== '');
  // Leading zeros are those of postcodes and article numbers.
  if (filled.length === 0 || filled.some((value) => /^0\d+$/.test(value))) return undefined;
  return forms.find(([form]) => filled.every((value) => form.test(value)))?.[1];
}

function cell(text: string, convert: Convert | undefined): Json {
  const value = text.trim();
  if (value === '') return null;
  return convert ? convert(value) : value;
}
