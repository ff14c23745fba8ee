/** Archives of public reports, opened with the commands of the shell. */
import { describe, expect, it } from 'vitest';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { archiveRows } from './archives.ts';

describe('an archive', () => {
  it.each(archiveRows)('$source: $what', async ({ file, bytes, command, left = {}, says, exitCode = 0 }) => {
    const { raw, files } = await openShell({ [file]: new Blob([bytes()]) });
    const { stdout, stderr, exitCode: code } = await raw(command);
    for (const [path, text] of Object.entries(left)) expect(await (await files.read(path)).text()).toBe(text);
    if (says) expect(stdout + stderr).toMatch(says);
    expect(code).toBe(exitCode);
  });
});
