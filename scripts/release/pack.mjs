/** Packs a folder into a tar archive whose bytes depend only on names and contents. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** @typedef {{ name: string, body: Uint8Array }} Entry `name`: the path in the archive, with slashes */

const block = 512;

/** All files of a folder. @param {string} folder @param {string} prefix of the names @returns {Entry[]} */
export function entriesOf(folder, prefix) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: `${prefix}/${path.slice(folder.length + 1).replaceAll('\\', '/')}`,
      body: readFileSync(path),
    }));
}

/**
 * A gzipped tar archive (POSIX ustar). Order, time, owner and mode are fixed, so the same files give the same bytes
 * with the same version of Node.
 * @param {readonly Entry[]} entries @returns {Buffer}
 */
export function pack(entries) {
  const sorted = [...entries].sort((one, other) => (one.name < other.name ? -1 : 1));
  const parts = sorted.flatMap(({ name, body }) => [
    header(name, body.length),
    body,
    Buffer.alloc((block - (body.length % block)) % block),
  ]);
  const zipped = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]), { level: 9 });
  // Byte 9 of gzip names the operating system (RFC 1952); 255 is "unknown".
  zipped[9] = 255;
  return zipped;
}

/** A line for `sha256sum --check`. @param {string} name @param {Uint8Array} bytes */
export function checksumLine(name, bytes) {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;
}

/** @param {string} name @param {number} size @returns {Buffer} */
function header(name, size) {
  const path = Buffer.from(name);
  if (path.length > 100) throw new Error(`The path ${name} is too long for the archive: over 100 bytes.`);
  const bytes = Buffer.alloc(block);
  path.copy(bytes);
  const write = (/** @type {string} */ text, /** @type {number} */ at) => bytes.write(text, at, 'latin1');
  write('0000644\0', 100);
  write('0000000\0', 108);
  write('0000000\0', 116);
  write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  write('00000000000\0', 136);
  // The checksum is computed with spaces in its own field.
  write('        ', 148);
  write('0', 156);
  write('ustar\u000000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
