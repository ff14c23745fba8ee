/** Writes rows of cells as a Markdown table. */

/** The first row is the header; rows may differ in length. '' without a cell. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  if (width === 0) return '';
  const [head = [], ...body] = rows;
  const rule = `|${' --- |'.repeat(width)}`;
  return [rowOf(head, width), rule, ...body.map((row) => rowOf(row, width))].join('\n');
}

function rowOf(row: readonly string[], width: number): string {
  const cells = Array.from({ length: width }, (_, index) => cellText(row[index] ?? ''));
  return `| ${cells.join(' | ')} |`;
}

/** A cell is one line, and its bars are text. */
function cellText(text: string): string {
  return text
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>');
}

/** Without the empty rows and columns around and at the end. */
export function trimRows(rows: readonly (readonly string[])[]): string[][] {
  const filled = rows.map((row) => row.some((cell) => cell.trim() !== ''));
  const [first, last] = [filled.indexOf(true), filled.lastIndexOf(true)];
  if (first < 0) return [];
  const kept = rows.slice(first, last + 1);
  const left = kept.reduce((least, row) => Math.min(least, firstFilled(row)), Infinity);
  return kept.map((row) => row.slice(left, row.findLastIndex((cell) => cell.trim() !== '') + 1));
}

function firstFilled(row: readonly string[]): number {
  const at = row.findIndex((cell) => cell.trim() !== '');
  return at < 0 ? Infinity : at;
}
