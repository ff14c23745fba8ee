/** Finds row ends in bytes as Papa Parse does: a line break in a quoted field is part of the field. */

const quoteByte = 34;
const space = 32;
const carriageReturn = 13;

export type RowScanner = {
  push(bytes: Uint8Array): void;
  /** The offset of the quote that is open; undefined outside a quoted field. */
  quotedFrom(): number | undefined;
  /** The open quote was an ordinary character: the bytes after it are pushed again. */
  unquote(): void;
  /** `pages`: offsets of every `perPage`th row. `columns`: the most fields of a row. */
  end(): { pages: number[]; count: number; columns: number };
};

/** `inQuotes`, or `afterQuote` in it: it ends the field only if a delimiter or a line break follows. */
type Place = 'start' | 'field' | 'inQuotes' | 'afterQuote';

type RowState = {
  place: Place;
  /** Of the row. */
  start: number;
  fields: number;
  isEmpty: boolean;
  /** Of the open quote. */
  quote: number;
};

export function createRowScanner(delimiter: number, newline: number, perPage: number): RowScanner {
  const pages: number[] = [];
  let [offset, count, columns] = [0, 0, 0];
  const row: RowState = { place: 'start', start: 0, fields: 1, isEmpty: true, quote: 0 };

  function endRow(next: number): void {
    // Empty lines are no rows.
    if (!row.isEmpty) {
      if (count % perPage === 0) pages.push(row.start);
      count++;
      columns = Math.max(columns, row.fields);
    }
    Object.assign(row, { place: 'start', start: next, fields: 1, isEmpty: true });
  }

  function step(byte: number, at: number): void {
    if (row.place === 'inQuotes') {
      if (byte === quoteByte) row.place = 'afterQuote';
    } else if (byte === newline) endRow(at + 1);
    else if (byte === delimiter) {
      row.fields++;
      row.place = 'start';
      row.isEmpty = false;
    } else if (byte !== carriageReturn) {
      if (byte > space) row.isEmpty = false;
      stepInside(byte, at);
    }
  }

  function stepInside(byte: number, at: number): void {
    if (row.place === 'afterQuote') row.place = byte > space ? 'inQuotes' : 'afterQuote';
    else if (row.place === 'start') {
      row.place = byte === quoteByte ? 'inQuotes' : 'field';
      row.quote = at;
    }
  }

  return {
    push(bytes) {
      for (let index = 0; index < bytes.length; index++) step(bytes[index] ?? 0, offset + index);
      offset += bytes.length;
    },
    quotedFrom: () => (row.place === 'inQuotes' ? row.quote : undefined),
    unquote() {
      offset = row.quote + 1;
      row.place = 'field';
    },
    end() {
      if (row.start < offset) endRow(offset);
      return { pages, count, columns };
    },
  };
}
