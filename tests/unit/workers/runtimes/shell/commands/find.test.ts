/** find beyond the table of commands: what it refuses, links, and the workspace as one of two file systems. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const files = { 'a.txt': 'a\n', 'src/b.js': 'b\n' };

describe('find refuses with exit code 2, and does nothing', () => {
  it.each([
    ['find . -delete -ok rm {} \\;', 'asks a person'],
    ['find . -amin -5 -delete', 'not stored'],
    ['find . -atime 1', 'not stored'],
    ['find . -newerat yesterday', 'not stored'],
    ['find . -newermB a.txt', 'not stored'],
    ['find . -inum 5', 'do not exist'],
    ['find . -fstype ext4', 'do not exist'],
    ['find . -printf %i', 'cannot be known'],
    ['find . -printf %A@', 'not stored'],
  ])('%s', async (command, message) => {
    const { raw, files: port } = await openShell(files);
    const { stdout, stderr, exitCode } = await raw(command);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toContain(message);
    expect((await port.list('.')).map(({ path }) => path)).toEqual(['a.txt', 'src']);
  });
});

describe('find', () => {
  it('follows links as it is told, and reports loops', async () => {
    const { raw } = await openShell();
    await raw('mkdir -p /tmp/d/in; cd /tmp/d; echo x > in/f; ln -s in l; ln -s .. in/up');
    expect((await raw('cd /tmp/d; find . -type f; find -H l -type f; find -P l')).stdout).toBe(
      './in/f\nl/f\nl\n',
    );
    const { stdout, stderr, exitCode } = await raw('cd /tmp/d; find -L . -type f');
    expect(stdout).toBe('./in/f\n./l/f\n');
    expect(stderr).toContain('File system loop detected');
    expect(exitCode).toBe(1);
  });

  it('-xdev stays outside of the workspace, or inside', async () => {
    const { raw } = await openShell(files);
    expect((await raw('find / -xdev -name "*.txt"; find / -name a.txt')).stdout).toBe('/workspace/a.txt\n');
  });

  it('-delete without a test cannot empty the workspace, and says so', async () => {
    const { raw, files: port } = await openShell(files);
    const { exitCode, stderr } = await raw('find /workspace -maxdepth 0 -delete');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('cannot delete');
    expect(await port.list('.')).toHaveLength(2);
  });

  it('passes names with any character to commands', async () => {
    const { raw } = await openShell({ 'it\'s $x `y` "z".txt': '1\n', '-n.txt': '2\n' });
    expect((await raw('find . -name "*.txt" -exec cat {} \\; -exec cat {} +')).stdout).toBe('2\n1\n2\n1\n');
    expect((await raw('find . -name "*.txt" -execdir cat {} \\;')).stdout).toBe('2\n1\n');
  });

  it('ends a hostile expression', async () => {
    const { raw } = await openShell({ [`${'a'.repeat(200)}!`]: '' });
    const groups = (count: number) => `${'\\( '.repeat(count)} -true ${'\\) '.repeat(count)}`;
    expect((await raw(`find . -maxdepth 0 ${groups(200)}`)).exitCode).toBe(0);
    expect((await raw(`find . -maxdepth 0 ${groups(3000)}`)).exitCode).toBe(2);
    expect((await raw(`find . -maxdepth 0 ${'! '.repeat(3000)} -true`)).exitCode).toBe(2);
    expect((await raw(`find . -maxdepth 0 ${'-name x -o '.repeat(5000)} -true`)).stdout).toBe('.\n');
    expect((await raw(`find . -regex '\\./\\(a*\\)*\\(a*\\)*b'`)).exitCode).toBe(0);
    expect((await raw(`find . -name '${'*a'.repeat(40)}b'`)).exitCode).toBe(0);
  });
});
