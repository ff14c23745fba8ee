/** `--update=` of cp and mv, which the coreutils that record the table lack. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

describe.each(['cp', 'mv'])('%s', (name) => {
  it.each([
    ['--update=all', 'old\n', 0],
    ['--update=none', 'new\n', 0],
    ['--update=older', 'new\n', 0],
    ['--update', 'new\n', 0],
    ['--update=bogus', 'new\n', 1],
  ])('%s of an older file', async (option, content, code) => {
    const { raw } = await openShell({ old: 'old\n', new: 'new\n' });
    await raw('touch -d 2020-01-01 old');
    const { stdout, stderr } = await raw(`${name} ${option} old new; echo $?; cat new`);
    expect(stdout).toBe(`${code}\n${content}`);
    expect(stderr).toContain(code === 0 ? '' : "invalid argument 'bogus' for '--update'");
  });
});
