/** Programs that use up time or memory, and names that JavaScript's objects have. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

describe('a hostile awk program', () => {
  it.each([
    ['a text without end', 'BEGIN { a = "x"; while (1) a = a a }', 'a text has at most'],
    [
      'output without end',
      'BEGIN { while (1) print "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy" }',
      'exceeds',
    ],
    ['a huge width', 'BEGIN { printf "%999999999d", 1 }', 'greater than'],
    ['a huge width as an argument', 'BEGIN { printf "%*d", 2 ^ 40, 1 }', 'greater than'],
    ['a huge precision', 'BEGIN { printf "%.999999999f", 1 }', 'greater than'],
    ['a huge field', '{ $1e9 = 1 }', 'at most'],
    ['a huge NF', '{ NF = 1e9 }', 'at most'],
    ['a negative NF', '{ NF = -1 }', 'negative'],
    ['recursion without end', 'function f(n) { return f(n + 1) } BEGIN { f(0) }', 'nested'],
    ['deep parentheses', `BEGIN { print ${'('.repeat(5000)}1${')'.repeat(5000)} }`, 'nested'],
    ['deep blocks', `BEGIN ${'{'.repeat(5000)}${'}'.repeat(5000)}`, 'nested'],
    ['a pattern that repeats too often', '/(a{1000}){1000}/', 'is not possible'],
    [
      'a comparison that reads',
      'function c(a, b) { getline } BEGIN { a[1]; a[2]; asort(a, b, "c") }',
      'can neither read',
    ],
  ])('is refused: %s', async (_, program, message) => {
    const { raw } = await openShell({ 'a.txt': 'a b\n' });
    const { exitCode, stderr } = await raw(`awk '${program}' a.txt`);
    expect(stderr).toMatch(/^awk: /);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it.each([
    'BEGIN { while (1) x = x + 1 }',
    'BEGIN { for (;;) { } }',
    'function f() { while (1) g() } function g() { } BEGIN { f() }',
    'BEGIN { while (1) a[1] = length(a) }',
    '{ do n++; while (1) }',
  ])('ends at the time limit: %s', async (program) => {
    const { raw } = await openShell({ 'a.txt': 'a b\n' });
    const { timedOut } = await raw(`awk '${program}' a.txt`, { timeout: 1 });
    expect(timedOut).toBe(true);
  });

  it('matches in linear time', async () => {
    const { raw } = await openShell({ 'a.txt': `${'a'.repeat(50_000)}!\n` });
    const { stdout, exitCode } = await raw(
      `awk '/(a+)+$/ { print "no" } { print gsub(/a+$/, ""), gsub(/(a|aa)+b/, ""), match($0, "(a*)*c") }' a.txt`,
      { timeout: 20 },
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '0 0 0\n', exitCode: 0 });
  });

  it('runs commands with the rights of the shell only', async () => {
    const { raw } = await openShell();
    const { stdout, stderr } = await raw(
      `awk 'BEGIN { print system("rm -rf /workspace"); "curl http://example.com 2>&1" | getline x; print x }'`,
    );
    expect(stdout + stderr).toMatch(/rm: /);
    expect(stdout).toMatch(/curl: /);
  });
});

describe('awk', () => {
  it.each(['-N', '--csv', '-b', '--lint', '-i inplace'])('refuses %s, and says so', async (option) => {
    const { raw } = await openShell({ 'a.txt': 'a\n' });
    const { stdout, stderr, exitCode } = await raw(`awk ${option} '{ print }' a.txt`);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain('is not available here');
  });

  it.each([
    ['BEGIN { print "a" |& "cat" }', 'coprocesses'],
    ['BEGIN { f = "g"; @f() }', 'indirect calls'],
    ['BEGIN { printf "%a", 1 }', '%a'],
    ['BEGIN { nofunction(1) }', 'not defined'],
    ['BEGIN { print substr("a") }', 'arguments'],
    ['/[/', 'Unmatched ['],
    ['/(/', 'Unmatched ('],
    ['BEGIN { break }', 'outside of a loop'],
  ])('says what is wrong in %s', async (program, message) => {
    const { raw } = await openShell({ 'a.txt': 'a\n' });
    const { stderr, exitCode } = await raw(`awk '${program}' a.txt`);
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  it('warns about an escape that agents take from other languages', async () => {
    const { raw } = await openShell();
    const { stderr } = await raw(`echo 'd1' | awk '/\\d/ { print }'`);
    expect(stderr).toContain('digits are [0-9]');
  });

  it('passes bytes unchanged that are not UTF-8', async () => {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const { raw } = await openShell({ 'all.bin': new Blob([all]) });
    const { stdout } = await raw(
      `awk '{ printf "%s%s", $0, RT }' all.bin > o; cmp all.bin o && awk -F, '{ $1 = $1; printf "%s%s", toupper(tolower($0)), RT | "cat" }' all.bin | wc -c`,
    );
    expect(stdout).toBe('256\n');
  });
});
