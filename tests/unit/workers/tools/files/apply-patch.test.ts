import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPatch } from '#workers/tools/files/apply-patch.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', '', '-- a', '++ b', '@@ -1 +1 @@', 'c\r', '\\ x'), { maxLength: 12 })
  .chain((lines) =>
    fc.boolean().map((isOpen) => lines.join('\n') + (isOpen || lines.length === 0 ? '' : '\n')),
  );

describe('apply_patch', () => {
  it('turns the first of two texts into the second, given their diff', async () => {
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 0, max: 4 }), async (before, after, context) => {
        fc.pre(before !== after);
        // Lines that a patch adds to a file with Windows line ends get them too.
        fc.pre(!/\r\n/.test(before) || /\n/.test(before.replaceAll('\r\n', '')));
        const { run, tree } = await createTestWorkspace({ 'f.txt': before });
        await run(applyPatch, {
          patch: createTwoFilesPatch('a/f.txt', 'b/f.txt', before, after, '', '', { context }),
        });
        expect(tree()).toEqual({ 'f.txt': after });
      }),
      { numRuns: 500 },
    );
  }, 60_000);

  it('changes a file of 300,000 lines', async () => {
    const lines = (count: number) => 'line\n'.repeat(count);
    const { run, tree } = await createTestWorkspace({ 'f.txt': `${lines(150_000)}one\n${lines(150_000)}` });
    await run(applyPatch, { patch: '--- a/f.txt\n+++ b/f.txt\n@@ -150001,1 +150001,1 @@\n-one\n+two\n' });
    expect(tree()).toEqual({ 'f.txt': `${lines(150_000)}two\n${lines(150_000)}` });
  });

  it('creates and deletes empty files beside a change, as git writes them', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'one\n', 'old name.txt': '' });
    const patch = [
      'diff --git a/new b/x.txt b/new b/x.txt',
      'new file mode 100644',
      'index 0000000..e69de29',
      'diff --git a/a.txt b/a.txt',
      'index 5626abf..f719efd 100644',
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1 +1 @@',
      '-one',
      '+two',
      'diff --git a/old name.txt b/old name.txt',
      'deleted file mode 100644',
      'index e69de29..0000000',
      '',
    ].join('\n');
    expect(await run(applyPatch, { patch })).toBe(
      'Created new b/x.txt (+0 -0)\nChanged a.txt (+1 -1)\nDeleted old name.txt (+0 -0)',
    );
    expect(tree()).toEqual({ 'a.txt': 'two\n', 'new b/': '', 'new b/x.txt': '' });
  });

  it('refuses to delete a file as empty that is not', async () => {
    const { run, tree } = await createTestWorkspace({ 'a.txt': 'one\n' });
    const patch = 'diff --git a/a.txt b/a.txt\ndeleted file mode 100644\nindex e69de29..0000000\n';
    await expect(run(applyPatch, { patch })).rejects.toThrow('the patch leaves lines of it');
    expect(tree()).toEqual({ 'a.txt': 'one\n' });
  });

  it('changes, creates, deletes and renames files in one patch', async () => {
    const { run, tree } = await createTestWorkspace({
      'a.txt': 'one\ntwo\n',
      'b.txt': 'bye\n',
      'c.txt': 'see\n',
      'd.txt': 'd\n',
    });
    const patch = [
      '--- a/a.txt',
      '+++ b/a.txt',
      '@@ -1,2 +1,2 @@',
      ' one',
      '-two',
      '+2',
      '--- /dev/null',
      '+++ b/new/e.txt',
      '@@ -0,0 +1,1 @@',
      '+hello',
      '--- a/b.txt',
      '+++ /dev/null',
      '@@ -1,1 +0,0 @@',
      '-bye',
      'diff --git a/c.txt b/moved/c.txt',
      'similarity index 50%',
      'rename from c.txt',
      'rename to moved/c.txt',
      '--- a/c.txt',
      '+++ b/moved/c.txt',
      '@@ -1 +1 @@',
      '-see',
      '+seen',
      'diff --git a/d.txt b/dd.txt',
      'similarity index 100%',
      'rename from d.txt',
      'rename to dd.txt',
      '',
    ].join('\n');
    expect(await run(applyPatch, { patch })).toBe(
      'Changed a.txt (+1 -1)\nCreated new/e.txt (+1 -0)\nDeleted b.txt (+0 -1)\nRenamed c.txt to moved/c.txt (+1 -1)\nRenamed d.txt to dd.txt (+0 -0)',
    );
    expect(tree()).toEqual({
      'a.txt': 'one\n2\n',
      'new/': '',
      'new/e.txt': 'hello\n',
      'moved/': '',
      'moved/c.txt': 'seen\n',
      'dd.txt': 'd\n',
    });
  });

  it('changes nothing when one hunk of one file does not match, and shows what the file has', async () => {
    const files = { 'a.txt': 'one\n', 'b.txt': 'two\nthree\n' };
    const { run, tree } = await createTestWorkspace(files);
    const patch =
      '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n--- a/b.txt\n+++ b/b.txt\n@@ -1,2 +1,2 @@\n-zwei\n+2\n three\n';
    await expect(run(applyPatch, { patch })).rejects.toMatchObject({
      type: 'validation_error',
      message: expect.stringMatching(/Hunk 1 of b\.txt.*zwei\nthree.*from line 1:\ntwo\nthree/s),
    });
    expect(tree()).toEqual(files);
  });

  it.each([
    ['moved context', 'x\ny\none\ntwo\n', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n', 'x\ny\none\n2\n'],
    ['a header without numbers', 'one\ntwo\n', '@@\n one\n-two\n+2\n', 'one\n2\n'],
    [
      'a miscounted header',
      'one\ntwo\nthree\n',
      '@@ -1,1 +1,1 @@\n one\n-two\n+2\n three\n',
      'one\n2\nthree\n',
    ],
    ['Windows line ends', 'one\r\ntwo\r\n', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n', 'one\r\n2\r\n'],
    ['a missing last line end', 'one\ntwo', '@@ -1,2 +1,2 @@\n one\n-two\n+2\n', 'one\n2'],
    [
      'an empty context line without its space',
      'one\n\ntwo\n',
      '@@ -1,3 +1,3 @@\n one\n\n-two\n+2\n',
      'one\n\n2\n',
    ],
  ])('takes a patch with %s', async (_, before, hunk, after) => {
    const { run, tree } = await createTestWorkspace({ 'f.txt': before });
    await run(applyPatch, { patch: `--- a/f.txt\n+++ b/f.txt\n${hunk}` });
    expect(tree()).toEqual({ 'f.txt': after });
  });

  it('takes a patch of a file with a byte order mark, which models cannot see, and keeps it', async () => {
    const { run, files } = await createTestWorkspace({ 'f.txt': '\ufeffone\ntwo\n' });
    await run(applyPatch, { patch: '--- a/f.txt\n+++ b/f.txt\n@@ -1,2 +1,2 @@\n-one\n+1\n two\n' });
    const bytes = new Uint8Array(await (await files.read('f.txt')).arrayBuffer());
    expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe('\ufeff1\ntwo\n');
  });

  it.each([
    ['text that is no patch', 'hello'],
    ['another format', '*** Begin Patch\n*** Update File: f.txt\n'],
    ['a hunk without a file', '@@ -1 +1 @@\n-a\n+b\n'],
    ['a file without a hunk', '--- a/f.txt\n+++ b/f.txt\n'],
    ['a file that is not there', '--- a/g.txt\n+++ b/g.txt\n@@ -1 +1 @@\n-a\n+b\n'],
    ['a new file that is there', '--- /dev/null\n+++ b/f.txt\n@@ -0,0 +1 @@\n+b\n'],
    ['a deletion that leaves lines', '--- a/f.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'],
    ['context in two places', '--- a/f.txt\n+++ b/f.txt\n@@ -9 +9 @@\n-a\n+b\n'],
  ])('refuses %s', async (_, patch) => {
    const { run, tree } = await createTestWorkspace({ 'f.txt': 'a\nb\na\n' });
    await expect(run(applyPatch, { patch })).rejects.toMatchObject({ type: 'validation_error' });
    expect(tree()).toEqual({ 'f.txt': 'a\nb\na\n' });
  });

  it('puts files back when a later one cannot be written', async () => {
    const files = { 'a.txt': 'one\n', 'b.txt': 'two\n' };
    const { run, tree } = await createTestWorkspace(files);
    const patch =
      '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n--- /dev/null\n+++ b/A.txt\n@@ -0,0 +1 @@\n+x\n';
    await expect(run(applyPatch, { patch })).rejects.toMatchObject({ type: 'validation_error' });
    expect(tree()).toEqual(files);
  });

  it('refuses a path outside the workspace', async () => {
    const { run } = await createTestWorkspace();
    const patch = '--- /dev/null\n+++ b/../x.txt\n@@ -0,0 +1 @@\n+x\n';
    await expect(run(applyPatch, { patch })).rejects.toMatchObject({ type: 'path_not_allowed' });
  });
});
