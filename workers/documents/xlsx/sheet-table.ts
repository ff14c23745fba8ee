/**
 * Writes a sheet as a Markdown table with column letters and row numbers; empty rows and columns are omitted.
 */
import { markdownTable, tableLimits } from '../markdown-table.ts';
import type { Cells } from './sheet.ts';

export function sheetTable(rows: Cells): string {
  const columns = [...new Set([...rows.values()].flatMap((cells) => [...cells.keys()]))].sort(
    (a, b) => a - b,
  );
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  if (columns.length === 0) return '';
  if (numbers.length * columns.length > tableLimits.cells) return cellList(rows, numbers);
  return markdownTable([
    ['', ...columns.map(columnName)],
    ...numbers.map((number) => [String(number), ...rowOf(rows.get(number), columns)]),
  ]);
}

/** The cells of a row up to its last non-empty one. */
function rowOf(cells: ReadonlyMap<number, string> | undefined, columns: readonly number[]): string[] {
  const last = columns.findLastIndex((column) => cells?.has(column));
  return columns.slice(0, last + 1).map((column) => cells?.get(column) ?? '');
}

/** For sparse sheets, whose table would be mostly empty: lists each cell with its address. */
function cellList(rows: Cells, numbers: readonly number[]): string {
  const lines = numbers.flatMap((number) =>
    [...(rows.get(number) ?? [])]
      .sort(([a], [b]) => a - b)
      .map(([column, text]) => [`${columnName(column)}${number}`, text]),
  );
  return markdownTable([['Cell', 'Content'], ...lines]);
}

/** 28 is `AB`. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
