/** Patches of other programs, applied by the tool and by the commands of the shell. */
import { describe, expect, it } from 'vitest';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { edit } from '#workers/tools/files/edit.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { patchRows } from './patches.ts';

const git = { author: () => Promise.resolve(undefined), mayPush: () => Promise.resolve(false) };
const commands = { 'patch -p1': 'patch -p1 < x.patch', 'git apply': 'git apply x.patch' };

describe.each(['apply_patch', 'patch -p1', 'git apply'] as const)('%s', (way) => {
  it.each(patchRows)('$source: $what', async ({ before, patch, after }) => {
    const { raw, run, tree, files } = await openWorld({ ...before, 'x.patch': patch });
    if (way === 'apply_patch') await run(applyPatch, { patch });
    else expect(await raw(commands[way])).toMatchObject({ exitCode: 0, stderr: '' });
    for (const [path, text] of Object.entries(after))
      if (text === null) expect(JSON.stringify(tree())).not.toContain(`"${path}":`);
      else expect(await (await files.read(path)).text()).toBe(text);
  });
});

/** The shell replaces `run` of the workspace by its own. */
async function openWorld(contents: Record<string, string | Blob>) {
  const { context, raw, files, tree } = await openShell(contents, { git });
  const run = (tool: typeof applyPatch, values: Parameters<typeof applyPatch.execute>[0]) =>
    tool.execute(values, { ...context, files });
  return { raw, files, tree, run };
}

describe('git apply', () => {
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-tw\xf6\n+2\n';
  const latin1 = (text: string) => new Blob([Buffer.from(text, 'latin1')]);

  it('keeps bytes that are no UTF-8, and goes back with -R', async () => {
    const contents = { 'a.txt': latin1('one\ntw\xf6\n\xff\n'), 'x.patch': latin1(patch) };
    const { raw, files } = await openShell(contents, { git });
    expect(await raw('git apply --check x.patch && git apply x.patch')).toMatchObject({ exitCode: 0 });
    const bytes = async () => Buffer.from(await (await files.read('a.txt')).arrayBuffer()).toString('latin1');
    expect(await bytes()).toBe('one\n2\n\xff\n');
    expect(await raw('git apply -R x.patch')).toMatchObject({ exitCode: 0 });
    expect(await bytes()).toBe('one\ntw\xf6\n\xff\n');
  });

  it('changes nothing if one file does not fit, counts with --stat, and refuses --3way', async () => {
    const two = `${patch.replace('tw\xf6', 'two')}--- a/b.txt\n+++ b/b.txt\n@@ -1 +1 @@\n-x\n+y\n`;
    const contents = { 'a.txt': 'one\ntwo\n', 'b.txt': 'other\n', 'x.patch': two };
    const { raw, files } = await openShell(contents, { git });
    expect(await raw('git apply x.patch')).toMatchObject({
      exitCode: 1,
      stderr: 'error: patch failed: b.txt:1\nerror: b.txt: patch does not apply\n',
    });
    expect(await (await files.read('a.txt')).text()).toBe('one\ntwo\n');
    expect((await raw('git apply --stat x.patch')).stdout).toBe(
      ' a.txt | 2 +-\n b.txt | 2 +-\n 2 files changed, 2 insertions(+), 2 deletions(-)\n',
    );
    expect((await raw('git apply --3way x.patch')).stderr).toContain('--3way is not available here');
  });
});

describe('edit', () => {
  it('gives new lines the ends of a file from Windows', async () => {
    const { run, files } = await createTestWorkspace({ 'a.txt': 'one\r\ntwo\r\n' });
    await run(edit, { path: 'a.txt', old_string: 'two', new_string: 'two\nnew' });
    expect(await (await files.read('a.txt')).text()).toBe('one\r\ntwo\r\nnew\r\n');
  });

  it('says why text over both kinds of line end does not match', async () => {
    const { run } = await createTestWorkspace({ 'a.txt': 'one\r\ntwo\nthree\r\n' });
    const change = run(edit, { path: 'a.txt', old_string: 'one\ntwo\nthree', new_string: 'x' });
    await expect(change).rejects.toThrow("some lines there end with '\\r\\n' and some with '\\n'");
  });
});
