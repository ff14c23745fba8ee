/**
 * Archives of public reports, each made byte by byte, with a command for it. `source`: repository and thread; `own`
 * where we know no report. `left`: the files that must be there afterwards; `says`: what the command must write.
 */

import { gzipSync } from 'node:zlib';
import { entry, zip } from '#tests/fixtures/documents/zip-of.ts';
import { paxRecord, tarEntry, tarOf } from '#tests/fixtures/tar-of.ts';

export type ArchiveRow = {
  source: string;
  what: string;
  /** The archive in the workspace. */
  file: string;
  bytes: () => Uint8Array<ArrayBuffer>;
  command: string;
  left?: Readonly<Record<string, string>>;
  says?: RegExp;
  exitCode?: number;
};

const bytesOf = (text: string) => new TextEncoder().encode(text);
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Sizes and checksum follow the data, as streams are written; `inner` contains such an archive itself. */
function streamedZip(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { packed, size, sum } = entry(name, content);
  const plain = zip([{ name, packed, size, sum, flags: 8 }]);
  const buffer = Buffer.from(plain);
  const dataEnd = 30 + name.length + packed.length;
  buffer.fill(0, 14, 26);
  const descriptor = Buffer.alloc(16);
  descriptor.write('PK\x07\x08', 'latin1');
  descriptor.writeUInt32LE(sum, 4);
  descriptor.writeUInt32LE(packed.length, 8);
  descriptor.writeUInt32LE(size, 12);
  const rest = Buffer.from(buffer.subarray(dataEnd));
  rest.writeUInt32LE(dataEnd + descriptor.length, rest.length - 6);
  return joined(buffer.subarray(0, dataEnd), descriptor, rest);
}

const packedTars = {
  xz: '/Td6WFoAAATm1rRGAgAhARwAAAAQz1jM4Af/AEtdADCLiofEDvKXpPh1PcWp7dmabcq1g/1emTu2V95PrHnZw4O1XyDJB8drnDowNNuRWU+/gx3te0iPn22GI7GwGmeqRKtPtKingrK+AAAAI8fndB5o4+8AAWeAEAAAADIMWzexxGf7AgAAAAAEWVo=',
  bz2: 'QlpoOTFBWSZTWSw2JAkAADX7kMmQAEBAAXWAAAhiRJ5ABAAACCAAVDUJhMjJ6amCbUEkpkGhoGh6gzqULv0WgLOM2NHylegYT2LnWKEUjswoHFJ9m9rmAjwmdD0GDIttCJtKEpX4u5IpwoSBYbEgSA==',
};

export const archiveRows: readonly ArchiveRow[] = [
  {
    source: 'zip-rs/zip-old#120',
    what: 'a name in GB2312 without the flag of UTF-8 cannot be read',
    file: 'a.zip',
    bytes: () =>
      zip([entry(new Uint8Array([0xb2, 0xe2, 0xca, 0xd4, 0x2e, 0x74, 0x78, 0x74]), bytesOf('hello'))]),
    command: 'unzip a.zip',
    left: { '测试.txt': 'hello' },
  },
  {
    source: 'pocoproject/poco#2467',
    what: 'an archive with sizes behind the data, inside another one, is refused',
    file: 'test.zip',
    bytes: () => streamedZip('foo.zip', streamedZip('empty.txt', bytesOf('inner'))),
    command: 'unzip -q test.zip && unzip -q foo.zip && cat empty.txt',
    says: /^inner$/,
  },
  {
    source: 'erlang/otp#3388',
    what: 'bytes behind the end of the archive make it unreadable',
    file: 'a.zip',
    bytes: () => joined(zip([entry('a.txt', bytesOf('hello'))]), new Uint8Array(149)),
    command: 'unzip a.zip',
    left: { 'a.txt': 'hello' },
  },
  {
    source: 'landley/toybox#469',
    what: 'a sparse file in a pax archive gets a false name and content',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        tarEntry('./PaxHeaders/disk.img', {
          type: 'x',
          data: bytesOf(
            paxRecord('GNU.sparse.major', '1') +
              paxRecord('GNU.sparse.minor', '0') +
              paxRecord('GNU.sparse.name', 'day/disk.img') +
              paxRecord('GNU.sparse.realsize', '8'),
          ),
        }),
        tarEntry('day/GNUSparseFile.0/disk.img', {
          data: joined(bytesOf('1\n4\n4\n'.padEnd(512, '\0')), bytesOf('data')),
        }),
      ),
    command: 'tar xf a.tar && od -An -c day/disk.img',
    says: /^\s+\\0\s+\\0\s+\\0\s+\\0\s+d\s+a\s+t\s+a\s*$/,
  },
  {
    source: 'VorpalBlade/paketkoll#55',
    what: 'a hard link to a file before it in the archive is lost',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        tarEntry('one.txt', { data: bytesOf('same') }),
        tarEntry('two.txt', { type: '1', link: 'one.txt' }),
      ),
    command: 'tar xf a.tar',
    left: { 'one.txt': 'same', 'two.txt': 'same' },
  },
  ...[
    '../out.txt',
    '/etc/abs.txt',
    'nul\0byte.txt',
    `${'long'.repeat(100)}.txt`,
    'C:\\win\\x.txt',
    'a.crswap',
  ].map((bad): ArchiveRow => ({
    source: 'own',
    what: `the name ${JSON.stringify(bad).slice(0, 30)} costs a zip its other files`,
    file: 'a.zip',
    bytes: () =>
      zip([entry('before.txt', bytesOf('1')), entry(bad, bytesOf('bad')), entry('after.txt', bytesOf('2'))]),
    command: 'unzip a.zip || true',
    left: { 'before.txt': '1', 'after.txt': '2' },
    says: new RegExp(bad.startsWith('/etc') ? 'abs\\.txt' : 'unzip: .*(out|nul|long|win|crswap)'),
  })),
  {
    source: 'own',
    what: 'a name with backslashes is no path',
    file: 'a.zip',
    bytes: () => zip([entry('folder\\in.txt', bytesOf('in'))]),
    command: 'unzip a.zip',
    left: { 'folder/in.txt': 'in' },
    says: /backslashes/,
    exitCode: 1,
  },
  {
    source: 'own',
    what: 'an unsafe name costs a tar archive its other files',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        tarEntry('one.txt', { data: bytesOf('1') }),
        tarEntry('../out.txt', { data: bytesOf('bad') }),
        tarEntry('a\\b.txt', { data: bytesOf('bad') }),
        tarEntry('two.txt', { data: bytesOf('2') }),
      ),
    command: 'tar xf a.tar',
    left: { 'one.txt': '1', 'two.txt': '2' },
    says: /\.\.\/out\.txt.*\n.*a\\b\.txt/,
    exitCode: 2,
  },
  {
    source: 'own',
    what: 'a gzip file of several members loses all but the first',
    file: 'a.gz',
    bytes: () => joined(gzipSync('one\n'), gzipSync('two\n')),
    command: 'gunzip a.gz',
    left: { a: 'one\ntwo\n' },
  },
  {
    source: 'own',
    what: 'a cut second member is dropped',
    file: 'a.gz',
    bytes: () => joined(gzipSync('one\n'), gzipSync('two\n').subarray(0, -5)),
    command: 'gunzip -c a.gz',
    says: /damaged|unexpected end/,
    exitCode: 1,
  },
  {
    source: 'own',
    what: 'text is taken for an empty tar archive',
    file: 'a.tar',
    bytes: () => bytesOf('no archive\n'),
    command: 'tar tf a.tar',
    says: /does not look like a tar archive/,
    exitCode: 2,
  },
  {
    source: 'own',
    what: 'a cut tar archive is taken for a whole one',
    file: 'a.tar',
    bytes: () =>
      tarOf(tarEntry('one.txt', { data: bytesOf('1') }), tarEntry('two.txt', { data: bytesOf('2') })).slice(
        0,
        1_200,
      ),
    command: 'tar xf a.tar',
    left: { 'one.txt': '1' },
    says: /Unexpected EOF/,
    exitCode: 2,
  },
  // Made by xz 5.4.1 and bzip2 1.0.8 of a tar archive with the file `a.txt`.
  ...(['xz', 'bz2'] as const).map((kind): ArchiveRow => ({
    source: 'own',
    what: `a tar archive in ${kind} is taken for an empty one`,
    file: `a.tar.${kind}`,
    bytes: () => new Uint8Array(Buffer.from(packedTars[kind], 'base64')),
    command: `tar xf a.tar.${kind}`,
    left: { 'a.txt': 'hello\n' },
  })),
];
