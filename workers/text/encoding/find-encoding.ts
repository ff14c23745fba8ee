/** Decides the encoding of a file: the one place that does, so that all tools agree. */
import { markedCharset } from './decode-body.ts';
import { isBinary } from '../is-binary.ts';
import { findLegacyEncoding, type LegacyName } from './legacy-encoding.ts';

export type TextEncoding = {
  /**
   * A label of the WHATWG Encoding Standard, or 'unknown-8bit': ASCII, and bytes that are letters in an
   * encoding that cannot be told.
   */
  name: 'utf-8' | 'utf-16le' | 'utf-16be' | 'unknown-8bit' | LegacyName;
  /** Begins with a byte order mark. */
  hasMark: boolean;
  /** UTF-8 in which single bytes are not valid. */
  isDamaged: boolean;
};

/** This much of a file decides. */
export const decidingBytes = 16 * 1024 * 1024;
/** Other text has fewer control characters. */
const mostControls = 0.02;

/** Undefined if the file is binary. */
export async function encodingOfFile(file: Blob): Promise<TextEncoding | undefined> {
  const bytes = new Uint8Array(await file.slice(0, decidingBytes).arrayBuffer());
  return findEncoding(bytes, bytes.length === file.size);
}

/** Undefined if the bytes are binary. `isWhole`: there are no others, so that no character is cut in two at their end. */
export function findEncoding(bytes: Uint8Array, isWhole = false): TextEncoding | undefined {
  const plain = { hasMark: false, isDamaged: false };
  const marked = markedCharset(bytes);
  if (marked === 'utf-16le' || marked === 'utf-16be') return { ...plain, name: marked, hasMark: true };
  if (isBinary(bytes)) {
    const wide = findUtf16(bytes);
    return wide && { ...plain, name: wide };
  }
  if (isValid(bytes, 'utf-8', isWhole)) return { ...plain, name: 'utf-8', hasMark: marked === 'utf-8' };
  if (isMostlyUtf8(bytes, isWhole)) return { name: 'utf-8', hasMark: marked === 'utf-8', isDamaged: true };
  if (controlsIn(bytes) > mostControls) return undefined;
  return { ...plain, name: findLegacyEncoding(bytes) ?? 'unknown-8bit' };
}

/** As models and people are told it, such as 'windows-1252 (Latin-1)'. */
export function encodingTitle({ name, hasMark, isDamaged }: TextEncoding): string {
  const title = titles[name] ?? name;
  return `${title}${hasMark ? ' with byte order mark' : ''}${isDamaged ? ', some bytes damaged' : ''}`;
}

const titles: Partial<Record<TextEncoding['name'], string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16LE',
  'utf-16be': 'UTF-16BE',
  'windows-1252': 'windows-1252 (Latin-1)',
  'unknown-8bit': 'unknown 8-bit',
};

/** In windows-1252 each byte is a character, so an unknown encoding loses nothing in it. */
export function decoderLabel(name: TextEncoding['name']): string {
  return name === 'unknown-8bit' ? 'windows-1252' : name;
}

function isValid(bytes: Uint8Array, label: string, isWhole = false): boolean {
  try {
    new TextDecoder(label, { fatal: true }).decode(bytes, { stream: !isWhole });
    return true;
  } catch {
    return false;
  }
}

/** Without a mark: ASCII characters have a zero byte, all at the same place. Other characters must be letters, too. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const probe = bytes.subarray(0, 64 * 1024);
  const zeros = [0, 0];
  probe.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  if (bytes.length % 2 !== 0 || (even > 0 && odd > 0)) return undefined;
  const name = odd > 0 ? 'utf-16le' : 'utf-16be';
  if (!isValid(probe, name)) return undefined;
  const text = new TextDecoder(name).decode(probe, { stream: true });
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\p{Cf}\t\r\n\f]+$/u.test(text) ? name : undefined;
}

/** For each invalid byte, ten characters of several bytes are valid: it is not by chance. */
function isMostlyUtf8(bytes: Uint8Array, isWhole: boolean): boolean {
  const text = new TextDecoder().decode(bytes, { stream: !isWhole });
  const damaged = text.split('\ufffd').length - 1;
  const wide = text.replace(/[\0-\x7f\ufffd]+/g, '').length;
  return wide >= 10 * damaged;
}

/** The share of control characters that no text has. */
function controlsIn(bytes: Uint8Array): number {
  const probe = bytes.subarray(0, 64 * 1024);
  const isControl = (byte: number) => byte < 0x20 && ![0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte);
  return probe.filter(isControl).length / probe.length;
}
