/** Formats values and names as SQLite's shell does. */
import type { SqlValue } from 'sql.js';
import { toHex } from '#workers/text/sha256.ts';

/** `nullValue`: the text for NULL. */
export function plainText(value: SqlValue, nullValue: string): string {
  if (value === null) return nullValue;
  if (typeof value === 'number') return realText(value);
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

/** Like SQLite's `%!.15g`: 15 digits, and always a point or an exponent. */
function realText(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? 'Inf' : value < 0 ? '-Inf' : '';
  const [mantissa = '', exponent = '0'] = value.toExponential(14).split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 15) return withPoint(value.toFixed(14 - power));
  return `${withPoint(mantissa)}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function withPoint(digits: string): string {
  const short = digits.includes('.') ? digits.replace(/0+$/, '') : digits;
  if (!short.includes('.')) return `${short}.0`;
  return short.endsWith('.') ? `${short}0` : short;
}

/** The shortest text that is parsed as the same number. */
function exactReal(value: number): string {
  if (!Number.isFinite(value)) return value > 0 ? '9.0e+999' : '-9.0e+999';
  const short = realText(value);
  return Number(short) === value ? short : String(value);
}

export function literal(value: SqlValue): string {
  if (value === null || Number.isNaN(value)) return 'NULL';
  if (typeof value === 'number') return exactReal(value);
  if (value instanceof Uint8Array) return `X'${toHex(value)}'`;
  return typeof value === 'string' ? quoted(value) : String(value);
}

/** A literal as in a dump: a text with line breaks stays on one line. */
export function oneLineLiteral(value: SqlValue): string {
  if (typeof value !== 'string' || !/[\n\r]/.test(value)) return literal(value);
  let text = quoted(value);
  const replacements = [
    ['\n', '\\n', 10],
    ['\r', '\\r', 13],
  ] as const;
  for (const [character, mark, code] of replacements) {
    if (!value.includes(character)) continue;
    const free = value.includes(mark) ? `(${mark})` : mark;
    // A text that contains both marks keeps its line breaks.
    if (value.includes(free)) continue;
    text = `replace(${text.replaceAll(character, free)},'${free}',char(${code}))`;
  }
  return text;
}

export function jsonText(value: SqlValue): string {
  if (value === null || Number.isNaN(value)) return 'null';
  if (typeof value === 'number') return exactReal(value);
  return typeof value === 'bigint' ? String(value) : JSON.stringify(plainText(value, ''));
}

/** A CSV field, quoted where necessary and where SQLite's shell does it. */
export function csvText(value: SqlValue, nullValue: string, separator: string): string {
  if (value === null) return nullValue;
  const text = plainText(value, nullValue);
  const isPlain = text !== '' && !text.includes(separator) && !/[\0- "'\x7f-\uffff]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** An SQL identifier, in double quotes if it is not a plain word. */
export function nameText(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name.toUpperCase())
    ? name
    : `"${name.replaceAll('"', '""')}"`;
}

/** The keywords that are likely as names. https://sqlite.org/lang_keywords.html */
const keywords = new Set(
  (
    'ADD ALL ALTER AND AS ASC BETWEEN BY CASE CHECK COLLATE COLUMN COMMIT CREATE DEFAULT DELETE DESC DISTINCT DROP ' +
    'ELSE END ESCAPE EXISTS FOREIGN FROM GROUP HAVING IN INDEX INSERT INTO IS JOIN KEY LIMIT NOT NULL ON OR ORDER ' +
    'PRIMARY REFERENCES SELECT SET TABLE THEN TO TRANSACTION TRIGGER UNION UNIQUE UPDATE USING VALUES VIEW WHEN WHERE'
  ).split(' '),
);
