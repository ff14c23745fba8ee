/** Conversions, compression and hashes that git's formats need. */
import { sha1 } from '@noble/hashes/legacy.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';

export type Bytes = Uint8Array<ArrayBuffer>;

/** Both lose nothing, also of what is not UTF-8. */
export { encodeText as encode, textOf as decode } from '#workers/text/encoding/byte-text.ts';
export const toHex = bytesToHex;
export const fromHex = hexToBytes;

// @noble/hashes is synchronous, so that hundreds of small files need no promise each, and it works without a
// secure context.
export function hashOf(...parts: readonly Uint8Array[]): Bytes {
  const hash = sha1.create();
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Compresses to the zlib format in which git stores objects. */
export async function deflate(bytes: Bytes): Promise<Bytes> {
  // Not through a Blob's stream, because each Blob costs messages to the browser process.
  const { writable, readable } = new CompressionStream('deflate');
  const writer = writable.getWriter();
  const written = writer.write(bytes).then(() => writer.close());
  const reader = readable.getReader();
  const parts: Uint8Array[] = [];
  for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
  await written;
  return concat(parts);
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 255] ?? 0);
  return ~crc >>> 0;
}

/** Compares by UTF-8 bytes, the order of git's index and trees; UTF-16 order differs above U+D7FF. */
export function compareBytewise(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let at = 0; at < length; at++) {
    const a = one.charCodeAt(at);
    const b = other.charCodeAt(at);
    if (a !== b) return rank(a) - rank(b);
  }
  return one.length - other.length;
}

/** Surrogates sort after all other units, because they encode the highest code points. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
