/** Converts text and bytes in the encodings that commands request from the file system. */
import { toHex } from '#workers/text/sha256.ts';
import { encodeText, hasEscapes, textOf } from '#workers/text/encoding/byte-text.ts';
import { bytesOfLatin1, latin1Of } from '#workers/text/encoding/latin1.ts';

type Options = { encoding?: string | null } | string | undefined;

export function encodingOf(options: Options): string {
  return (typeof options === 'string' ? options : options?.encoding) ?? 'utf8';
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
      return textOf(bytes);
  }
}

/** Returns a string for UTF-8, which the file port encodes itself, and bytes for all else. */
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
      return hasEscapes(content) ? encodeText(content) : content;
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
