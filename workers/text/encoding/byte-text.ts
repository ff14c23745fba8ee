/**
 * Text that can hold any bytes, as Python has it for file names (https://peps.python.org/pep-0383/): UTF-8 becomes
 * its characters, and each byte that is not valid UTF-8 becomes one of U+DC80 to U+DCFF, which no text contains.
 * Both directions lose nothing. Words, variables, names and patterns of the shell are such text; streams (input,
 * output, file contents) are strings with one character per byte.
 */
import { bytesOfLatin1, latin1Of } from './latin1.ts';

/** The first escape minus 0x80, its byte. */
const escapes = 0xdc00;

/** A string with one character per byte as text. */
export function textOfBytes(bytes: string): string {
  if (isAsciiText(bytes)) return bytes;
  return textOf(bytesOfLatin1(bytes));
}

/** Text as a string with one character per byte. */
export function bytesOfText(text: string): string {
  return isAsciiText(text) ? text : latin1Of(encodeText(text));
}

/** The text of one byte. Several of them become characters by `joined`. */
export function textOfByte(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : escapes + (byte & 0xff));
}

/** Makes characters of bytes that stand side by side and are valid UTF-8 together. */
export function joined(text: string): string {
  return hasEscapes(text) ? textOf(encodeText(text)) : text;
}

export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return escapedText(bytes);
  }
}

export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  if (!hasEscapes(text)) return encoder.encode(text);
  // Escapes become three bytes (U+FFFD) otherwise; the result is never longer.
  const bytes = new Uint8Array(text.length * 3);
  let end = 0;
  for (const [part] of text.matchAll(/[\uDC80-\uDCFF]+|[^\uDC80-\uDCFF]+/gu)) {
    if (hasEscapes(part)) for (let at = 0; at < part.length; at++) bytes[end++] = part.charCodeAt(at) & 0xff;
    else end += encoder.encodeInto(part, bytes.subarray(end)).written;
  }
  return bytes.slice(0, end);
}

/** Decodes pieces as they come; a character may be divided between two of them. The last call has no piece. */
export function createTextDecoder(): (piece?: Uint8Array) => string {
  let rest = new Uint8Array();
  return (piece) => {
    const bytes = new Uint8Array(rest.length + (piece?.length ?? 0));
    bytes.set(rest);
    if (piece) bytes.set(piece, rest.length);
    const end = piece ? bytes.length - cutLength(bytes) : bytes.length;
    rest = bytes.slice(end);
    return textOf(bytes.subarray(0, end));
  };
}

/** Text for people and models: bytes that are not UTF-8 become U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/[\uDC80-\uDCFF]/gu, '\ufffd');
}

/** With the flag `u`, a surrogate within a pair is not found. */
export function hasEscapes(text: string): boolean {
  return /[\uDC80-\uDCFF]/u.test(text);
}

function isAsciiText(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}

/** The valid parts are decoded at once; the bytes between them become escapes. */
function escapedText(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const parts: string[] = [];
  let begin = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    if (begin < at) parts.push(decoder.decode(bytes.subarray(begin, at)));
    const first = at;
    while (at < bytes.length && sequenceLength(bytes, at) === 0) at++;
    parts.push(escapesOf(bytes.subarray(first, at)));
    begin = at;
  }
  if (begin < at) parts.push(decoder.decode(bytes.subarray(begin, at)));
  return parts.join('');
}

function escapesOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(escapes + byte);
  return text;
}

/** Bytes of the valid sequence at a place, by table 3-7 of the Unicode Standard; 0 if there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = lengthAfter(first);
  const second = bytes[at + 1] ?? 0;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (length === 0 || second < least || second > most) return 0;
  for (let each = 2; each < length; each++) if (((bytes[at + each] ?? 0) & 0xc0) !== 0x80) return 0;
  return length;
}

/** Bytes at the end that may begin a character. */
function cutLength(bytes: Uint8Array): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const whole = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return whole > length ? length : 0;
  }
  return 0;
}

/** Bytes of a sequence by its first byte, which is not ASCII; 0 if none begins with it. */
function lengthAfter(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}
