/**
 * Checks a server's packfile before it is indexed: sizes must be within limits, so that no object exhausts
 * memory.
 */
import { Inflate } from 'pako';
import { fatal } from '../git-context.ts';

export type PackLimits = {
  /** Maximum bytes of the packfile itself. */
  packBytes: number;
  /** Maximum unpacked bytes of one object, and of all objects. */
  objectBytes: number;
  unpackedBytes: number;
  objects: number;
};

/** A worker that runs out of memory crashes the page, too (measured), so these are far below that. */
export const packLimits: PackLimits = {
  packBytes: 95_000_000,
  objectBytes: 64 * 1024 * 1024,
  unpackedBytes: 1024 * 1024 * 1024,
  objects: 1_000_000,
};

const offsetDelta = 6;
const referenceDelta = 7;

const advice =
  "Clone less of it: '--depth 1' takes the last commit only; or clone it with git on a computer and import the folder";

/** Throws if the pack is truncated or exceeds a limit. */
export function checkPack(pack: Uint8Array, limits: PackLimits = packLimits): void {
  if (pack.length > limits.packBytes)
    throw fatal(`the server's pack has ${pack.length} bytes, more than ${limits.packBytes}. ${advice}`);
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  if (pack.length < 32 || view.getUint32(0) !== 0x5041434b) throw fatal('the server sent no packfile');
  const count = view.getUint32(8);
  if (count > limits.objects)
    throw fatal(`the server's pack has ${count} objects, more than ${limits.objects}. ${advice}`);
  let at = 12;
  let unpacked = 0;
  for (let left = count; left > 0; left--) {
    const entry = checkEntry(pack, at, limits);
    at = entry.next;
    unpacked += entry.size;
    if (unpacked > limits.unpackedBytes)
      throw fatal(`the server's pack unpacks to more than ${limits.unpackedBytes} bytes. ${advice}`);
  }
  if (at !== pack.length - 20) throw fatal('the packfile is corrupt: its objects do not fill it');
}

/** `size`: the unpacked size of the object; for a delta, the size of its result. */
function checkEntry(pack: Uint8Array, from: number, limits: PackLimits): { size: number; next: number } {
  let at = from;
  let byte = pack[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let factor = 16; byte & 128; factor *= 128) {
    byte = pack[at++] ?? 0;
    size += (byte & 127) * factor;
  }
  if (type === offsetDelta) while ((pack[at++] ?? 0) & 128);
  if (type === referenceDelta) at += 20;
  if (at >= pack.length - 20) throw fatal('the packfile is corrupt: it is cut off');
  if (size > limits.objectBytes) throw tooLarge(size, limits);
  const { head, next } = inflateWithin(pack, at, size);
  if (type !== offsetDelta && type !== referenceDelta) return { size, next };
  const produced = producedSize(head);
  if (produced > limits.objectBytes) throw tooLarge(produced, limits);
  return { size: produced, next };
}

/** Inflates without keeping the bytes, and fails if there are more than announced. */
function inflateWithin(pack: Uint8Array, from: number, size: number): { head: Uint8Array; next: number } {
  const inflate = new Inflate({ chunkSize: 65_536 });
  const head = new Uint8Array(24);
  let seen = 0;
  const state = { isEnded: false };
  inflate.onData = (chunk) => {
    if (seen < head.length) head.set(chunk.subarray(0, head.length - seen), seen);
    seen += chunk.length;
    if (seen > size) throw fatal('the packfile is corrupt: an object is larger than it says');
  };
  inflate.onEnd = (status) => {
    state.isEnded = status === 0;
  };
  // In chunks, because pako inflates all of its input before it returns.
  let at = from;
  while (!inflate.ended && at < pack.length - 20) {
    const piece = pack.subarray(at, Math.min(at + 65_536, pack.length - 20));
    inflate.push(piece, false);
    at += inflate.strm.next_in;
    if (inflate.err) throw fatal(`the packfile is corrupt: ${inflate.msg || 'an object cannot be unpacked'}`);
    if (inflate.strm.avail_in > 0) break;
  }
  if (!state.isEnded || seen !== size)
    throw fatal('the packfile is corrupt: an object has another size than it says');
  return { head, next: at };
}

/** The size of a delta's result. A delta begins with the sizes of its base and of its result. */
function producedSize(head: Uint8Array): number {
  let at = 0;
  while ((head[at++] ?? 0) & 128 && at < 12);
  let size = 0;
  for (let factor = 1; at < head.length; factor *= 128) {
    const byte = head[at++] ?? 0;
    size += (byte & 127) * factor;
    if (!(byte & 128)) break;
  }
  return size;
}

function tooLarge(size: number, { objectBytes }: PackLimits): Error {
  return fatal(`the server's pack has an object of ${size} bytes, more than ${objectBytes}. ${advice}`);
}
