/** The tar format: writes POSIX ustar; also reads GNU's long names and the paths of pax headers. */
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
};

const block = 512;

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

export function* readTar(archive: Uint8Array): Generator<TarEntry> {
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.length;) {
    const head = archive.subarray(at, at + block);
    if (head.every((byte) => byte === 0)) return;
    checkSum(head);
    const size = octalAt(head, 124, 12);
    const data = archive.subarray(at + block, at + block + size);
    if (data.length < size) throw new CommandError('Unexpected EOF in archive', 2);
    const type = String.fromCharCode(head[156] ?? 0);
    at += block + Math.ceil(size / block) * block;
    if (type === 'L') longName = fieldText(data);
    else if (type === 'x') longName = paxPath(data) ?? longName;
    else if (type !== 'g') {
      const prefix = latin1Of(head.subarray(257, 262)) === 'ustar' ? fieldText(head.subarray(345, 500)) : '';
      const short = fieldText(head.subarray(0, 100));
      const name = longName ?? (prefix ? `${prefix}/${short}` : short);
      longName = undefined;
      yield {
        name,
        type: typeOf(type, name),
        mode: octalAt(head, 100, 8),
        modified: octalAt(head, 136, 12),
        data,
      };
    }
  }
}

function typeOf(type: string, name: string): TarEntry['type'] {
  if (type === '5' || name.endsWith('/')) return 'directory';
  return type === '1' || type === '2' ? 'link' : 'file';
}

function checkSum(head: Uint8Array): void {
  const sum = head.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (sum !== octalAt(head, 148, 8)) throw new CommandError('This does not look like a tar archive', 2);
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

function paxPath(data: Uint8Array): string | undefined {
  return /(?:^|\n)\d+ path=(.*)\n/.exec(textOf(data))?.[1];
}
