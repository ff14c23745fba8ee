import { describe, expect, it } from 'vitest';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { deleteFile } from '#workers/tools/files/delete-file.ts';
import { edit } from '#workers/tools/files/edit.ts';
import { fileInfo } from '#workers/tools/files/file-info.ts';
import { find } from '#workers/tools/files/find.ts';
import { compileGlob, compileNameGlob } from '#workers/tools/files/glob-pattern.ts';
import { glob } from '#workers/tools/files/glob.ts';
import { grep } from '#workers/tools/files/grep.ts';
import { listDirectory } from '#workers/tools/files/list-directory.ts';
import { makeDirectory } from '#workers/tools/files/make-directory.ts';
import { moveFile } from '#workers/tools/files/move-file.ts';
import { readFile } from '#workers/tools/files/read-file.ts';
import { writeFile } from '#workers/tools/files/write-file.ts';
import type { Tool } from '#workers/tools/tool.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

describe('glob patterns', () => {
  it.each([
    ['*.md', 'a.md', true],
    ['*.md', 'x/a.md', false],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'x/y/a.md', true],
    ['src/**', 'src/a/b', true],
    ['src/**', 'srcs/a', false],
    ['**', 'a/b', true],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['?.txt', 'a.txt', true],
    ['?.txt', 'ab.txt', false],
    ['[a-c].txt', 'b.txt', true],
    ['[!a-c].txt', 'b.txt', false],
    ['*.{ts,tsx}', 'a.tsx', true],
    ['*.{ts,tsx}', 'a.t', false],
    ['{a,b}/*.{c,d}', 'b/x.d', true],
    ['a+b(1).txt', 'a+b(1).txt', true],
    ['a.b', 'axb', false],
    ['./a.md', 'a.md', true],
    ['\\*.md', '*.md', true],
    ['日*.md', '日本.md', true],
  ])('%s on %s is %s', (pattern, path, expected) => expect(compileGlob(pattern)(path)).toBe(expected));

  it('looks at names in every folder where there is no slash', () => {
    expect(compileNameGlob('*.md')('x/y/a.md')).toBe(true);
    expect(compileNameGlob('x/*.md')('x/y/a.md')).toBe(false);
  });

  it('refuses an open brace, and names the parameter as the model wrote it', () => {
    expect(() => compileGlob('*.{ts')).toThrow(/^Parameter 'pattern': \*\.\{ts has a brace/);
    expect(() => compileNameGlob('*.{ts', 'glob')).toThrow(/^Parameter 'glob': \*\.\{ts has a brace/);
  });
});

const tree = {
  'notes/today.md': 'buy milk\nBuy bread\n',
  'notes/old/may.md': 'milk is out\r\n',
  'src/milk.ts': 'const milk = 1;\n',
  'image.bin': new Blob([new Uint8Array([109, 105, 108, 107, 0, 1])]),
  '.results/call.txt': 'milk\n',
};

describe('the folder of long results', () => {
  it('is read, and by no way changed', async () => {
    const { run, memory } = await createTestWorkspace(tree);
    const before = memory.tree();
    const patch = '--- a/.results/call.txt\n+++ b/.results/call.txt\n@@ -1 +1 @@\n-milk\n+beer\n';
    const attempts: [Tool, Record<string, unknown>][] = [
      [writeFile, { path: '.results/call.txt', content: 'x' }],
      [writeFile, { path: '/workspace/./.results//new/x.txt', content: 'x', mode: 'append' }],
      [edit, { path: '.results/call.txt', old_string: 'milk', new_string: 'beer' }],
      [applyPatch, { patch }],
      [deleteFile, { path: '.results', recursive: true }],
      [deleteFile, { path: '.results/call.txt' }],
      [makeDirectory, { path: '.results/new' }],
      [moveFile, { path: '.results', to: 'mine' }],
      [moveFile, { path: '.results/call.txt', to: 'call.txt' }],
      [moveFile, { path: 'src/milk.ts', to: '.results/milk.ts' }],
    ];
    for (const [tool, values] of attempts)
      await expect(run(tool, values)).rejects.toMatchObject({
        type: 'path_not_allowed',
        message: expect.stringContaining("'.results' belongs to the app and can only be read") as unknown,
      });
    expect(memory.tree()).toEqual(before);
    expect(await run(readFile, { path: '.results/call.txt' })).toContain('milk');
  });
});

describe('glob and find', () => {
  it('lists files that match, below a folder too, and never long results', async () => {
    const { run } = await createTestWorkspace(tree);
    expect(await run(glob, { pattern: '**/*.md' })).toBe('notes/old/may.md\nnotes/today.md');
    expect(await run(glob, { pattern: '*.md', path: '/workspace/notes/' })).toBe('notes/today.md');
    expect(await run(glob, { pattern: '**/*.txt' })).toBe("No file matches '**/*.txt' in the workspace.");
    expect(await run(glob, { pattern: '*.ts' })).toContain("use '**/*.ts'");
  });

  it('finds by a part of the name, by kind, with wildcards', async () => {
    const { run } = await createTestWorkspace(tree);
    expect(await run(find, { query: 'MILK' })).toBe('src/milk.ts');
    expect(await run(find, { query: 'o', type: 'directory' })).toBe('notes/\nnotes/old/');
    expect(await run(find, { query: '*.md' })).toBe('notes/old/may.md\nnotes/today.md');
    expect(await run(find, { query: 'nothing' })).toBe("Nothing named like 'nothing' in the workspace.");
  });
});

describe('grep', () => {
  it.each<[string, Record<string, unknown>, string]>([
    [
      'everywhere, no binary file',
      { pattern: 'milk' },
      'notes/old/may.md:1:milk is out\nnotes/today.md:1:buy milk\nsrc/milk.ts:1:const milk = 1;',
    ],
    ['in one file', { pattern: '^buy', path: 'notes/today.md' }, 'notes/today.md:1:buy milk'],
    [
      'in any case',
      { pattern: '^buy', ignore_case: true },
      'notes/today.md:1:buy milk\nnotes/today.md:2:Buy bread',
    ],
    ['by glob', { pattern: 'milk', glob: '*.ts' }, 'src/milk.ts:1:const milk = 1;'],
    [
      'below a folder by glob',
      { pattern: 'milk', path: 'notes', glob: 'old/*' },
      'notes/old/may.md:1:milk is out',
    ],
    [
      'with context',
      { pattern: 'bread', context: 1 },
      'notes/today.md-1-buy milk\nnotes/today.md:2:Buy bread',
    ],
    ['at the end of a Windows line', { pattern: 'out$' }, 'notes/old/may.md:1:milk is out'],
  ])('finds lines %s', async (_, values, expected) => {
    const { run } = await createTestWorkspace(tree);
    expect(await run(grep, values)).toBe(expected);
  });

  it('separates groups of context, and shows no line twice', async () => {
    const { run } = await createTestWorkspace({
      'a.txt': ['x', '1', '2', 'x', 'x', '3', '4', '5', 'x'].join('\n'),
    });
    expect(await run(grep, { pattern: 'x', context: 1 })).toBe(
      [
        'a.txt:1:x',
        'a.txt-2-1',
        'a.txt-3-2',
        'a.txt:4:x',
        'a.txt:5:x',
        'a.txt-6-3',
        '--',
        'a.txt-8-5',
        'a.txt:9:x',
      ].join('\n'),
    );
  });

  it('names the root folder in words, and counts one as one', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': 'x' });
    expect(await run(grep, { pattern: 'zzz' })).toBe("No match for 'zzz' in 1 file of the workspace.");
    expect(await run(glob, { pattern: '*.zip', path: '/workspace' })).toMatch(
      /^No file matches '\*\.zip' in the workspace\./,
    );
    expect(await run(find, { query: 'zzz', path: './' })).toBe("Nothing named like 'zzz' in the workspace.");
    expect(await run(listDirectory, {})).toBe('a.txt (1 byte)');
    expect(await run(writeFile, { path: 'b.txt', content: 'y' })).toContain('1 byte to b.txt');
    await expect(run(readFile, { path: '.' })).rejects.toThrow(/directory, not a file: the workspace\. /);
  });

  it('caps what it shows, cuts long lines around the match, and counts the rest', async () => {
    const { run } = await createTestWorkspace({
      'a.txt': 'x\n'.repeat(900),
      'b.txt': `${'-'.repeat(5_000)}y${'-'.repeat(5_000)}`,
    });
    const many = await run(grep, { pattern: 'x' });
    expect(many).toMatch(/\(… 400 matches not shown, number 251 to 650; offset 251 continues here …\)/);
    expect(many).toMatch(/a\.txt:900:x\n\n\(900 matches in 1 file: a\.txt 900\.\)$/);
    const long = await run(grep, { pattern: 'y' });
    expect(long.length).toBeLessThan(400);
    expect(long).toContain('y');
  });

  it('shows the end of a long log, and any part of it by its number', async () => {
    const lines = Array.from({ length: 60_000 }, (_, at) => `2026-01-01 ERROR number ${at + 1} of the log`);
    const { run } = await createTestWorkspace({ 'app.log': lines.join('\n'), 'b.log': 'ERROR\nok\n' });
    const all = String(await run(grep, { pattern: 'ERROR' }));
    expect(all.length).toBeLessThan(20_000);
    expect(all).toMatch(/^app\.log:1:2026/);
    expect(all).toContain('number 60000 of');
    expect(all).toMatch(/\(60001 matches in 2 files: app\.log 60000, b\.log 1\.\)$/);
    expect(await run(grep, { pattern: 'ERROR', offset: 60_000, limit: 1 })).toBe(
      'app.log:60000:2026-01-01 ERROR number 60000 of the log\n\n(60001 matches in 2 files: app.log 60000, b.log 1. Continue with offset 60001.)',
    );
    await expect(run(grep, { pattern: 'ERROR', offset: 60_002 })).rejects.toThrow(/are 60001 matches/);
  });

  it('shows the right lines around a match behind skipped ones', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': 'x\n1\nx\n2\n3\nx\n4\n5' });
    const found = await run(grep, { pattern: 'x', context: 1, offset: 3 });
    expect(found).toMatch(/^a\.txt-5-3\na\.txt:6:x\na\.txt-7-4\n\n/);
  });

  it('cuts no emoji in half around the match', async () => {
    const line = `${'😀'.repeat(200)}y${'😀'.repeat(200)}`;
    const { run } = await createTestWorkspace({ 'a.txt': `${line}\nx${line}` });
    const found = await run(grep, { pattern: 'y' });
    expect(found).toMatch(/^a\.txt:1:…😀+y😀+…\na\.txt:2:…😀+y😀+…$/u);
  });

  it('says what is wrong with a pattern', async () => {
    const { run } = await createTestWorkspace();
    await expect(run(grep, { pattern: '(' })).rejects.toMatchObject({ type: 'validation_error' });
  });

  it.each(['(?=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>'])(
    'says that %s is not supported, and what to do instead',
    async (pattern) => {
      const { run } = await createTestWorkspace({ 'a.txt': 'aa' });
      await expect(run(grep, { pattern })).rejects.toMatchObject({
        type: 'validation_error',
        message: expect.stringMatching(
          /(look-ahead|look-behind|backreference) .*is not supported\. Search with a simpler pattern/,
        ) as string,
      });
    },
  );

  it.each(['^(a+)+$', '^(a|aa)+$', '(x+x+)+y'])(
    'answers %s at once, however long the line',
    async (pattern) => {
      const search = async (size: number) => {
        const { run } = await createTestWorkspace({
          'a.txt': `${pattern.includes('x') ? 'x'.repeat(size) : 'a'.repeat(size)}!`,
        });
        expect(await run(grep, { pattern })).toContain('No match');
      };
      // With backtracking, even the smallest of these inputs would not end.
      await search(50_000);
    },
  );

  it('finds the place of a match in a long line, in any case', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': `${'-'.repeat(900)}Needle${'-'.repeat(900)}` });
    expect(await run(grep, { pattern: 'n(e+)dle', ignore_case: true })).toContain('Needle');
  });
});

describe('edit', () => {
  it('replaces the one occurrence and returns a diff', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'one\ntwo\nthree\n' });
    expect(await run(edit, { path: 'a.txt', old_string: 'two', new_string: 'TWO' })).toBe(
      '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
    );
    expect(tree()).toEqual({ 'a.txt': 'one\nTWO\nthree\n' });
  });

  it('replaces all when told to, and counts when not', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'x $& x' });
    await expect(run(edit, { path: 'a.txt', old_string: 'x', new_string: 'y' })).rejects.toThrow(
      /found 2 times/,
    );
    await run(edit, { path: 'a.txt', old_string: 'x', new_string: '$1', replace_all: true });
    expect(tree()).toEqual({ 'a.txt': '$1 $& $1' });
  });

  it('keeps Windows line ends', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'one\r\ntwo\r\n' });
    await run(edit, { path: 'a.txt', old_string: 'one\ntwo', new_string: '1\n2' });
    expect(tree()).toEqual({ 'a.txt': '1\r\n2\r\n' });
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    [
      'shows the most similar lines',
      { path: 'a.txt', old_string: 'function  add(a, b) {' },
      'validation_error',
      /similar lines are:\n2: {3}function add\(a, c\) \{/,
    ],
    [
      'says so where nothing is alike',
      { path: 'a.txt', old_string: 'zzz' },
      'validation_error',
      /Read the file again/,
    ],
    ['knows a missing file', { path: 'b.txt', old_string: 'x' }, 'file_not_found', /write_file/],
    ['knows a binary file', { path: 'b.bin', old_string: 'x' }, 'binary_file', /binary/],
  ])('%s', async (_, values, type, message) => {
    const { run } = await createTestWorkspace({
      'a.txt': 'class A {\n  function add(a, c) {\n}\n',
      'b.bin': new Blob([new Uint8Array([0, 1])]),
    });
    await expect(run(edit, { new_string: 'y', ...values })).rejects.toMatchObject({
      type,
      message: expect.stringMatching(message),
    });
  });

  it('loses no edit when several come at once', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'a b c d' });
    await Promise.all(
      ['a', 'b', 'c', 'd'].map((letter) =>
        run(edit, { path: 'a.txt', old_string: letter, new_string: letter.toUpperCase() }),
      ),
    );
    expect(tree()).toEqual({ 'a.txt': 'A B C D' });
  });
});

describe('move, delete, make and info', () => {
  it('moves files and folders to free paths, and changes the case of a name', async () => {
    const { run, tree } = await createTestWorkspace({ 'a/b.txt': 'b', 'a/c/d.txt': 'd' });
    await run(moveFile, { path: 'a', to: 'x/y' });
    await run(moveFile, { path: 'x/y/b.txt', to: 'x/y/B.txt' });
    expect(tree()).toEqual({ 'x/': '', 'x/y/': '', 'x/y/c/': '', 'x/y/c/d.txt': 'd', 'x/y/B.txt': 'b' });
    await expect(run(moveFile, { path: 'x', to: 'x/z' })).rejects.toThrow(/into itself/);
    await expect(run(moveFile, { path: 'x/y/B.txt', to: 'x/y/c/d.txt' })).rejects.toThrow(/there already/);
    await expect(run(moveFile, { path: 'q', to: 'r' })).rejects.toMatchObject({ type: 'file_not_found' });
    await expect(run(moveFile, { path: '.', to: 'r' })).rejects.toMatchObject({ type: 'validation_error' });
  });

  it('deletes a folder that is not empty only when told to', async () => {
    const { run, tree } = await createTestWorkspace({ 'a/b.txt': 'b', 'c.txt': 'c' });
    await expect(run(deleteFile, { path: 'a' })).rejects.toThrow(/'recursive'/);
    await run(deleteFile, { path: 'a', recursive: true });
    await run(deleteFile, { path: 'c.txt' });
    expect(tree()).toEqual({});
    await expect(run(deleteFile, { path: 'c.txt' })).rejects.toMatchObject({ type: 'file_not_found' });
    await expect(run(deleteFile, { path: '/workspace', recursive: true })).rejects.toMatchObject({
      type: 'validation_error',
    });
  });

  it('makes folders, and tells what a path is', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': 'abc' });
    expect(await run(makeDirectory, { path: 'x/y' })).toBe('Made the folder x/y.');
    expect(await run(makeDirectory, { path: 'x/y' })).toBe('The folder x/y is there already.');
    await expect(run(makeDirectory, { path: 'a.txt' })).rejects.toMatchObject({ type: 'validation_error' });
    await expect(run(makeDirectory, { path: 'A.txt' })).rejects.toMatchObject({ type: 'validation_error' });
    expect(await run(fileInfo, { path: 'x' })).toBe('path: x\ntype: directory\nfiles: 0\nfolders: 1');
    expect(await run(fileInfo, { path: 'a.txt' })).toMatch(
      /^path: a\.txt\ntype: file\nsize: 3 bytes\nmodified: .+\ncontent: text\nencoding: UTF-8$/,
    );
  });
});

describe('read_file of a binary file names what works with it', () => {
  it.each<[string, string, RegExp]>([
    ['a picture', '\x89PNG\r\n\x1a\n\0\0', /is a picture, not text: look at it with the tool image/],
    [
      'a database',
      'SQLite format 3\0\x10',
      /is an SQLite database, not text: run sqlite3 'my file' \.schema/,
    ],
    ['an archive', 'PK\x03\x04\x14\0', /is a zip archive, not text: run unzip -l 'my file'/],
    ['a song', 'ID3\x03\0', /is sound or a film, not text: the user can play it: open_file/],
    ['something else', '\x01\0\x02', /run xxd 'my file' \| head/],
  ])('%s', async (_, start, message) => {
    const bytes = Uint8Array.from(start, (character) => character.charCodeAt(0));
    const { run } = await createTestWorkspace({ 'my file': new Blob([bytes]) });
    await expect(run(readFile, { path: 'my file' })).rejects.toMatchObject({
      type: 'binary_file',
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('read_file', () => {
  it('returns a file as it is, with its last line end or without', async () => {
    const { run, context } = await createTestWorkspace({
      'a.txt': 'a\r\nb\n',
      'b.txt': 'a\n\nb',
      'c.txt': '',
    });
    expect(await run(readFile, { path: 'a.txt' })).toBe('a\r\nb\n');
    const returned = await readFile.execute({ path: 'a.txt', limit: 1 }, context);
    expect(returned).toHaveProperty('metadata', { bytes: '5', lines: '1', all_lines: '2', cut_at: '2' });
    expect(await run(readFile, { path: 'b.txt' })).toBe('a\n\nb');
    expect(await run(readFile, { path: 'c.txt' })).toBe('');
  });

  it('counts a long line as several, and every part put together is the text', async () => {
    const line = '😀'.repeat(30_000);
    const { run } = await createTestWorkspace({ 'a.txt': `${line}\nend` });
    let text = '';
    for (let offset: number | undefined = 1, parts = 0; offset !== undefined && parts < 20; parts++) {
      const part = String(await run(readFile, { path: 'a.txt', offset }));
      expect(part.length).toBeLessThanOrEqual(20_000);
      const note = /\n\n\(Lines \d+ to \d+ of \d+\. Continue with offset (\d+)\.\)$/.exec(part);
      text += note ? part.slice(0, note.index) : part;
      offset = note ? Number(note[1]) : undefined;
    }
    expect(text).toBe(`${line}\nend`);
  });

  it('counts only the slice where a limit is given, in a file of any size', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': 'line\n'.repeat(500_000) });
    await expect(run(readFile, { path: 'a.txt' })).rejects.toMatchObject({ type: 'file_too_large' });
    await expect(run(readFile, { path: 'a.txt', limit: 400_000 })).rejects.toMatchObject({
      type: 'file_too_large',
    });
    expect(await run(readFile, { path: 'a.txt', offset: 499_999, limit: 5 })).toBe('line\nline\n');
    expect(await run(readFile, { path: 'a.txt', offset: 2, limit: 1 })).toBe(
      'line\n\n(Lines 2 to 2 of 500000. Continue with offset 3.)',
    );
    await expect(run(readFile, { path: 'a.txt', offset: 500_001, limit: 1 })).rejects.toThrow(
      /has 500000 lines/,
    );
  });
});

describe.each(['caf\u00e9', '\ud55c\uae00'])('the name %s', (name) => {
  const composed = `${name.normalize('NFC')}.txt`;
  const decomposed = `${name.normalize('NFD')}.txt`;

  it.each([
    [composed, decomposed],
    [decomposed, composed],
  ])('is one file in both Unicode forms: %j, %j', async (one, other) => {
    const { run, tree } = await createTestWorkspace();
    await run(writeFile, { path: one, content: 'first' });
    await run(writeFile, { path: one, content: 'second' });
    await run(writeFile, { path: other, content: 'third' });
    await run(edit, { path: one, old_string: 'third', new_string: 'needle' });
    expect(tree()).toEqual({ [composed]: 'needle' });
    expect(await run(listDirectory, {})).not.toContain(decomposed);
    for (const written of [one, other]) {
      expect(await run(glob, { pattern: written })).toContain(composed);
      expect(await run(find, { query: written })).toContain(composed);
      expect(await run(grep, { pattern: 'needle', glob: written })).toContain(composed);
    }
  });
});
