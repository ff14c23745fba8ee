/** `column`. That of just-bash joins empty fields, fills lines with blanks, and lacks most options. */
import { bytes, command, joinLines, linesOf } from '../command.ts';
import { readEach } from '../each-file.ts';
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';

export const column = command('column', 1, async (args, context) => {
  const options = parseOptions(
    args,
    't/table s/separator= o/output-separator= c/output-width= N/table-columns= R/table-right= l/table-columns-limit=',
    'x/fillrows n/table-noheadings d e/table-header-repeat L/keep-empty-lines H/table-hide= E/table-noextreme= T/table-truncate=',
  );
  const { contents, errors } = await readEach(context, 'column', options.operands);
  const all = contents.flatMap(({ content }) => linesOf(textOfBytes(content)));
  const lines = options.has('L') ? all : all.filter((line) => line.trim() !== '');
  const shown = options.has('t') || options.has('N') ? table(lines, options) : grid(lines, options);
  return bytes(bytesOfText(joinLines(shown)), 0, errors);
});

function table(lines: readonly string[], options: Options): string[] {
  const limit = wholeNumber(options.value('l'), 'columns limit') ?? Infinity;
  const separator = options.value('s');
  const rows = lines.map((line) => cellsOf(line, separator, limit));
  const names = options.value('N')?.split(',');
  if (names && !options.has('n') && !options.has('d')) rows.unshift(names);
  const width = largest(rows.map(({ length }) => length));
  const widths = Array.from({ length: width }, (_, at) =>
    largest(rows.map((row) => Array.from(row[at] ?? '').length)),
  );
  const right = rightColumns(options.value('R'), names, width);
  const between = options.value('o') ?? '  ';
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const missing = (widths[at] ?? 0) - Array.from(cell).length;
        if (right.has(at)) return ' '.repeat(missing) + cell;
        // Nothing follows the last cell of a row that has all columns.
        return at === width - 1 ? cell : cell + ' '.repeat(missing);
      })
      .concat(
        Array.from({ length: Math.max(0, width - row.length) }, (_, at) =>
          emptyCell(row.length + at, widths),
        ),
      )
      .join(between),
  );
}

function largest(numbers: readonly number[]): number {
  return numbers.reduce((most, each) => Math.max(most, each), 0);
}

function emptyCell(at: number, widths: readonly number[]): string {
  return at === widths.length - 1 ? '' : ' '.repeat(widths[at] ?? 0);
}

/** Blanks are one separator, each other separator ends a cell. */
function cellsOf(line: string, separator: string | undefined, limit: number): string[] {
  const cells: string[] = [];
  let rest = separator === undefined ? line.trim() : line;
  const pattern =
    separator === undefined ? /[ \t]+/ : new RegExp(`[${separator.replace(/[\]\\^-]/g, '\\$&')}]`);
  while (cells.length < limit - 1) {
    const found = pattern.exec(rest);
    if (!found) break;
    cells.push(rest.slice(0, found.index));
    rest = rest.slice(found.index + found[0].length);
  }
  return [...cells, rest];
}

/** By number or by name; 0 is all. */
function rightColumns(
  word: string | undefined,
  names: readonly string[] | undefined,
  width: number,
): Set<number> {
  const columns = (word ?? '').split(',').filter(Boolean);
  if (columns.includes('0')) return new Set(Array.from({ length: width }, (_, at) => at));
  return new Set(
    columns.map((column) =>
      /^-?\d+$/.test(column)
        ? Number(column) < 0
          ? width + Number(column)
          : Number(column) - 1
        : (names?.indexOf(column) ?? -1),
    ),
  );
}

/** Fills columns, or rows with `-x`; columns are multiples of a tab wide. */
function grid(lines: readonly string[], options: Options): string[] {
  const total = wholeNumber(options.value('c'), 'columns') ?? 80;
  const longest = largest(lines.map((line) => Array.from(line).length));
  const width = (Math.floor(longest / 8) + 1) * 8;
  if (longest >= total) return [...lines];
  const columns = Math.max(1, Math.floor(total / width));
  const height = Math.ceil(lines.length / columns);
  const rows = Array.from({ length: height }, (_, row) =>
    Array.from(
      { length: columns },
      (_, at) => lines[options.has('x') ? row * columns + at : at * height + row],
    ).filter((cell) => cell !== undefined),
  );
  return rows.map((row) =>
    row
      .map((cell, at) => {
        const missing = width - Array.from(cell).length;
        return at === row.length - 1 ? cell : cell + '\t'.repeat(Math.ceil(missing / 8));
      })
      .join(''),
  );
}
