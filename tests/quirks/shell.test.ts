/** Bytes in the shell: all rows print what bash prints. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { shellRows } from './shell.ts';

const files = {
  'latin1.txt': new Blob([Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x6e, 0xe0, 0x0a])]),
  'all.bin': new Blob([Uint8Array.from({ length: 256 }, (_, at) => at)]),
  'utf8.txt': 'é\n日本\n',
};

describe('the shell', () => {
  it.each(shellRows)('$source: $what', async ({ command, stdout }) => {
    const { raw } = await openShell(files);
    expect((await raw(command)).stdout).toBe(stdout);
  });

  it('says in which encoding it shows output that is not UTF-8', async () => {
    const { raw } = await openShell(files);
    expect(await raw('cat latin1.txt')).toMatchObject({
      stdout: 'café\nnà\n',
      notes: ['the output is not UTF-8, it is shown as windows-1252 (Latin-1)'],
    });
  });

  it('refuses a name that is not UTF-8', async () => {
    const { raw } = await openShell(files);
    const { stderr, stdout } = await raw('touch "$(printf \'a\\351\')"; echo $?; ls');
    expect(stderr).toContain('the name is not UTF-8');
    expect(stdout).toBe('1\nall.bin\nlatin1.txt\nutf8.txt\n');
  });
});
