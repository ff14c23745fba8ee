/**
 * Writes objects as one packfile with its index: two files instead of hundreds, which would be slow in OPFS.
 */
import {
  compareBytewise,
  concat,
  crc32,
  deflate,
  encode,
  fromHex,
  hashOf,
  toHex,
  type Bytes,
} from '../bytes.ts';
import type { GitObject } from './git-object.ts';

const types = { commit: 1, tree: 2, blob: 3, tag: 4 };

type Packed = { oid: string; bytes: Bytes; offset: number };

/** `name`: the hash in the names of both files. */
export async function packObjects(
  objects: ReadonlyMap<string, GitObject>,
): Promise<{ name: string; pack: Bytes; index: Bytes }> {
  const header = new Uint8Array(12);
  header.set(encode('PACK'));
  new DataView(header.buffer).setUint32(4, 2);
  new DataView(header.buffer).setUint32(8, objects.size);
  let offset = header.length;
  const packed: Packed[] = [];
  for (const [oid, { type, bytes }] of objects) {
    const entry = concat([sizeHeader(types[type], bytes.length), await deflate(bytes)]);
    packed.push({ oid, bytes: entry, offset });
    offset += entry.length;
  }
  const body = concat([header, ...packed.map(({ bytes }) => bytes)]);
  const checksum = hashOf(body);
  return { name: toHex(checksum), pack: concat([body, checksum]), index: packIndex(packed, checksum) };
}

function sizeHeader(type: number, size: number): Bytes {
  const bytes: number[] = [];
  let rest = Math.floor(size / 16);
  bytes.push((type << 4) | (size & 15) | (rest > 0 ? 128 : 0));
  while (rest > 0) {
    const next = Math.floor(rest / 128);
    bytes.push((rest & 127) | (next > 0 ? 128 : 0));
    rest = next;
  }
  return Uint8Array.from(bytes);
}

/** Writes a pack index, version 2. */
function packIndex(packed: readonly Packed[], checksum: Bytes): Bytes {
  const sorted = [...packed].sort((one, other) => compareBytewise(one.oid, other.oid));
  const numbers = new DataView(new ArrayBuffer(8 + 256 * 4));
  numbers.setUint32(0, 0xff744f63);
  numbers.setUint32(4, 2);
  const counts = new Uint32Array(256);
  for (const { oid } of sorted) {
    const first = parseInt(oid.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let total = 0;
  for (const [first, count] of counts.entries()) {
    total += count;
    numbers.setUint32(8 + first * 4, total);
  }
  const crcs = new DataView(new ArrayBuffer(sorted.length * 4));
  const offsets = new DataView(new ArrayBuffer(sorted.length * 4));
  for (const [at, { bytes, offset }] of sorted.entries()) {
    crcs.setUint32(at * 4, crc32(bytes));
    offsets.setUint32(at * 4, offset);
  }
  const body = concat([
    new Uint8Array(numbers.buffer),
    ...sorted.map(({ oid }) => fromHex(oid)),
    new Uint8Array(crcs.buffer),
    new Uint8Array(offsets.buffer),
    checksum,
  ]);
  return concat([body, hashOf(body)]);
}
