/** Tab in a terminal completes commands, variables and paths, quoted for the shell. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeLine, workspacePath, type Sources } from '#src/ui/terminal/complete-line.ts';

const folders: Record<string, readonly string[]> = {
  '': ['notes/', 'my notes/', 'read.me', '.hidden', 'a$b.txt'],
  notes: ['one.txt', 'only/', 'two.txt'],
  'my notes': ['last.txt'],
};
const sources: Sources = {
  folder: '/workspace',
  commands: ['cat', 'cd', 'cut', 'git'],
  variables: ['HOME', 'HOST'],
  list: (path) =>
    Promise.resolve(
      (folders[path] ?? []).map((name) => ({
        name: name.replace(/\/$/, ''),
        type: name.endsWith('/') ? ('directory' as const) : ('file' as const),
      })),
    ),
};

const complete = async (text: string, changed: Partial<Sources> = {}) =>
  completeLine({ text, cursor: text.length }, { ...sources, ...changed });
const completed = async (text: string) => (await complete(text))?.text;
const options = async (text: string) => (await complete(text))?.options.map(({ label }) => label);

describe('Tab', () => {
  it('completes a command at the start of a command', async () => {
    expect(await completed('gi')).toBe('git ');
    expect(await completed('cat read.me | gi')).toBe('cat read.me | git ');
    expect(await completed('for a in b; do gi')).toBe('for a in b; do git ');
    expect(await completed('echo $(gi')).toBe('echo $(git ');
    expect(await completed('echo gi')).toBeUndefined();
    expect(await options('c')).toEqual(['cat', 'cd', 'cut']);
  });

  it('completes paths from the working directory, from ~ and from /workspace', async () => {
    expect(await completed('cat re')).toBe('cat read.me ');
    expect(await completed('cat ~/no')).toBe('cat ~/notes/');
    expect(await completed('cat /workspace/notes/tw')).toBe('cat /workspace/notes/two.txt ');
    expect((await complete('cat ../re', { folder: '/workspace/notes' }))?.text).toBe('cat ../read.me ');
    expect(await completed('cat < re')).toBe('cat < read.me ');
    expect(await completed('./re')).toBe('./read.me ');
    expect(await completed('cat /etc/pa')).toBeUndefined();
  });

  it('writes as far as all options agree, and offers them', async () => {
    const on = await complete('cat notes/o');
    expect(on).toMatchObject({ text: 'cat notes/on', cursor: 12 });
    expect(on?.options).toEqual([
      { label: 'one.txt', line: { text: 'cat notes/one.txt ', cursor: 18 } },
      { label: 'only/', line: { text: 'cat notes/only/', cursor: 15 } },
    ]);
  });

  it('escapes special characters of the shell, or stays within the quotes', async () => {
    expect(await completed('cat my')).toBe('cat my\\ notes/');
    expect(await completed('cat my\\ notes/l')).toBe('cat my\\ notes/last.txt ');
    expect(await completed('cat "my notes/l')).toBe('cat "my notes/last.txt" ');
    expect(await completed("cat 'my")).toBe("cat 'my notes/");
    expect(await completed('cat a')).toBe('cat a\\$b.txt ');
  });

  it('offers folders for cd, and hidden files after a leading dot', async () => {
    expect(await options('cd ')).toEqual(['my notes/', 'notes/']);
    expect(await completed('cat .h')).toBe('cat .hidden ');
    expect(await options('cat ')).not.toContain('.hidden');
  });

  it('completes variables', async () => {
    expect(await options('echo $H')).toEqual(['HOME', 'HOST']);
    expect(await completed('echo ${HOM')).toBe('echo ${HOME}');
  });

  it('keeps the text after the cursor', async () => {
    const text = 'cat re | wc';
    expect(await completeLine({ text, cursor: 6 }, sources)).toMatchObject({
      text: 'cat read.me | wc',
      cursor: 12,
    });
  });

  it('only adds to the text before the cursor', async () => {
    const pieces = fc.constantFrom(
      'cat',
      ' ',
      '"',
      "'",
      '\\',
      '$',
      '{',
      '~',
      '/',
      'no',
      'my',
      '|',
      '=',
      '\n',
      '(',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
        const text = parts.join('');
        const found = await complete(text);
        if (found) expect(found.text.startsWith(text)).toBe(true);
      }),
    );
  });
});

describe('a path of the shell', () => {
  it.each([
    ['notes', '/workspace', 'notes'],
    ['..', '/workspace/a/b', 'a'],
    ['~', '/tmp', ''],
    ['/tmp/x', '/workspace', null],
    ['../../../etc', '/workspace/a', null],
  ])('%s in %s is %s', (path, folder, expected) => expect(workspacePath(path, folder)).toBe(expected));
});
