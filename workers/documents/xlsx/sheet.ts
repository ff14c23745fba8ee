/**
 * Reads the non-empty cells of a sheet as text. The cells are stored sparsely, so a distant cell costs no
 * more memory.
 */
import { tableLimits } from '../markdown-table.ts';
import { attributeOf, walkXml } from '../zip/walk-xml.ts';
import type { Formats } from './cell-formats.ts';

/** Maximum number of cells read per sheet; as a table that is several MB of text. */
export const maxCells = 100_000;

/** Maximum UTF-16 units of all cells together: many cells can refer to one long shared string. */
export const maxCharacters = tableLimits.characters;

/** Text by row and column, both counted from 1. */
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
): { rows: Cells; isCut: boolean; links: ReadonlyMap<string, string> } {
  const rows = new Map<number, Map<number, string>>();
  let [row, column, count, characters] = [0, 0, 0, 0];
  let cell: Cell | undefined;
  let into: 'value' | 'formula' | 'text' | undefined;
  let isCut = false;
  /** The relation of the address of each cell that is a link, by the address of the cell. */
  const links = new Map<string, string>();
  /** Inside `rPh`, the reading of Japanese words. */
  let isReading = false;

  function add({ row: at, column: in_, ...rest }: Cell): void {
    if (isCut) return;
    // One more character than the table shows, so that `markdownTable` marks the cell as cut.
    const shown = cellText(rest, strings, formats).slice(0, tableLimits.cellCharacters + 1);
    if (shown === '') return;
    isCut = count === maxCells || characters + shown.length > maxCharacters;
    if (isCut) return;
    count++;
    characters += shown.length;
    const cells = rows.get(at) ?? new Map<number, string>();
    rows.set(at, cells.set(in_, shown));
  }

  walkXml(xml, {
    isOver: () => isCut,
    open(name, attributes) {
      const { r, t = 'n', s } = attributes;
      if (name === 'hyperlink') links.set(...linkOf(attributes));
      else if (name === 'row') {
        row = Number(r) || row + 1;
        column = 0;
      } else if (name === 'c') {
        // A cell without an address follows the previous cell.
        const place = addressOf(r) ?? { row, column: column + 1 };
        column = place.column;
        cell = { ...place, type: t, style: Number(s) || 0, value: '', formula: '', text: '' };
      } else if (name === 'rPh') isReading = true;
      else if (cell && !isReading) into = parts[name] ?? into;
    },
    text(piece) {
      if (cell && into) cell[into] += piece;
    },
    close(name) {
      if (name === 'c' && cell) {
        add(cell);
        cell = undefined;
      }
      if (name === 'rPh') isReading = false;
      if (name === 'v' || name === 'f' || name === 't') into = undefined;
    },
  });
  return { rows, isCut, links };
}

const parts: Readonly<Record<string, 'value' | 'formula' | 'text' | undefined>> = {
  v: 'value',
  f: 'formula',
  t: 'text',
};

/** The cell of a link, the first of a range, and the relation that has its address. */
function linkOf(attributes: Readonly<Record<string, string>>): [cell: string, relation: string] {
  return [(attributes.ref ?? '').replace(/:.*/, ''), attributeOf(attributes, 'id') ?? ''];
}

function cellText(
  { type, style, value, formula, text }: Omit<Cell, 'row' | 'column'>,
  strings: readonly string[],
  formats: Formats,
): string {
  // A program that does not calculate stores the formula without a value.
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

/** Decodes characters that XML cannot contain, which are written as `_x000D_`; drops carriage returns. */
export function unescape(text: string): string {
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => {
    const character = String.fromCharCode(parseInt(code, 16));
    return character === '\r' ? '' : character;
  });
}

/** Parses an address: `AB12` is row 12, column 28. */
export function addressOf(address: string | undefined): { row: number; column: number } | undefined {
  const [, letters, digits] = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(address ?? '') ?? [];
  if (letters === undefined || digits === undefined) return undefined;
  const column = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return { row: Number(digits), column };
}
