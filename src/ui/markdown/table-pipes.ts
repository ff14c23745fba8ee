/**
 * Bars inside code and formulas of a table, as in `$P(A|B)$`, which models do not escape: GFM ends the cell there and drops
 * the cells that are then too many. https://github.com/ZenNotes/zennotes/issues/319
 */
import { Tokenizer, type Tokens } from 'marked';

const delimiters = /^[^\n]*\|[^\n]*\n {0,3}\|?[ \t]*:?-[-:| \t]*(?:\n|$)/;
/** Code, or a formula in a line, that has a bar; escaped signs are passed over. */
const spans = /\\.|(`+)[^`\n]*?\1(?!`)|\$(?!\s)(?:\\.|[^\\$`\n])+?(?<!\s)\$(?![\d$_])/g;
const bars = /\\.|\|/g;

/** Only rows with more cells than the header are read anew. False: the library reads the table. */
export function tableWithBars(this: Tokenizer, source: string): Tokens.Table | false {
  if (!delimiters.test(source)) return false;
  const end = /\n[ \t]*\n/.exec(source)?.index ?? source.length;
  const [header = '', line = '', ...rows] = source.slice(0, end).split('\n');
  const wanted = cellsOf(header);
  const added: number[] = [];
  const escaped = rows.map((row) => {
    const better = cellsOf(row) > wanted ? escapeBars(row) : row;
    const isBetter = better !== row && cellsOf(better) === wanted;
    added.push(isBetter ? better.length - row.length : 0);
    return isBetter ? better : row;
  });
  if (added.every((count) => count === 0)) return false;
  const text = [header, line, ...escaped].join('\n') + source.slice(end);
  const table = Tokenizer.prototype.table.call(this, text);
  if (!table) return false;
  // The rows that it read: the header and its line have no bar escaped.
  const read = table.raw.trimEnd().split('\n').length - 2;
  const extra = added.slice(0, read).reduce((sum, count) => sum + count, 0);
  return { ...table, raw: source.slice(0, table.raw.length - extra) };
}

function cellsOf(row: string): number {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return (inner.match(bars) ?? []).filter((mark) => mark === '|').length + 1;
}

function escapeBars(row: string): string {
  return row.replace(spans, (span) =>
    span.startsWith('\\') ? span : span.replace(bars, (mark) => (mark === '|' ? String.raw`\|` : mark)),
  );
}
