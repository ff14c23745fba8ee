import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newId, type RunId } from '#shared/ids.ts';
import type { FilePort } from '#workers/contracts/ports/file-port.ts';
import { createUndo } from '#workers/storage/undo/undo.ts';
import { createUndoRecorder } from '#workers/storage/undo/undo-recorder.ts';
import { tidyUndo } from '#workers/storage/undo/tidy-undo.ts';
import { createWorkspace } from '#workers/storage/workspace/workspace.ts';
import { workspaceLock } from '#workers/storage/workspace/workspace-locks.ts';
import { createMemoryFiles } from '#tests/fixtures/memory/memory-files.ts';
import { createMemoryLocks } from '#tests/fixtures/memory/memory-locks.ts';

async function setUp(files: Record<string, string> = {}, inlineBytes?: number) {
  const memory = createMemoryFiles();
  const workspace = await memory.root.getDirectoryHandle('workspace', { create: true });
  const folder = await memory.root.getDirectoryHandle('undo', { create: true });
  const lock = createMemoryLocks();
  const user = createWorkspace(workspace, lock);
  for (const [path, content] of Object.entries(files)) await user.write(path, content);
  const undo = createUndo({ workspace, undo: folder, lock });
  /** Runs one tool call of a run. */
  const call = async (run: RunId, work: (files: FilePort) => Promise<unknown>) => {
    const recorder = createUndoRecorder(await folder.getDirectoryHandle(run, { create: true }), inlineBytes);
    try {
      await work(createWorkspace(workspace, lock, recorder));
    } finally {
      recorder.close();
    }
  };
  return { memory, user, undo, folder, call, lock, tree: () => memory.tree('workspace') };
}

describe('undo', () => {
  it('tells what a run created, changed and deleted, with diffs, and puts all of it back', async () => {
    const { undo, call, tree } = await setUp({ 'a.txt': 'one\n', 'b.txt': 'bye\n' });
    const before = tree();
    const run = newId('run');
    await call(run, (files) => files.write('a.txt', 'two\n'));
    await call(run, (files) => files.append('a.txt', 'three\n'));
    await call(run, (files) => files.write('new/c.txt', 'hello\n'));
    await call(run, (files) => files.remove('b.txt'));

    const changes = await undo.changes(run);
    expect(changes.map(({ path, kind, conflict }) => [path, kind, conflict])).toEqual([
      ['a.txt', 'changed', false],
      ['b.txt', 'deleted', false],
      ['new/c.txt', 'created', false],
    ]);
    expect(changes[0]?.diff).toContain('-one\n+two\n+three\n');
    expect(changes[1]?.diff).toContain('+++ /dev/null');
    expect(changes[2]?.diff).toContain('--- /dev/null');
    expect(await undo.count([run])).toEqual({ [run]: 3 });

    expect(await undo.undo(run)).toMatchObject({ undone: ['a.txt', 'b.txt', 'new/c.txt'], conflicts: [] });
    expect(tree()).toEqual(before);
    expect(await undo.changes(run)).toEqual([]);
  });

  it('brings a deleted folder back, also one with empty folders in it', async () => {
    const { undo, call, user, tree } = await setUp({ 'docs/a.md': 'A', 'docs/deep/b.md': 'B', 'c.txt': 'C' });
    await user.makeDirectory('docs/empty');
    const before = tree();
    const run = newId('run');
    await call(run, (files) => files.remove('docs', { recursive: true }));
    expect(tree()).toEqual({ 'c.txt': 'C' });
    await undo.undo(run);
    expect(tree()).toEqual(before);
  });

  it('undoes one file of a run and leaves the others', async () => {
    const { undo, call, tree } = await setUp({ 'a.txt': 'a', 'b.txt': 'b' });
    const run = newId('run');
    await call(run, (files) => files.remove('a.txt'));
    await call(run, (files) => files.write('b.txt', 'B'));
    expect(await undo.undo(run, ['a.txt'])).toMatchObject({ undone: ['a.txt'] });
    expect(tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'B' });
    await expect(undo.undo(run, ['a.txt'])).rejects.toMatchObject({ type: 'file_not_found' });
  });

  it('takes the data of git as one change, which is undone whole or not at all', async () => {
    const { undo, call, user, tree } = await setUp({ 'app/main.js': 'one' });
    const before = tree();
    const run = newId('run');
    await call(run, async (files) => {
      await files.write('app/.git/HEAD', 'ref: refs/heads/main');
      await files.write('app/.git/objects/ab/cd', 'blob');
      await files.write('app/.gitignore', 'dist');
      await files.write('app/main.js', 'two');
    });

    expect(await undo.count([run])).toEqual({ [run]: 3 });
    expect((await undo.changes(run)).map(({ path, kind }) => [path, kind])).toEqual([
      ['app/.git/', 'created'],
      ['app/.gitignore', 'created'],
      ['app/main.js', 'changed'],
    ]);

    await user.write('app/.git/HEAD', 'ref: refs/heads/other');
    const mixed = tree();
    expect(await undo.undo(run, ['app/.git'])).toMatchObject({ undone: [], conflicts: ['app/.git'] });
    expect(tree()).toEqual(mixed);
    expect((await undo.undo(run, undefined, { force: true })).undone).toContain('app/.git');
    expect(tree()).toEqual(before);
  });

  it('leaves a file alone that is being changed at that very moment', async () => {
    const { undo, call, lock, memory, tree } = await setUp({ 'a.txt': 'a' });
    const run = newId('run');
    await call(run, (files) => files.write('a.txt', 'b'));
    const folder = await memory.root.getDirectoryHandle('workspace');
    let finish = () => {};
    const writing = lock(workspaceLock, 'shared', async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      await createWorkspace(folder, async (_name, _mode, work) => work()).write('a.txt', 'mine');
    });
    const undone = undo.undo(run);
    await undo.changes(run);
    finish();
    await writing;
    expect(await undone).toMatchObject({ undone: [], conflicts: ['a.txt'] });
    expect(tree()).toEqual({ 'a.txt': 'mine' });
  });

  it('leaves a file alone that was changed since, unless it is forced', async () => {
    const { undo, call, user, tree } = await setUp({ 'a.txt': 'a', 'b.txt': 'b' });
    const run = newId('run');
    await call(run, (files) => files.write('a.txt', 'run'));
    await call(run, (files) => files.remove('b.txt'));
    await user.write('a.txt', 'mine');
    expect(await undo.undo(run)).toMatchObject({ undone: ['b.txt'], conflicts: ['a.txt'] });
    expect(tree()).toEqual({ 'a.txt': 'mine', 'b.txt': 'b' });
    expect(await undo.undo(run, ['a.txt'], { force: true })).toMatchObject({
      undone: ['a.txt'],
      conflicts: [],
    });
    expect(tree()).toEqual({ 'a.txt': 'a', 'b.txt': 'b' });
  });

  it('keeps what the user put into a new folder', async () => {
    const { undo, call, user, tree } = await setUp();
    const run = newId('run');
    await call(run, (files) => files.write('new/a.txt', 'a'));
    await user.write('new/mine.txt', 'mine');
    await undo.undo(run);
    expect(tree()).toEqual({ 'new/': '', 'new/mine.txt': 'mine' });
  });

  it('undoes an undo, and that again', async () => {
    const { undo, call, tree } = await setUp({ 'a.txt': 'a' });
    const before = tree();
    const run = newId('run');
    await call(run, (files) => files.move('a.txt', 'deep/b.txt'));
    const after = tree();
    const first = await undo.undo(run);
    expect(tree()).toEqual(before);
    const second = await undo.undo(first.run);
    expect(second.conflicts).toEqual([]);
    expect(tree()).toEqual(after);
    expect((await undo.undo(run)).conflicts).toEqual([]);
    expect(tree()).toEqual(before);
  });

  it('is silent about writes that changed nothing, and takes none to long results', async () => {
    const { undo, call } = await setUp({ 'a.txt': 'a' });
    const run = newId('run');
    await call(run, (files) => files.write('a.txt', 'a'));
    await expect(call(run, (files) => files.write('.results/x.txt', 'x'))).rejects.toMatchObject({
      type: 'path_not_allowed',
    });
    expect(await undo.changes(run)).toEqual([]);
  });

  it('forgets after thirty days, and the oldest first when there is too much', async () => {
    const { undo, call, user, folder } = await setUp();
    const now = Date.now();
    const idAt = (time: number) =>
      newId('run').replace(/^run_.{9}/, `run_${time.toString(36).padStart(9, '0')}`) as RunId;
    const runs = [40, 20, 10, 1].map((days) => idAt(now - days * 86_400_000));
    for (const run of runs) await user.write(`${run}.txt`, 'x'.repeat(1_000));
    for (const run of runs) await call(run, (files) => files.remove(`${run}.txt`));
    await tidyUndo(folder, { now, quota: Infinity });
    expect(await undo.list()).toEqual([runs[3], runs[2], runs[1]]);
    await tidyUndo(folder, { now, quota: 5 * 1_500 });
    expect(await undo.list()).toEqual([runs[3]]);
  });
});

const names = ['a', 'b', 'c'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const text = fc.string({ maxLength: 5 });
type Step = (files: FilePort) => Promise<unknown>;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(path, text).map(
    ([path, text]): Step =>
      (files) =>
        files.write(path, text),
  ),
  fc.tuple(path, text).map(
    ([path, text]): Step =>
      (files) =>
        files.append(path, text),
  ),
  path.map(
    (path): Step =>
      (files) =>
        files.remove(path, { recursive: true }),
  ),
  path.map(
    (path): Step =>
      (files) =>
        files.makeDirectory(path),
  ),
  fc.tuple(path, path).map(
    ([from, to]): Step =>
      (files) =>
        files.move(from, to),
  ),
  fc.tuple(path, path, text).map(
    ([one, other, text]): Step =>
      (files) =>
        files.change([one, other], async () => [
          { type: 'write', path: one, content: text },
          ...(one === other ? [] : [{ type: 'remove' as const, path: other }]),
        ]),
  ),
);
/** Larger files are stored beside the records. */
const inlineBytes = fc.constantFrom(-1, 2, 100);
/** Steps may fail, for example if a file is in the way or missing. */
const play = (files: FilePort, step: Step) => step(files).catch(() => undefined);

describe('undo, whatever a run did', () => {
  it('restores the exact tree', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 8 }),
        fc.array(step, { maxLength: 12 }),
        inlineBytes,
        async (first, then, inline) => {
          const { undo, call, user, tree } = await setUp({}, inline);
          for (const each of first) await play(user, each);
          const before = tree();
          const run = newId('run');
          for (const each of then) await call(run, (files) => play(files, each));
          const after = tree();
          const report = await undo.undo(run);
          expect(report.conflicts).toEqual([]);
          expect(tree()).toEqual(before);
          await undo.undo(report.run);
          expect(tree()).toEqual(after);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);

  it('restores the exact tree when the run was killed in the middle of any change', async () => {
    const kill = fc.integer({ min: 0, max: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 6 }),
        fc.array(step, { maxLength: 8 }),
        kill,
        inlineBytes,
        async (first, then, at, inline) => {
          const { memory, undo, folder, call, user, tree } = await setUp({}, inline);
          for (const each of first) await play(user, each);
          const before = tree();
          const run = newId('run');
          await folder.getDirectoryHandle(run, { create: true });
          memory.killAfter(at);
          for (const each of then) await call(run, (files) => play(files, each)).catch(() => undefined);
          memory.revive();
          const report = await undo.undo(run);
          expect(report.conflicts).toEqual([]);
          expect(tree()).toEqual(before);
        },
      ),
      { numRuns: 150 },
    );
  }, 60_000);
});
