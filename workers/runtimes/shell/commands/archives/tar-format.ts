/** The tar format: writes POSIX ustar; also reads GNU's long names, and pax headers with sparse files. */
import { bytesOfText, textOf } from '#workers/text/encoding/byte-text.ts';
import { bytesOfLatin1, latin1Of } from '#workers/text/encoding/latin1.ts';
import { CommandError } from '../command.ts';

export type TarEntry = {
  name: string;
  type: 'file' | 'directory' | 'link';
  mode: number;
  /** Seconds since the epoch. */
  modified: number;
  data: Uint8Array;
  /** Of a hard link, the name of the entry that has the content. */
  linkTo?: string;
  /** Why it cannot be extracted. */
  problem?: string;
};

const block = 512;
/** Bytes of a sparse file that may be made of a few. */
const maxSparse = 512 * 1024 * 1024;

export function writeTar(entries: readonly TarEntry[]): Blob {
  const parts: BlobPart[] = [];
  for (const entry of entries) {
    const name = bytesOfText(entry.name);
    const split = splitName(name);
    if (!split) {
      const long = bytesOfLatin1(`${name}\0`);
      parts.push(header({ ...entry, data: long }, '././@LongLink', '', 'L'), ...padded(long));
    }
    const { short, prefix } = split ?? { short: name.slice(0, 100), prefix: '' };
    parts.push(header(entry, short, prefix, entry.type === 'directory' ? '5' : '0'), ...padded(entry.data));
  }
  // Two empty blocks end an archive; tar pads it to a multiple of 20 blocks.
  const length =
    parts.reduce((sum, part) => sum + (part instanceof Uint8Array ? part.length : 0), 0) + 2 * block;
  const record = 20 * block;
  parts.push(new Uint8Array(2 * block + ((record - (length % record)) % record)));
  return new Blob(parts);
}

function splitName(name: string): { short: string; prefix: string } | undefined {
  if (name.length <= 100) return { short: name, prefix: '' };
  const at = name.indexOf('/', name.length - 101);
  if (at <= 0 || at > 155) return undefined;
  return { short: name.slice(at + 1), prefix: name.slice(0, at) };
}

function padded(data: Uint8Array): BlobPart[] {
  const rest = (block - (data.length % block)) % block;
  return [new Uint8Array(data), new Uint8Array(rest)];
}

function header(entry: TarEntry, name: string, prefix: string, type: string): Uint8Array<ArrayBuffer> {
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width - 1, '0')}\0`;
  const size = entry.type === 'directory' && type !== 'L' ? 0 : entry.data.length;
  const text = [
    name.padEnd(100, '\0'),
    octal(entry.mode & 0o7777, 8),
    octal(1000, 8),
    octal(1000, 8),
    octal(size, 12),
    octal(Math.max(0, Math.floor(entry.modified)), 12),
    ' '.repeat(8),
    type,
    '\0'.repeat(100),
    'ustar\u000000',
    'user'.padEnd(32, '\0'),
    'user'.padEnd(32, '\0'),
    octal(0, 8),
    octal(0, 8),
    prefix.padEnd(155, '\0'),
  ].join('');
  const bytes = bytesOfLatin1(text.padEnd(block, '\0'));
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.set(bytesOfLatin1(`${sum.toString(8).padStart(6, '0')}\0 `), 148);
  return bytes;
}

/** What the headers before an entry say of it. */
type Before = { name?: string; link?: string; pax: ReadonlyMap<string, string> };

export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  let before: Before = { pax: new Map() };
  if (archive.length > 0 && archive.length < block) throw noTar();
  for (let at = 0; at < archive.length;) {
    const head = archive.subarray(at, at + block);
    if (head.every((byte) => byte === 0)) return;
    if (head.length < block) throw new CommandError('Unexpected EOF in archive', 2);
    checkSum(head);
    const type = String.fromCharCode(head[156] ?? 0);
    const isEntry = !'LKxg'.includes(type);
    const size = (isEntry && Number(before.pax.get('size'))) || sizeAt(head);
    const data = archive.subarray(at + block, at + block + size);
    if (data.length < size) throw new CommandError('Unexpected EOF in archive', 2);
    at += block + Math.ceil(size / block) * block;
    if (type === 'L') before.name = fieldText(data);
    else if (type === 'K') before.link = fieldText(data);
    else if (type === 'x') before.pax = paxRecords(data);
    else if (isEntry) {
      yield readSparse(entryOf(head, type, data, before), before.pax);
      before = { pax: new Map() };
    }
  }
}

function entryOf(
  head: Uint8Array,
  type: string,
  data: Uint8Array,
  { name: long, link, pax }: Before,
): TarEntry {
  const prefix = prefixOf(head);
  const short = fieldText(head.subarray(0, 100));
  const name = pax.get('path') ?? long ?? (prefix ? `${prefix}/${short}` : short);
  return {
    name,
    type: typeOf(type, name),
    mode: octalAt(head, 100, 8),
    modified: Number(pax.get('mtime')) || octalAt(head, 136, 12),
    data,
    ...(type === '1' && { linkTo: pax.get('linkpath') ?? link ?? fieldText(head.subarray(157, 257)) }),
    ...problemOf(type),
  };
}

/** GNU tar writes `ustar` and spaces, and has times in this place; star has times at its end. */
function prefixOf(head: Uint8Array): string {
  if (latin1Of(head.subarray(257, 263)) !== 'ustar\0') return '';
  const isStar = latin1Of(head.subarray(508, 512)) === 'tar\0';
  return fieldText(head.subarray(345, isStar ? 476 : 500));
}

function noTar(): CommandError {
  return new CommandError('This does not look like a tar archive', 2);
}

function problemOf(type: string): { problem?: string } {
  if (type === 'S') return { problem: 'a sparse file of old GNU tar cannot be extracted here' };
  return '346'.includes(type) ? { problem: 'a device or pipe cannot be created here' } : {};
}

/** A sparse file in version 1.0 begins with a list of its pieces, in blocks of their own; the rest is zeros. */
// https://www.gnu.org/software/tar/manual/html_section/Sparse-Formats.html
function readSparse(entry: TarEntry, pax: ReadonlyMap<string, string>): TarEntry {
  if (!pax.has('GNU.sparse.major') && !pax.has('GNU.sparse.map')) return entry;
  const named = { ...entry, name: pax.get('GNU.sparse.name') ?? entry.name };
  const size = Number(pax.get('GNU.sparse.realsize'));
  if (pax.get('GNU.sparse.major') !== '1' || !(size >= 0 && size <= maxSparse))
    return { ...named, problem: 'this form of sparse file cannot be extracted here' };
  const data = joinPieces(entry.data, size);
  return data ? { ...named, data } : { ...named, problem: 'its list of pieces is damaged' };
}

/** Undefined if the list is damaged: their count, then the place and the length of each, a line per number. */
function joinPieces(source: Uint8Array, size: number): Uint8Array | undefined {
  const numbers: number[] = [];
  let at = 0;
  while (numbers.length === 0 || numbers.length <= 2 * (numbers[0] ?? 0)) {
    const end = source.indexOf(0x0a, at);
    if (end < 0) return undefined;
    numbers.push(Number(latin1Of(source.subarray(at, end))));
    at = end + 1;
  }
  const data = new Uint8Array(size);
  let from = Math.ceil(at / block) * block;
  for (let index = 1; index < numbers.length; index += 2) {
    const [offset = 0, length = 0] = numbers.slice(index, index + 2);
    if (!(offset + length <= size) || from + length > source.length) return undefined;
    data.set(source.subarray(from, from + length), offset);
    from += length;
  }
  return data;
}

function typeOf(type: string, name: string): TarEntry['type'] {
  if (type === '5' || name.endsWith('/')) return 'directory';
  return type === '1' || type === '2' ? 'link' : 'file';
}

/** Some old programs added the bytes as signed numbers. */
function checkSum(head: Uint8Array): void {
  const stated = octalAt(head, 148, 8);
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  const above = head.filter((byte, at) => byte > 127 && (at < 148 || at >= 156)).length;
  if (stated !== sum && stated !== sum - 256 * above) throw noTar();
}

function fieldText(field: Uint8Array): string {
  const end = field.indexOf(0);
  return textOf(end < 0 ? field : field.subarray(0, end));
}

function octalAt(head: Uint8Array, at: number, width: number): number {
  return Number.parseInt(
    latin1Of(head.subarray(at, at + width))
      .replace(/\0.*$/s, '')
      .trim() || '0',
    8,
  );
}

/** GNU tar writes sizes of 8 GB and more in binary. */
function sizeAt(head: Uint8Array): number {
  if (((head[124] ?? 0) & 0x80) === 0) return octalAt(head, 124, 12);
  return head.subarray(125, 136).reduce((total, byte) => total * 256 + byte, 0);
}

/** Each record is its length, a space, `key=value` and a line end; the length counts bytes. */
function paxRecords(data: Uint8Array): Map<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < data.length;) {
    const length = Number.parseInt(latin1Of(data.subarray(at, at + 12)), 10);
    if (!(length > 0)) break;
    const [, key = '', value = ''] =
      /^\d+ ([^=]*)=([^]*)\n$/.exec(textOf(data.subarray(at, at + length))) ?? [];
    records.set(key, value);
    at += length;
  }
  return records;
}
