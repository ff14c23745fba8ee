/** Encodes text in any encoding that a file may have; browsers only encode UTF-8. */
import { decoderLabel, type TextEncoding } from './find-encoding.ts';

/** What can be written. */
export const writableLabels = [
  ...([
    'utf-8',
    'utf-16le',
    'utf-16be',
    'windows-1252',
    'windows-1250',
    'windows-1254',
    'windows-1251',
  ] as const),
  ...(['koi8-r', 'shift_jis', 'euc-jp', 'gbk', 'big5', 'euc-kr'] as const),
];

/** A character that the encoding cannot hold. */
export class CharacterError extends Error {
  readonly character: string;

  constructor(character: string) {
    super(`The encoding has no '${character}'.`);
    this.name = 'CharacterError';
    this.character = character;
  }
}

/** `text` includes its byte order mark, if it has one. Throws a `CharacterError`. */
export function encodeText(text: string, name: TextEncoding['name']): Uint8Array<ArrayBuffer> {
  if (name === 'utf-8') return new TextEncoder().encode(text);
  if (name === 'utf-16le' || name === 'utf-16be') return encodeUtf16(text, name === 'utf-16le');
  const table = tableOf(decoderLabel(name));
  const bytes: number[] = [];
  for (const character of text) {
    const code = table.get(character);
    if (code === undefined) throw new CharacterError(character);
    if (code > 0xff) bytes.push(code >> 8);
    bytes.push(code & 0xff);
  }
  return Uint8Array.from(bytes);
}

function encodeUtf16(text: string, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at++) view.setUint16(at * 2, text.charCodeAt(at), isLittle);
  return bytes;
}

const tables = new Map<string, Map<string, number>>();

/** The code of each character: what the decoder makes of all single bytes and all pairs, turned round. */
function tableOf(label: string): Map<string, number> {
  const known = tables.get(label);
  if (known) return known;
  const table = new Map<string, number>();
  const decoder = new TextDecoder(label, { fatal: true });
  const add = (code: number, bytes: readonly number[]) => {
    try {
      // As a stream, because Node otherwise takes windows-1252 for Latin-1.
      const character = decoder.decode(Uint8Array.from(bytes), { stream: true }) + decoder.decode();
      if (Array.from(character).length === 1 && !table.has(character)) table.set(character, code);
    } catch {
      // No character.
    }
  };
  for (let byte = 0; byte <= 0xff; byte++) add(byte, [byte]);
  for (let lead = 0x81; lead <= 0xfe && isByPairs(label); lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) add(lead * 0x100 + trail, [lead, trail]);
  tables.set(label, table);
  return table;
}

function isByPairs(label: string): boolean {
  return !/^(windows|koi8)/.test(label);
}
