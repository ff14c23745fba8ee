/** A table in a file of separated values, read a few rows at a time. */

export type TableIndex = {
  /** The bytes that the offsets count: the file itself, or a copy in UTF-8 of one in UTF-16. */
  content: Blob;
  charset: 'utf-8' | 'windows-1252';
  delimiter: string;
  newline: '\n' | '\r';
  /** Without the head. */
  rows: number;
  /** The most cells of a row; a table shows `maxColumns` of them. */
  columns: number;
  head: string[];
  /** For each shown column: characters of its longest cell among the first rows, and whether they are numbers. */
  shapes: readonly { width: number; isNumber: boolean }[];
  /** The first byte of every `rowsPerPage`th row, and the end of the last. */
  starts: Float64Array;
};

/** What a page of rows is read with. */
export type TablePlace = Pick<TableIndex, 'content' | 'charset' | 'delimiter' | 'newline' | 'starts'>;

/** Rows that are read together. */
export const rowsPerPage = 64;
/** Columns that are shown: each is an element of every row on the screen. */
export const maxColumns = 200;
