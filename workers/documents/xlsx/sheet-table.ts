/** A sheet as a Markdown table: its rows and columns keep their names, and empty ones are left out. */
import { markdownTable } from '../markdown-table.ts';
import type { Cells } from './sheet.ts';

export function sheetTable(rows: Cells): string {
  const columns = [...new Set([...rows.values()].flatMap((cells) => [...cells.keys()]))].sort(
    (a, b) => a - b,
  );
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  if (columns.length === 0) return '';
  return markdownTable([
    ['', ...columns.map(columnName)],
    ...numbers.map((number) => [
      String(number),
      ...columns.map((column) => rows.get(number)?.get(column) ?? ''),
    ]),
  ]);
}

/** 28 is `AB`. */
function columnName(column: number): string {
  let name = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  return name;
}
