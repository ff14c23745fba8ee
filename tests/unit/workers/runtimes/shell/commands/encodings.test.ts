/** Commands that name or change the encoding of a text. */
import { describe, expect, it } from 'vitest';
import { encodeText } from '#workers/text/encoding/encode-text.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const open = () =>
  openShell({
    'latin.csv': new Blob([encodeText('Überträge;1\r\n', 'windows-1252')]),
    'wide.txt': new Blob([encodeText('\ufeffÜber\r\n', 'utf-16le')]),
    'utf8.txt': 'Über\n',
    'plain.py': '#!/usr/bin/env python3\nprint(1)\n',
    'data.bin': new Blob([Uint8Array.from([1, 2, 0, 4])]),
    'empty.txt': '',
  });

describe('file', () => {
  it('names the encoding that the tools name', async () => {
    const { raw } = await open();
    expect((await raw('file *')).stdout).toBe(
      [
        'data.bin: data',
        'empty.txt: empty',
        'latin.csv: CSV, ISO-8859 (windows-1252, Latin-1) text, with CRLF line terminators',
        'plain.py: Python script, ASCII text executable',
        'utf8.txt: Unicode text, UTF-8 text',
        'wide.txt: Unicode text, UTF-16, little-endian text',
        '',
      ].join('\n'),
    );
  });

  it.each([
    ['file -i latin.csv', 'latin.csv: text/csv; charset=iso-8859-1\n'],
    ['file -bi wide.txt', 'text/plain; charset=utf-16le\n'],
    ['file --mime-encoding utf8.txt data.bin', 'utf8.txt: utf-8\ndata.bin: binary\n'],
    ['file -b --mime-type plain.py', 'text/x-python\n'],
    ['cat latin.csv | file -', '-: ISO-8859 (windows-1252, Latin-1) text\n'],
    ['file nope; echo $?', "nope: cannot open 'nope' (No such file or directory)\n1\n"],
  ])('%s', async (command, expected) => {
    const { raw } = await open();
    expect((await raw(command)).stdout).toBe(expected);
  });
});

describe('iconv', () => {
  it('writes other encodings, and names a character that one has not', async () => {
    const { raw } = await open();
    const { stdout } = await raw('echo 山田 | iconv -t shift_jis | od -An -tx1; iconv -f latin1 latin.csv');
    expect(stdout).toBe(' 8e 52 93 63 0a\nÜberträge;1\r\n');
    const failed = await raw('echo 山 | iconv -t windows-1252');
    expect(failed).toMatchObject({ exitCode: 1, stderr: 'iconv: cannot convert "山" to windows-1252\n' });
  });
});
