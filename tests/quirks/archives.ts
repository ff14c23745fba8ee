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

/** As `streamedZip`, without compression. */
function streamedStore(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const { size, sum } = entry(name, content);
  const plain = Buffer.from(zip([{ name, packed: Buffer.from(content), size, sum, flags: 8 }]));
  const dataEnd = 30 + name.length + size;
  plain.writeUInt16LE(0, 8);
  plain.writeUInt16LE(0, dataEnd + 10);
  plain.fill(0, 14, 26);
  const descriptor = Buffer.alloc(16);
  descriptor.write('PK\x07\x08', 'latin1');
  for (const [at, value] of [sum, size, size].entries()) descriptor.writeUInt32LE(value, 4 + 4 * at);
  const rest = Buffer.from(plain.subarray(dataEnd));
  rest.writeUInt32LE(dataEnd + descriptor.length, rest.length - 6);
  return joined(plain.subarray(0, dataEnd), descriptor, rest);
}

/** A tar entry with other fields in its header, whose checksum fits again; `isSigned`: as some old programs add. */
function changedEntry(name: string, text: string, fields: Record<number, string>, isSigned = false): Buffer {
  const whole = Buffer.from(tarEntry(name, { data: bytesOf(text) }));
  for (const [at, field] of Object.entries(fields)) whole.write(field, Number(at), 'latin1');
  whole.write(' '.repeat(8), 148);
  const head = whole.subarray(0, 512);
  const sum = head.reduce((total, byte) => total + (isSigned && byte > 127 ? byte - 256 : byte), 0);
  whole.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return whole;
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
    source: 'python/cpython#155629',
    what: 'a time in the header of GNU tar becomes a folder',
    file: 'a.tar',
    bytes: () => tarOf(changedEntry('victim', 'x', { 257: 'ustar  \0', 345: '00000000001\0' })),
    command: 'tar tf a.tar && tar xf a.tar',
    left: { victim: 'x' },
    says: /^victim\n$/,
  },
  {
    source: 'own',
    what: 'the times of star are a part of the folder',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        changedEntry('a.txt', 'x', {
          345: `${'d/'.repeat(65)}d`,
          476: '14000000000\x0014000000000\0',
          508: 'tar\0',
        }),
      ),
    command: 'tar tf a.tar',
    says: /^(d\/){66}a\.txt\n$/,
  },
  {
    source: 'JuliaIO/Tar.jl#111',
    what: 'a checksum of signed bytes makes the archive unreadable',
    file: 'a.tar',
    bytes: () => tarOf(changedEntry('a.txt', 'x', { 265: 'J\xf6rg\0' }, true)),
    command: 'tar xf a.tar',
    left: { 'a.txt': 'x' },
  },
  {
    source: 'mastra-ai/mastra#17953',
    what: 'a size in a pax header applies to the long name after it, and the next file is lost',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        tarEntry('PaxHeaders/x', { type: 'x', data: bytesOf(paxRecord('size', '16')) }),
        tarEntry('././@LongLink', { type: 'L', data: bytesOf('longname.txt\0') }),
        tarEntry('file_a', { data: bytesOf('AAAA_file_a_body') }),
        tarEntry('file_b', { data: bytesOf('BBBB_file_b_body') }),
      ),
    command: 'tar xf a.tar',
    left: { 'longname.txt': 'AAAA_file_a_body', file_b: 'BBBB_file_b_body' },
  },
  {
    source: 'isaacs/node-tar#188',
    what: 'a size in binary makes the archive unreadable from there on',
    file: 'a.tar',
    bytes: () =>
      tarOf(
        changedEntry('big', 'hello', { 124: '\x80\0\0\0\0\0\0\0\0\0\0\x05' }),
        tarEntry('next', { data: bytesOf('n') }),
      ),
    command: 'tar xf a.tar',
    left: { big: 'hello', next: 'n' },
  },
  {
    source: '101arrowz/fflate#243',
    what: 'headers of zip inside stored data end the file',
    file: 'a.zip',
    bytes: () =>
      streamedStore(
        'x.zip',
        joined(zip([entry('in.txt', bytesOf('one'))]), zip([entry('in.txt', bytesOf('two'))])),
      ),
    command: 'unzip -q a.zip && unzip -p x.zip && wc -c < x.zip',
    says: /^two\d+\n$/,
  },
  {
    source: 'pop-os/cosmic-files#1881',
    what: 'names in UTF-8 without the flag, beside one in code page 437, are read as that page',
    file: 'a.zip',
    bytes: () =>
      zip([
        entry(bytesOf('санузел.txt'), bytesOf('1')),
        entry(new Uint8Array([0x82, 0x74, 0x82, 0x2e, 0x74, 0x78, 0x74]), bytesOf('2')),
      ]),
    command: 'unzip a.zip',
    left: { 'санузел.txt': '1', 'été.txt': '2' },
  },
  {
    source: 'propensive/soundness#1284',
    what: 'a program before the archive makes it unreadable',
    file: 'a.zip',
    bytes: () =>
      joined(
        bytesOf('#!/bin/sh\nexit\n'),
        zip([entry('a.txt', bytesOf('1')), entry('d/b.txt', bytesOf('2'))]),
      ),
    command: 'unzip a.zip',
    left: { 'a.txt': '1', 'd/b.txt': '2' },
  },
  {
    source: 'thejoshwolfe/yauzl#108',
    what: 'an archive of 65,535 files is taken for one of Zip64',
    file: 'a.zip',
    bytes: () =>
      zip(Array.from({ length: 65_535 }, (_, at) => ({ ...entry('', bytesOf('')), name: `f${at}` }))),
    command: 'unzip -q a.zip f7 f65534 && ls f*',
    says: /^f65534\nf7\n$/,
  },
  {
    source: 'oven-sh/bun#33708',
    what: 'zeros after several members are refused',
    file: 'a.gz',
    bytes: () => joined(gzipSync('one\n'), gzipSync('two\n'), new Uint8Array(512)),
    command: 'gunzip a.gz',
    left: { a: 'one\ntwo\n' },
  },
  ...(['gunzip -c a.gz', 'zcat < a.gz', 'gzip -dc a.gz'] as const).map((command): ArchiveRow => ({
    source: 'rust-lang/flate2-rs#396',
    what: `other bytes after the data cost all of it, for ${command}`,
    file: 'a.gz',
    bytes: () => joined(gzipSync('one\n'), gzipSync('two\n'), bytesOf('garbage\n')),
    command,
    says: /^one\ntwo\n.*decompression OK, trailing garbage ignored\n$/,
    exitCode: 2,
  })),
  {
    source: 'own',
    what: 'other bytes after a packed tar archive cost all of it',
    file: 'a.tgz',
    bytes: () => joined(gzipSync(tarOf(tarEntry('a.txt', { data: bytesOf('hi') }))), bytesOf('garbage\n')),
    command: 'tar xzf a.tgz',
    left: { 'a.txt': 'hi' },
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
