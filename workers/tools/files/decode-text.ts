/** Decodes a file that will be changed, so that its text can be written back in the same encoding. */
import * as limits from '#shared/limits.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { decodeBytes } from '#workers/text/encoding/decode-bytes.ts';
import { CharacterError, encodeText } from '#workers/text/encoding/encode-text.ts';
import {
  decoderLabel,
  encodingTitle,
  findEncoding,
  type TextEncoding,
} from '#workers/text/encoding/find-encoding.ts';

/** Larger files are refused, because people do not edit such files by replacing text. */
const maxBytes = 10 * limits.readBytes;

export type DecodedText = {
  /** With the byte order mark, if the file has one. */
  text: string;
  /** Throws a `ToolError` if the encoding of the file cannot hold a character of `text`. */
  encode(text: string): string | Blob;
};

export async function decodeText(path: string, file: File | null): Promise<DecodedText> {
  if (!file)
    throw new ToolError(
      'file_not_found',
      `File not found: ${path}. Check the path with list_directory; if the file is meant to be new, use write_file.`,
    );
  if (file.size > maxBytes)
    throw new ToolError(
      'file_too_large',
      `${path} has ${file.size} bytes, the maximum to change is ${maxBytes}. It was not changed; write what is new to another file, or say that it is too large.`,
    );
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding = findEncoding(bytes);
  if (!encoding)
    throw new ToolError('binary_file', `${path} is a binary file and cannot be changed as text.`);
  const text = decodeBytes(bytes, decoderLabel(encoding.name));
  if (!isSame(bytes, text, encoding))
    throw new ToolError(
      'binary_file',
      `${path} is not wholly ${encodingTitle({ ...encoding, isDamaged: false })}: it has bytes that would be lost. Nothing was changed. Change it with run_python on its bytes, or write it anew with write_file.`,
    );
  return { text, encode: (changed) => encodeFor(path, changed, encoding, text) };
}

/** Some bytes are no character, and some characters have two codes. */
function isSame(bytes: Uint8Array, text: string, { name, isDamaged }: TextEncoding): boolean {
  if (name === 'utf-8') return !isDamaged;
  const again = encodeText(text.replaceAll('\ufffd', '?'), name);
  return again.length === bytes.length && again.every((byte, at) => byte === bytes[at]);
}

/** UTF-8 stays a string, which the file port encodes itself. `before` is what the file has. */
export function encodeFor(path: string, text: string, encoding: TextEncoding, before = ''): string | Blob {
  if (encoding.name === 'utf-8') return text;
  try {
    if (encoding.name === 'unknown-8bit') refuseNewLetters(text, before);
    return new Blob([encodeText(text, encoding.name)]);
  } catch (error) {
    if (!(error instanceof CharacterError)) throw error;
    throw new ToolError(
      'validation_error',
      `${path} is ${encodingTitle(encoding)}, in which '${error.character}' cannot be written. Nothing was changed. Use other characters, or make the file UTF-8 first: read_file with the right 'encoding', then write_file with mode 'overwrite'.`,
    );
  }
}

/** The bytes that are there can be kept, but which bytes a new letter needs is not known. */
function refuseNewLetters(text: string, before: string): void {
  const known = new Set(before);
  for (const character of text)
    if (character > '\x7f' && !known.has(character)) throw new CharacterError(character);
}
