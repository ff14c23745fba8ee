/** Reads the characters of a script of sed, and knows the place of each for messages. */
import { joined, textOfByte } from '#workers/text/encoding/byte-text.ts';
import { CommandError } from '../command.ts';
import { endOfBracket } from '../../patterns/bracket.ts';

/** A script of -e or -f. `name`: of the file; undefined for -e. */
export type Piece = { text: string; name?: string };

export type ScriptReader = {
  at: number;
  readonly text: string;
  /** Whether each byte is a character, as in the C locale. */
  readonly bytes: boolean;
  /** Throws an error at the place that was read, or at `at`. */
  fail(message: string, at?: number): never;
};

export function createReader(pieces: readonly Piece[], bytes: boolean): ScriptReader {
  const text = pieces.map((piece) => piece.text).join('\n');
  const reader: ScriptReader = {
    at: 0,
    text,
    bytes,
    fail(message, at = reader.at) {
      throw new CommandError(`${placeOf(pieces, at)}: ${message}`);
    },
  };
  return reader;
}

function placeOf(pieces: readonly Piece[], at: number): string {
  let start = 0;
  let expressions = 0;
  for (const [index, { text, name }] of pieces.entries()) {
    if (name === undefined) expressions++;
    const isHere = at <= start + text.length || index === pieces.length - 1;
    const before = Math.max(0, at - start);
    if (isHere && name !== undefined)
      return `file ${name} line ${text.slice(0, Math.max(0, before - 1)).split('\n').length}`;
    if (isHere) return `-e expression #${expressions}, char ${Math.min(before, text.length)}`;
    start += text.length + 1;
  }
  return '-e expression #1, char 0';
}

export function peek({ text, at }: ScriptReader): string {
  return text[at] ?? '';
}

/** The next character; '' at the end. */
export function take(reader: ScriptReader): string {
  const character = peek(reader);
  reader.at += character.length;
  return character;
}

/** Skips what the pattern matches and returns it; '' if it does not match. `pattern` is sticky. */
export function skip(reader: ScriptReader, pattern: RegExp): string {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0] ?? '';
  reader.at += found.length;
  return found;
}

export const blanks = /[^\S\n]*/y;
const fileName = /[^\n]*/y;

/** A command ends at a line end, `;`, `}` or a comment. */
export function endCommand(reader: ScriptReader): void {
  skip(reader, blanks);
  const next = peek(reader);
  if (next === '' || '}#'.includes(next)) return;
  reader.at++;
  if (!'\n;'.includes(next)) reader.fail('extra characters after command');
}

export function readFileName(reader: ScriptReader): string {
  skip(reader, blanks);
  const name = skip(reader, fileName);
  if (name === '') reader.fail('missing filename in r/R/w/W commands');
  reader.at += peek(reader).length;
  return name;
}

export function readNumber(reader: ScriptReader): number | undefined {
  const digits = skip(reader, /\d+/y);
  return digits === '' ? undefined : Number(digits);
}

/** The text up to the unescaped `end`, which is skipped; undefined without one. The end may be escaped inside. */
export function readDelimited(reader: ScriptReader, end: string, isPattern: boolean): string | undefined {
  let found = '';
  for (let character = take(reader); character !== ''; character = take(reader)) {
    if (character === end) return found;
    if (character === '\n' && isPattern) {
      reader.at--;
      return undefined;
    }
    if (character === '[' && isPattern) {
      const close = endOfBracket(reader.text, reader.at - 1);
      if (close === undefined) reader.at = reader.text.length;
      found += reader.text.slice(reader.at - 1, close);
      if (close === undefined) return undefined;
      reader.at = close;
    } else if (character === '\\') found += readEscaped(reader, end, isPattern);
    else found += character;
  }
  return undefined;
}

function readEscaped(reader: ScriptReader, end: string, isPattern: boolean): string {
  const character = take(reader);
  // An escaped delimiter is the character itself, also where the pattern gives it a meaning.
  if (character === end) return isPattern || character !== '&' ? character : '\\&';
  if (character === 'n' && isPattern) return '\n';
  return `\\${character}`;
}

/** The text of `a`, `i` and `c`, with a line end; '' for `a\` at the end of a script. */
export function readText(reader: ScriptReader): string {
  skip(reader, blanks);
  if ('\n'.includes(peek(reader))) reader.fail("expected \\ after `a', `c' or `i'");
  // After `a\`, white space is text, but not in front of a line end.
  skip(reader, /\\(?:[^\S\n]*(?:\n|$))?/y);
  let text = '';
  for (let character = take(reader); character !== '' && character !== '\n'; character = take(reader))
    text += character === '\\' ? `\\${take(reader)}` : character;
  const isEmpty = text === '' && reader.at >= reader.text.length;
  return isEmpty ? '' : `${withoutEscapes(reader, text)}\n`;
}

const controls: Readonly<Record<string, string>> = {
  ...{ a: '\x07', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
};
const escape =
  /\\(?:c(?<control>[^])|d(?<decimal>\d{1,3})|o(?<octal>[0-7]{1,3})|x(?<hex>[\dA-Fa-f]{1,2})|(?<other>[^]|$))/g;

/** Replaces escapes such as `\t` and `\x41`; `keep` says what becomes of others. */
function replaceEscapes({ bytes }: ScriptReader, text: string, keep: (character: string) => string): string {
  const replaced = text.replace(escape, (...found) => {
    const { control, decimal, octal, hex, other = '' } = found.at(-1) as Partial<Record<string, string>>;
    if (control !== undefined) return textOfByte(control.toUpperCase().charCodeAt(0) ^ 0x40);
    if (decimal !== undefined) return textOfByte(Number(decimal) & 0xff);
    if (octal !== undefined) return textOfByte(Number.parseInt(octal, 8) & 0xff);
    if (hex !== undefined) return textOfByte(Number.parseInt(hex, 16));
    return controls[other] ?? keep(other);
  });
  return bytes ? replaced : joined(replaced);
}

/** Without all backslashes. */
export function withoutEscapes(reader: ScriptReader, text: string): string {
  return replaceEscapes(reader, text, (character) => character);
}

/** With the escapes that are operators of a pattern. */
export function patternEscapes(reader: ScriptReader, text: string): string {
  return replaceEscapes(reader, text, (character) => `\\${character}`);
}
