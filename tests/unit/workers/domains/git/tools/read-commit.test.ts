/** The data that the card of a commit shows, read in a workspace in memory. */
import { beforeEach, expect, it } from 'vitest';
import type { CommitChanges } from '#shared/api/git.ts';
import { commitLimits } from '#workers/contracts/commit-limits.ts';
import { runGit } from '#workers/runtimes/git/command.ts';
import { readChanges } from '#workers/runtimes/git/commit-changes.ts';
import { readCommitInHost } from '#workers/domains/git/tools/read-commit.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

async function git(...args: string[]): Promise<string> {
  const context = {
    ...{ files: workspace.files, signal: new AbortController().signal, network: undefined },
    author: async () => ({ name: 'Ada', email: 'ada@example.com' }),
    progress: () => undefined,
  };
  const { stdout, stderr, exitCode } = await runGit(args, context, 'app');
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

async function read(commit: string, path = 'app'): Promise<CommitChanges> {
  return JSON.parse(String(await workspace.run(readCommitInHost, { path, commit }))) as CommitChanges;
}

beforeEach(async () => {
  workspace = await createTestWorkspace({ 'app/a.txt': 'one\ntwo\n', 'app/b/gone.txt': 'x\n' });
  await git('init');
  await git('add', '.');
  await git('commit', '-m', 'first');
});

it('lists new, changed and deleted files with their diffs', async () => {
  await workspace.files.write('app/a.txt', 'one\n2\n');
  await workspace.files.write('app/new.txt', 'fresh\n');
  await workspace.files.remove('app/b/gone.txt');
  await git('add', '-A');
  await git('commit', '-m', 'second');
  const { files, others } = await read('HEAD', 'app/b');
  expect(others).toBe(0);
  expect(files.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.txt', 'changed'],
    ['b/gone.txt', 'deleted'],
    ['new.txt', 'created'],
  ]);
  expect(files[0]?.diff).toContain('@@ -1,2 +1,2 @@\n one\n-two\n+2\n');
  expect((await read('HEAD~1')).files.map(({ kind }) => kind)).toEqual(['created', 'created']);
});

it('shows what a merge brought', async () => {
  await git('checkout', '-qb', 'side');
  await workspace.files.write('app/side.txt', 'side\n');
  await git('add', '.');
  await git('commit', '-m', 'side');
  await git('checkout', '-q', 'main');
  await git('merge', '--no-ff', '-m', 'merged', 'side');
  expect((await read('HEAD')).files).toMatchObject([{ path: 'side.txt', kind: 'created' }]);
});

it('lists a file without its diff where the diffs are too long, and so many files at most', async () => {
  const long = 'a line of text\n'.repeat(commitLimits.diffCharacters / 10);
  await workspace.files.write('app/0-long.txt', long);
  for (let at = 0; at < commitLimits.files; at++)
    await workspace.files.write(`app/many/${at}.txt`, `${at}\n`);
  await git('add', '.');
  await git('commit', '-m', 'many');
  const { files, others } = await read('HEAD');
  expect(files[0]).toEqual({ path: '0-long.txt', kind: 'created' });
  expect(files[1]?.diff).toContain('+0\n');
  expect([files.length, others]).toEqual([commitLimits.files, 1]);
});

it('compares no files that are too long, or that are reached too late', async () => {
  const line = 'a line of text\n';
  const long = line.repeat(commitLimits.comparedBytes / line.length);
  await workspace.files.write('app/long.txt', long);
  await workspace.files.write('app/medium.txt', long.slice(0, long.length / 2));
  await git('add', '.');
  await git('commit', '-m', 'long');
  await workspace.files.write('app/long.txt', `${long}${line}${line}`);
  await workspace.files.write('app/medium.txt', `${long.slice(0, long.length / 2)}end\n`);
  await git('add', '.');
  await git('commit', '-m', 'longer');
  const { files } = await read('HEAD');
  expect(files.map(({ path, diff }) => [path, diff === undefined])).toEqual([
    ['long.txt', true],
    ['medium.txt', false],
  ]);
  let now = 0;
  const context = {
    ...{ files: workspace.files, signal: new AbortController().signal, network: undefined },
    progress: () => undefined,
  };
  const late = await readChanges(context, 'app', 'HEAD~2', () => (now += 3_000));
  expect(late.files.map(({ diff }) => diff === undefined)).toEqual([false, false]);
  const later = await readChanges(context, 'app', 'HEAD~2', () => (now += 5_000));
  expect(later.files.map(({ diff }) => diff === undefined)).toEqual([false, true]);
  expect(later.files.map(({ path }) => path)).toEqual(['a.txt', 'b/gone.txt']);
});

it('says so where there is no such commit', async () => {
  const gone = { type: 'file_not_found' };
  await expect(read('0'.repeat(40))).rejects.toThrow(/0000000/);
  await expect(read('0'.repeat(40))).rejects.toMatchObject(gone);
  await expect(read('0'.repeat(7))).rejects.toMatchObject(gone);
  await expect(read('HEAD', 'elsewhere')).rejects.toMatchObject(gone);
  await expect(read('HEAD^{tree}')).rejects.not.toMatchObject(gone);
  await expect(read('HEAD^{tree}')).rejects.toThrow();
});
