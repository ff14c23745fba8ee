/** Converts text and bytes in the encodings that commands request from the file system. */
import { toHex } from '#workers/text/sha256.ts';

type Options = { encoding?: string | null } | string | undefined;

export function encodingOf(options: Options): string {
  return (typeof options === 'string' ? options : options?.encoding) ?? 'utf8';
}

/** Converts bytes to a string with one character per byte. */
export function latin1Of(bytes: Uint8Array): string {
  // Ten times as fast; most files are ASCII.
  if (isAscii(bytes)) return new TextDecoder().decode(bytes);
  let text = '';
  // In slices, because too many arguments overflow the stack; without spreading, which takes five times as long.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String(Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + 8192)));
  return text;
}

function isAscii(bytes: Uint8Array): boolean {
  // A loop, because `some` calls a function for each byte.
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x7f) return false;
  return true;
}

export function bytesOfLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function decode(bytes: Uint8Array, encoding: string): string {
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return latin1Of(bytes);
    case 'base64':
      return btoa(latin1Of(bytes));
    case 'hex':
      return toHex(bytes);
    default:
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }
}

/** Returns a string for UTF-8, which the file port encodes itself, and bytes for other encodings. */
export function encode(content: string | Uint8Array, encoding: string): string | Uint8Array<ArrayBuffer> {
  if (typeof content !== 'string') return new Uint8Array(content);
  switch (encoding) {
    case 'binary':
    case 'latin1':
    case 'ascii':
      return bytesOfLatin1(content);
    case 'base64':
      return bytesOfLatin1(atob(content));
    case 'hex':
      return Uint8Array.from(content.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    default:
      return content;
  }
}

/** The text, if the bytes are valid UTF-8: the file port can append only text. */
export function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
