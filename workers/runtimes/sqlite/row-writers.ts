/** Writes rows in the modes of `.mode` and of the options with the same names. */
import type { SqlValue } from 'sql.js';
import { csvText, jsonText, literal, nameText, plainText } from './values.ts';

export const modes = [
  'list',
  'csv',
  'tabs',
  'column',
  'line',
  'json',
  'table',
  'box',
  'markdown',
  'quote',
  'insert',
] as const;
export type Mode = (typeof modes)[number];

export type RowStyle = {
  mode: Mode;
  hasHeader: boolean;
  /** The separator between columns; `rowEnd` is written after each row. */
  separator: string;
  rowEnd: string;
  nullValue: string;
  /** The table of `.mode insert TABLE`. */
  table: string;
};

/** `end` must be called after the last row. */
type RowWriter = { row(values: readonly SqlValue[]): void; end(): void };

export function openWriter(
  style: RowStyle,
  columns: readonly string[],
  print: (text: string) => void,
): RowWriter {
  const { mode, nullValue } = style;
  const text = (value: SqlValue) => plainText(value, nullValue);
  switch (mode) {
    case 'line':
      return lines(columns, text, print);
    case 'json':
      return json(columns, print);
    case 'column':
    case 'table':
    case 'box':
    case 'markdown':
      return grid(frames[mode], mode !== 'column' || style.hasHeader, columns, text, print);
    case 'insert':
      return inserts(style, columns, print);
    case 'list':
    case 'tabs':
    case 'csv':
    case 'quote':
      return separated(style, columns, print);
  }
}

function separated(style: RowStyle, columns: readonly string[], print: (text: string) => void): RowWriter {
  const { mode, separator, rowEnd, nullValue, hasHeader } = style;
  const cell = (value: SqlValue) => {
    if (mode === 'csv') return csvText(value, nullValue, separator);
    return mode === 'quote' ? literal(value) : plainText(value, nullValue);
  };
  const write = (values: readonly SqlValue[]) => print(values.map(cell).join(separator) + rowEnd);
  let isFirst = true;
  return {
    row(values) {
      if (isFirst && hasHeader) write(columns);
      isFirst = false;
      write(values);
    },
    end: () => undefined,
  };
}

function lines(
  columns: readonly string[],
  text: (value: SqlValue) => string,
  print: (text: string) => void,
): RowWriter {
  const width = Math.max(5, ...columns.map(widthOf));
  let isFirst = true;
  return {
    row(values) {
      if (!isFirst) print('\n');
      isFirst = false;
      values.forEach((value, at) => print(`${columns[at]?.padStart(width)} = ${text(value)}\n`));
    },
    end: () => undefined,
  };
}

function json(columns: readonly string[], print: (text: string) => void): RowWriter {
  let isFirst = true;
  return {
    row(values) {
      const members = values.map((value, at) => `${JSON.stringify(columns[at])}:${jsonText(value)}`);
      print(`${isFirst ? '[' : ',\n'}{${members.join(',')}}`);
      isFirst = false;
    },
    end: () => (isFirst ? undefined : print(']\n')),
  };
}

function inserts(
  { table, hasHeader }: RowStyle,
  columns: readonly string[],
  print: (text: string) => void,
): RowWriter {
  const names = hasHeader ? `(${columns.map(nameText).join(',')})` : '';
  return {
    row: (values) =>
      print(`INSERT INTO ${nameText(table)}${names} VALUES(${values.map(literal).join(',')});\n`),
    end: () => undefined,
  };
}

/** The characters of a horizontal line: start, between columns, end, and fill. */
type Line = readonly [left: string, between: string, right: string, fill: string];
type Frame = {
  top?: Line;
  under: Line;
  bottom?: Line;
  row: readonly [string, string, string];
  isCentred: boolean;
};

const frames: Readonly<Record<'column' | 'table' | 'box' | 'markdown', Frame>> = {
  column: { under: ['', '  ', '', '-'], row: ['', '  ', ''], isCentred: false },
  markdown: { under: ['|-', '-|-', '-|', '-'], row: ['| ', ' | ', ' |'], isCentred: true },
  table: {
    top: ['+-', '-+-', '-+', '-'],
    under: ['+-', '-+-', '-+', '-'],
    bottom: ['+-', '-+-', '-+', '-'],
    row: ['| ', ' | ', ' |'],
    isCentred: true,
  },
  box: {
    top: ['┌─', '─┬─', '─┐', '─'],
    under: ['├─', '─┼─', '─┤', '─'],
    bottom: ['└─', '─┴─', '─┘', '─'],
    row: ['│ ', ' │ ', ' │'],
    isCentred: true,
  },
};

/** Buffers all rows, because the columns are as wide as their widest value. */
function grid(
  { top, under, bottom, row, isCentred }: Frame,
  hasHeader: boolean,
  columns: readonly string[],
  text: (value: SqlValue) => string,
  print: (text: string) => void,
): RowWriter {
  const rows: string[][] = [];
  return {
    row: (values) => void rows.push(values.map(text)),
    end() {
      if (rows.length === 0) return;
      const widths = columns.map((name, at) =>
        rows.reduce((most, cells) => Math.max(most, widthOf(cells[at] ?? '')), hasHeader ? widthOf(name) : 0),
      );
      const line = (parts: Line | undefined) => {
        if (!parts) return;
        const [left, between, right, fill] = parts;
        print(`${left}${widths.map((width) => fill.repeat(width)).join(between)}${right}\n`);
      };
      const cells = (values: readonly string[], pad: (value: string, width: number) => string) => {
        const [left, between, right] = row;
        print(`${left}${values.map((value, at) => pad(value, widths[at] ?? 0)).join(between)}${right}\n`);
      };
      line(top);
      if (hasHeader) {
        cells(columns, isCentred ? centre : padEnd);
        line(under);
      }
      for (const values of rows) cells(values, padEnd);
      line(bottom);
    },
  };
}

function widthOf(text: string): number {
  return Array.from(text).length;
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(width - widthOf(text));
}

function centre(text: string, width: number): string {
  const left = Math.floor((width - widthOf(text)) / 2);
  return padEnd(' '.repeat(left) + text, width);
}
