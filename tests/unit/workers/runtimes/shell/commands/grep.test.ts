/** grep beyond the table of commands: what it refuses, and hostile patterns. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const files = { 'a.txt': '1 apple\n2 banana\n' };

describe('grep refuses with exit code 2', () => {
  it.each([
    ['grep -k a a.txt', "invalid option -- 'k'"],
    ['grep --nope a a.txt', "unrecognized option '--nope'"],
    ['grep', 'missing pattern'],
    ["grep -P '(?R)' a.txt", 'Invalid'],
    ["grep -P 'a*+p' a.txt", 'Nothing to repeat'],
    ["grep -P '(?P=x)' a.txt", 'is not supported'],
    ["grep -P '[[:^alpha:]]' a.txt", 'Invalid character class name'],
    ["grep -P 'a\\Kp\\Kp' a.txt", 'more than one'],
    ["grep -P '[\\H]b' a.txt", 'in a character class'],
    ["grep -P '[\\N]b' a.txt", 'in a character class'],
    ["grep -P '[\\R]b' a.txt", 'in a character class'],
    ['grep --color=perhaps a a.txt', 'invalid argument'],
    ['grep -d perhaps a a.txt', 'invalid argument'],
  ])('%s', async (command, message) => {
    const { raw } = await openShell(files);
    const { stdout, stderr, exitCode } = await raw(command);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
  });
});

describe('a hostile pattern', () => {
  const long = `${'a'.repeat(50_000)}!\n`;

  it.each([
    String.raw`grep -c '\(a\+\)\+$'`,
    "grep -cE '^(a|aa)+$'",
    "grep -cwE '(a*)*b'",
    "grep -cxE '(a|a)*'",
    "grep -cP '^(a+)+$'",
    "grep -oE '(a|aa)*b'",
  ])('takes linear time: %s', async (command) => {
    const { raw } = await openShell({ 'long.txt': long });
    expect((await raw(`${command} long.txt`)).exitCode).toBe(1);
  });

  it('of ten thousand words is one search', async () => {
    const words = Array.from({ length: 10_000 }, (_, at) => `word${at}`).join('\n');
    const { raw } = await openShell({
      'words.txt': words,
      'text.txt': 'word9 word999 nothing\n'.repeat(200),
    });
    expect((await raw('grep -cwFf words.txt text.txt; grep -oFf words.txt text.txt | wc -l')).stdout).toBe(
      '200\n400\n',
    );
  });
});

it('follows links with -R only', async () => {
  const { raw } = await openShell();
  await raw('mkdir -p /tmp/d/in; echo x > /tmp/f; cd /tmp/d; ln -s ../f l; echo x > in/g');
  expect((await raw('cd /tmp/d; grep -r x .; grep -R x .; grep -r x l')).stdout).toBe(
    './in/g:x\n./in/g:x\n./l:x\nx\n',
  );
});
