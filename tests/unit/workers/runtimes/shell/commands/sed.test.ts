/** sed beyond the table of commands: what it refuses, what it must not write, and hostile scripts. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const files = { 'a.txt': '1 apple\n2 banana\n', 'b.txt': 'one' };

describe('sed refuses with exit code 2', () => {
  it.each([
    ['sed --debug p a.txt', '--debug'],
    ['sed --posix p a.txt', '--posix'],
    ['sed -k p a.txt', "invalid option -- 'k'"],
    ['sed --nope p a.txt', "unrecognized option '--nope'"],
    ['sed e a.txt', 'runs programs'],
    ['sed "1e ls" a.txt', 'runs programs'],
    ['sed s/a/b/e a.txt', 'runs commands'],
  ])('%s', async (command, message) => {
    const { raw } = await openShell(files);
    const { stdout, stderr, exitCode } = await raw(command);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
  });
});

describe('sed -i', () => {
  it('writes nothing if no byte changes', async () => {
    const { raw, files: port } = await openShell(files);
    const before = await port.stat('a.txt');
    expect(await raw('sed -i s/nothing/x/ a.txt; sed -i p nofile; sed -n -i p a.txt b.txt')).toMatchObject({
      exitCode: 0,
    });
    expect(await port.stat('a.txt')).toEqual(before);
    expect((await raw('cat a.txt b.txt')).stdout).toBe('1 apple\n2 banana\none');
  });

  it('keeps the file if the script fails at a later line', async () => {
    const { raw } = await openShell(files);
    const { stderr, exitCode } = await raw(String.raw`sed -i '2{/b/{s//\1/}};s/a/X/' a.txt`);
    expect(exitCode).toBe(1);
    expect(stderr).toContain(String.raw`invalid reference \1`);
    expect((await raw('cat a.txt')).stdout).toBe(files['a.txt']);
  });

  it('replaces a link by a file, or follows it', async () => {
    const { raw } = await openShell();
    const script = 'cd /tmp; echo a > f; ln -s f l; sed -i s/a/b/ l; cat f; readlink l || cat l';
    expect((await raw(script)).stdout).toBe('a\nb\n');
    const following = 'cd /tmp; rm l; ln -s f l; sed -i --follow-symlinks s/a/c/ l; cat f; readlink l';
    expect((await raw(following)).stdout).toBe('c\nf\n');
  });
});

describe('hostile scripts of sed', () => {
  it.each([
    "sed ':a;ba' a.txt",
    "sed ':a;s/^/x/;ta' a.txt",
    "sed -n ':a;G;h;ba' a.txt",
    "sed ':a;p;ba' a.txt",
  ])('%s ends', async (command) => {
    const { raw } = await openShell(files);
    const { exitCode, stderr, timedOut } = await raw(command, { timeout: 2 });
    expect(exitCode).not.toBe(0);
    expect(timedOut || stderr.includes('larger than 32 MB')).toBe(true);
  });

  it.each([
    String.raw`s/\(a\+\)\+$/x/`,
    String.raw`s/\(a\|aa\)*b/x/`,
    String.raw`s/\(\(a*\)*\)*b/x/`,
    String.raw`/^\(\([a-z]\)\+.\)\+[A-Z]\([a-z]\)\+$/d`,
  ])('%s takes linear time', async (script) => {
    const { raw } = await openShell({ 'a.txt': `${'a'.repeat(50_000)}!\n` });
    expect((await raw(`sed '${script}' a.txt | wc -c`)).stdout.trim()).toBe('50002');
  });

  it.each([
    ['blocks', `${'{'.repeat(20_000)}p${'}'.repeat(20_000)}`, 0],
    ['groups', `s/${String.raw`\(`.repeat(20_000)}a${String.raw`\)`.repeat(20_000)}/x/`, 1],
    ['repeats of repeats', String.raw`s/\(\(a\{1000\}\)\{1000\}\)\{1000\}/x/`, 1],
    ['a long y', `y/${'é'.repeat(50_000)}/${'b'.repeat(50_000)}/`, 0],
  ])('%s are read or refused', async (_, script, exitCode) => {
    const { raw } = await openShell({ ...files, 's.sed': script });
    expect(await raw('sed -n -f s.sed a.txt')).toMatchObject({ exitCode });
  });

  it('writes files in the workspace and in memory only', async () => {
    const { raw, files: port } = await openShell(files);
    await raw("sed -n 'w /etc/passwd' a.txt; sed -n 'w ../../up.txt' a.txt; sed -n 'w in.txt' a.txt");
    expect((await port.list('.')).map(({ path }) => path)).toEqual(['a.txt', 'b.txt', 'in.txt']);
  });
});
