import { describe, expect, it } from 'vitest';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { edit } from '#workers/tools/files/edit.ts';
import { fileInfo } from '#workers/tools/files/file-info.ts';
import { grep } from '#workers/tools/files/grep.ts';
import { readFile } from '#workers/tools/files/read-file.ts';
import { writeFile } from '#workers/tools/files/write-file.ts';
import { encodeText } from '#workers/text/encoding/encode-text.ts';
import type { TextEncoding } from '#workers/text/encoding/find-encoding.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

const bank = 'Datum;Text\r\n01.03.;Überträge Müller\r\n';
const latin = () => encoded(bank, 'windows-1252');
const encoded = (text: string, name: TextEncoding['name']) => new Blob([encodeText(text, name)]);

async function workspaceWith(file: Blob) {
  const workspace = await createTestWorkspace({ 'd.txt': file });
  const bytes = async () => [...new Uint8Array(await (await workspace.files.read('d.txt')).arrayBuffer())];
  return { ...workspace, bytes };
}

describe('the tools agree about the encoding of a file', () => {
  it.each<[TextEncoding['name'], string, string]>([
    ['windows-1252', bank, 'windows-1252 (Latin-1)'],
    ['shift_jis', '名前,Überträge'.replace('Überträge', '山田太郎'), 'shift_jis'],
    ['gbk', '姓名,城市\n张三,北京\n李四,上海\n', 'gbk'],
    ['euc-kr', '이름,도시\n김철수,서울\n', 'euc-kr'],
    ['koi8-r', 'Привет, мир! Это простой текст.\n', 'koi8-r'],
    ['utf-16le', bank, 'UTF-16LE'],
    ['utf-16be', `\ufeff${bank}`, 'UTF-16BE with byte order mark'],
  ])('%s', async (name, text, title) => {
    const { run } = await workspaceWith(encoded(text, name));
    const plain = text.replace('\ufeff', '');
    const word = /[^\0-\x7f]\S+/.exec(plain)?.[0] ?? '';
    const read = String(await run(readFile, { path: 'd.txt' }));
    expect(read).toContain(plain.trimEnd());
    expect(read).toContain(`(Encoding: ${title}; edit`);
    expect(await run(fileInfo, { path: 'd.txt' })).toContain(`encoding: ${title}`);
    const found = await run(grep, { pattern: word });
    expect(found).toMatch(/^d\.txt:\d+:/);
    expect(found).toContain(`(Encodings: d.txt is ${title}.)`);
  });

  it('reads a table in its own text and as Markdown in the same encoding', async () => {
    const { run } = await createTestWorkspace({ 'd.csv': encoded(bank, 'windows-1252') });
    const raw = String(await run(readFile, { path: 'd.csv', raw: true }));
    expect(raw).toContain('Überträge Müller');
    expect(raw).not.toContain('\ufffd');
    const table = await run(readFile, { path: 'd.csv' });
    expect(table).toContain('Überträge Müller');
    expect(table).toContain('windows-1252 (Latin-1)');
  });

  it('does not show a file in an encoding that it is not in', async () => {
    const { run } = await workspaceWith(latin());
    await expect(run(readFile, { path: 'd.txt', encoding: 'utf-8' })).rejects.toMatchObject({
      type: 'validation_error',
      message: "d.txt is not valid utf-8; it is windows-1252 (Latin-1). Leave 'encoding' out.",
    });
    const { run: other } = await createTestWorkspace({ 'u.txt': 'Überträge' });
    const wrong = await other(readFile, { path: 'u.txt', encoding: 'windows-1252' });
    expect(wrong).toContain('(It looks like UTF-8.)');
  });

  it('says that an encoding cannot be told, and what to do', async () => {
    const { run } = await workspaceWith(new Blob([Uint8Array.from([0x47, 0x72, 0x94, 0xe1, 0x65, 0x0a])]));
    expect(await run(readFile, { path: 'd.txt' })).toMatch(/unknown 8-bit.*name the right 'encoding'/);
    expect(await run(fileInfo, { path: 'd.txt' })).toContain('encoding: unknown 8-bit');
    await run(edit, { path: 'd.txt', old_string: 'Gr', new_string: 'gr' });
    await expect(run(edit, { path: 'd.txt', old_string: 'gr', new_string: 'ü' })).rejects.toThrow(
      /unknown 8-bit, in which 'ü' cannot be written\. Nothing was changed/,
    );
  });

  it('shows U+FFFD only with a word about it, unless the file itself has it', async () => {
    const damaged = new Blob(['Überträge für Köln und Zürich, Größe, äöü', Uint8Array.from([0xff])]);
    const { run } = await workspaceWith(damaged);
    expect(await run(readFile, { path: 'd.txt' })).toMatch(/\ufffd\n\n\(Bytes that are no character/);
    await expect(run(edit, { path: 'd.txt', old_string: 'für', new_string: 'x' })).rejects.toThrow(
      /is not wholly UTF-8/,
    );
    const { run: other } = await createTestWorkspace({ 'own.txt': 'an own \ufffd' });
    expect(await other(readFile, { path: 'own.txt' })).toBe('an own \ufffd');
  });
});

describe('a change keeps the encoding, the byte order mark and the line ends of a file', () => {
  it.each<[TextEncoding['name'], string]>([
    ['windows-1252', bank],
    ['utf-8', `\ufeff${bank}`],
    ['utf-16le', `\ufeff${bank}`],
    ['utf-16be', bank],
  ])('%s', async (name, text) => {
    const { run, bytes } = await workspaceWith(encoded(text, name));
    const expectText = async (expected: string) =>
      expect(await bytes()).toEqual([...encodeText(expected, name)]);
    await run(writeFile, { path: 'd.txt', content: '02.03.;Größe\n', mode: 'append' });
    await expectText(`${text}02.03.;Größe\r\n`);
    await run(edit, { path: 'd.txt', old_string: 'Größe', new_string: 'Öl\n03.03.;Süßes' });
    await expectText(`${text}02.03.;Öl\r\n03.03.;Süßes\r\n`);
    const patch = '--- a/d.txt\n+++ b/d.txt\n@@ -3,2 +3,1 @@\n-02.03.;Öl\n 03.03.;Süßes\n';
    await run(applyPatch, { patch });
    await expectText(`${text}03.03.;Süßes\r\n`);
  });

  it('refuses a character that the encoding has not, and changes nothing', async () => {
    const { run, bytes } = await workspaceWith(latin());
    const before = await bytes();
    const patch = '--- a/d.txt\n+++ b/d.txt\n@@ -1 +1 @@\n-Datum;Text\n+日付\n';
    for (const attempt of [
      run(writeFile, { path: 'd.txt', content: 'Preis 5 😀', mode: 'append' }),
      run(edit, { path: 'd.txt', old_string: 'Müller', new_string: '山田' }),
      run(applyPatch, { patch }),
    ])
      await expect(attempt).rejects.toMatchObject({
        type: 'validation_error',
        message: expect.stringMatching(
          /^d\.txt is windows-1252 \(Latin-1\), in which '(😀|山|日)' cannot be written\. Nothing was changed\./u,
        ) as string,
      });
    expect(await bytes()).toEqual(before);
  });

  it('tells the encoding in which it appends', async () => {
    const { run } = await workspaceWith(latin());
    expect(await run(writeFile, { path: 'd.txt', content: 'ü', mode: 'append' })).toBe(
      'Successfully wrote 1 byte to d.txt (mode: append, encoding: windows-1252 (Latin-1)).',
    );
  });
});
