/** Reads the cells of a sheet that hold something, as text; a cell far away costs no more than a near one. */
import { tableLimits } from '../markdown-table.ts';
import { walkXml } from '../zip/walk-xml.ts';
import type { Formats } from './cell-formats.ts';

/** Longest sheet that is read; as a table it is several MB of text. */
export const mostCells = 100_000;

/** UTF-16 units of all its cells: many can show one long text that the file holds once. */
export const mostCharacters = tableLimits.characters;

/** By row and column, counted from 1. */
export type Cells = ReadonlyMap<number, ReadonlyMap<number, string>>;

type Cell = {
  row: number;
  column: number;
  type: string;
  style: number;
  value: string;
  formula: string;
  text: string;
};

export function readSheet(
  xml: string,
  strings: readonly string[],
  formats: Formats,
): { rows: Cells; isCut: boolean } {
  const rows = new Map<number, Map<number, string>>();
  let [row, column, count, characters] = [0, 0, 0, 0];
  let cell: Cell | undefined;
  let into: 'value' | 'formula' | 'text' | undefined;
  let isCut = false;

  function add({ row: at, column: in_, ...rest }: Cell): void {
    if (isCut) return;
    // One more than the table shows, so that it marks the cut.
    const shown = cellText(rest, strings, formats).slice(0, tableLimits.cellCharacters + 1);
    if (shown === '') return;
    isCut = count === mostCells || characters + shown.length > mostCharacters;
    if (isCut) return;
    count++;
    characters += shown.length;
    const cells = rows.get(at) ?? new Map<number, string>();
    rows.set(at, cells.set(in_, shown));
  }

  walkXml(xml, {
    isOver: () => isCut,
    open(name, { r, t = 'n', s }) {
      if (name === 'row') {
        row = Number(r) || row + 1;
        column = 0;
      } else if (name === 'c') {
        // Without an address it follows the one before.
        const place = addressOf(r) ?? { row, column: column + 1 };
        column = place.column;
        cell = { ...place, type: t, style: Number(s) || 0, value: '', formula: '', text: '' };
      } else if (cell)
        into = name === 'v' ? 'value' : name === 'f' ? 'formula' : name === 't' ? 'text' : into;
    },
    text(piece) {
      if (cell && into) cell[into] += piece;
    },
    close(name) {
      if (name === 'c' && cell) {
        add(cell);
        cell = undefined;
      }
      if (name === 'v' || name === 'f' || name === 't') into = undefined;
    },
  });
  return { rows, isCut };
}

function cellText(
  { type, style, value, formula, text }: Omit<Cell, 'row' | 'column'>,
  strings: readonly string[],
  formats: Formats,
): string {
  // A program that does not calculate leaves only the formula.
  if (value === '' && text === '') return formula === '' ? '' : `=${unescape(formula)}`;
  switch (type) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return unescape(text);
    case 'str':
      return unescape(value);
    case 'b':
      return value === '1' || value === 'true' ? 'TRUE' : 'FALSE';
    case 'e':
      return value;
    case 'd':
      return value.replace(/T00:00:00(\.0+)?Z?$/, '');
    default:
      return formats.show(value, style);
  }
}

/** Characters that XML does not have are written as `_x000D_`. */
export function unescape(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
    const character = String.fromCharCode(parseInt(code, 16));
    return character === '\r' ? '' : character;
  });
}

/** `AB12`, as row 12 and column 28. */
function addressOf(address: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address ?? '') ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { row: Number(digits), column };
}
