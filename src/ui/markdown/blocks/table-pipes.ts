/**
 * Bars inside code and formulas of a table, as in `$P(A|B)$`, which models do not escape: GFM ends the cell there and drops
 * the cells that are then too many. https://github.com/ZenNotes/zennotes/issues/319
 */

const delimiters = /^ {0,3}\|?[ \t]*:?-[-:| \t]*$/;
/** Code, or a formula in a line; escaped signs are passed over. The length is limited, so that the time stays linear. */
const spans = /\\.|(`{1,3})[^`\n]{1,200}?\1(?!`)|\$(?!\s)(?:\\.|[^\\$`\n]){1,200}?(?<!\s)\$(?![\d$_])/g;
const bars = /\\.|\|/g;

/** The source with bars escaped in the rows of its first table that have too many cells, and the added length by row. */
export type Escaped = { text: string; added: readonly number[] };

/** Undefined if the source begins with no table, or nothing in it has to be escaped. */
export function escapeTable(source: string): Escaped | undefined {
  const first = source.indexOf('\n');
  const second = source.indexOf('\n', first + 1);
  const header = source.slice(0, first);
  if (first < 0 || second < 0 || !header.includes('|')) return undefined;
  if (!delimiters.test(source.slice(first + 1, second))) return undefined;
  const end = /\n[ \t]*\n/.exec(source)?.index ?? source.length;
  const wanted = cellsOf(header);
  const rows = source.slice(second + 1, end).split('\n');
  const escaped = rows.map((row) => escapeRow(row, wanted));
  const added = rows.map((row, at) => (escaped[at] ?? row).length - row.length);
  if (added.every((count) => count === 0)) return undefined;
  return { text: source.slice(0, second + 1) + escaped.join('\n') + source.slice(end), added };
}

/** The length in the source of a table that was read from the escaped text. */
export function lengthInSource(raw: string, { added }: Escaped): number {
  // The header and its line have no bar escaped.
  const rows = raw.trimEnd().split('\n').length - 2;
  return raw.length - added.slice(0, rows).reduce((sum, count) => sum + count, 0);
}

/** Unchanged unless that gives the row as many cells as the header has. */
function escapeRow(row: string, wanted: number): string {
  if (cellsOf(row) <= wanted) return row;
  const escaped = row.replace(spans, (span) =>
    span.startsWith('\\') ? span : span.replace(bars, (mark) => (mark === '|' ? String.raw`\|` : mark)),
  );
  return cellsOf(escaped) === wanted ? escaped : row;
}

function cellsOf(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inner.match(bars) ?? []).filter((mark) => mark === '|').length + 1;
}
