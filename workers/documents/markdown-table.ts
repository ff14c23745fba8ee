/** Writes rows of cells as a Markdown table of bounded size. */
import { sliceGraphemes } from '#shared/shorten.ts';
import { countOf } from '#workers/text/count-of.ts';

/** The limits of one table. It is built in memory, and a small file can declare a huge table. */
export const tableLimits = {
  cells: 1_000_000,
  /** UTF-16 units. */
  characters: 8_000_000,
  /** UTF-16 units per cell; Excel allows 32,767. */
  cellCharacters: 100_000,
  /** The maximum of Excel, plus one column for the row numbers. */
  columns: 16_385,
};

/** The size of the complete table; `rows` may be only its beginning. */
type Whole = { rows: number; columns: number };
type Space = { cells: number; characters: number };

/**
 * The first row is the header and is padded to the width of the widest row; other rows may be shorter.
 * Returns '' if there is no cell. Rows and columns beyond the limits are omitted and counted in a note under
 * the table.
 */
export function markdownTable(
  rows: readonly (readonly string[])[],
  whole: Whole = { rows: rows.length, columns: widestOf(rows) },
): string {
  const width = Math.min(widestOf(rows), tableLimits.columns);
  if (width === 0) return '';
  const space: Space = { cells: tableLimits.cells, characters: tableLimits.characters };
  const lines: string[] = [];
  for (const row of rows) {
    const isHead = lines.length === 0;
    const line = rowOf(row, isHead ? width : Math.min(row.length, width), space);
    if (line === undefined) break;
    lines.push(line);
    if (isHead) lines.push(`|${' --- |'.repeat(width)}`);
  }
  const written = Math.max(0, lines.length - 1);
  const note = noteOf(whole, { rows: written, columns: width });
  return [lines.join('\n'), note].filter(Boolean).join('\n\n');
}

/** Subtracts the row from `space`; undefined if it does not fit. */
function rowOf(row: readonly string[], width: number, space: Space): string | undefined {
  space.cells -= width;
  if (space.cells < 0) return undefined;
  const cells: string[] = [];
  for (let index = 0; index < width; index++) {
    const cell = cellText(row[index] ?? '');
    space.characters -= cell.length + 3;
    if (space.characters < 0) return undefined;
    cells.push(cell);
  }
  return `| ${cells.join(' | ')} |`;
}

function noteOf(whole: Whole, written: Whole): string {
  const [rows, columns] = [whole.rows - written.rows, whole.columns - written.columns];
  const left = [
    ...(rows > 0 ? [`the last ${rows} of ${countOf(whole.rows, 'row')}`] : []),
    ...(columns > 0 ? [`the last ${columns} of ${countOf(whole.columns, 'column')}`] : []),
  ];
  return left.length === 0
    ? ''
    : `(The table is too large to be shown whole. Left out: ${left.join(', ')}. Take them with run_python.)`;
}

function widestOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, { length }) => Math.max(most, length), 0);
}

/** Escapes the text of a cell: line breaks become `<br>`, and `|` is escaped. */
function cellText(text: string): string {
  const { cellCharacters } = tableLimits;
  const isCut = text.length > cellCharacters;
  return (isCut ? `${sliceGraphemes(text, 0, cellCharacters)} [… cut …]` : text)
    .trim()
    .replaceAll('\\', '\\\\')
    .replaceAll('|', '\\|')
    .replaceAll(/\r\n?|\n/g, '<br>');
}

/**
 * Removes empty rows before and after the content, empty columns before it, and empty cells at the end of
 * each row.
 */
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
