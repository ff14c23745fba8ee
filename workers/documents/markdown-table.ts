/** Writes rows of cells as a Markdown table of bounded size. */
import { sliceGraphemes } from '#shared/shorten.ts';
import { countOf } from '#workers/text/count-of.ts';

/** What one table may take: it is put together in memory, of files that can name more than they hold. */
export const tableLimits = {
  cells: 1_000_000,
  /** UTF-16 units. */
  characters: 8_000_000,
  /** Of one cell; a spreadsheet holds 32,767. */
  cellCharacters: 100_000,
  /** As many as a spreadsheet has, and one for the names of its rows. */
  columns: 16_385,
};

/** How large the whole is, of which rows may be given in part. */
type Whole = { rows: number; columns: number };
type Space = { cells: number; characters: number };

/**
 * The first row is the header, which is as wide as the widest row; other rows may be shorter. '' without a cell. What
 * exceeds the limits is left out, and a note under the table names it.
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

/** Undefined if there is no space for it. */
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

/** A cell is one line, and its bars are text. */
function cellText(text: string): string {
  const { cellCharacters } = tableLimits;
  const isCut = text.length > cellCharacters;
  return (isCut ? `${sliceGraphemes(text, 0, cellCharacters)} [… cut …]` : text)
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
