/**
 * Files with more lines than a call can have arguments, compared with real git; and with too many lines to
 * diff.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRealGit } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
  await git.run('init');
});
afterEach(() => git.close());

async function commit(content: string): Promise<void> {
  await git.write('a.txt', content);
  await git.run('add', '.');
  await git.run('commit', '-m', 'change');
}

const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}\n`).join('');

describe.skipIf(!hasRealGit)('a file of 200,000 lines', () => {
  it('is added, changed and deleted in a diff as git shows it', async () => {
    await commit('one\ntwo\n');
    await commit(`one\n${lines(200_000)}two\n`);
    await git.same('diff', 'HEAD~1', 'HEAD');
    await git.same('diff', 'HEAD', 'HEAD~1');
    await git.same('diff', '-U300000', 'HEAD~1', 'HEAD');
    await git.same('diff', '--stat', 'HEAD~1', 'HEAD');
  });

  it('is merged as git merges it, clean and in conflict', async () => {
    await commit('a\nb\nc\nd\ne\n');
    await git.run('checkout', '-b', 'side');
    await commit('a\nb\nc\nd\nchanged\n');
    await git.run('checkout', 'main');
    await commit(`${lines(200_000)}a\nb\nc\nd\ne\n`);
    await git.run('merge', 'side', '-m', 'clean');
    await git.expectEqual();
    await git.run('checkout', '-b', 'other', 'side');
    await commit('other\nb\nc\nd\nchanged\n');
    await git.run('merge', 'main');
    expect(await git.ours.read('a.txt')).toBe(await git.real.read('a.txt'));
  });
});

describe('a file of three million lines', () => {
  it('is said to differ, and no line of it is compared', async () => {
    await commit('one\n');
    await git.ourGit('checkout', '-b', 'side');
    await git.ours.write('a.txt', 'two\n');
    await git.ourGit('commit', '-am', 'two');
    await git.ourGit('checkout', 'main');
    await git.ours.write('a.txt', '\n'.repeat(3_000_000));
    await git.ourGit('commit', '-am', 'many');
    expect((await git.ourGit('diff', 'HEAD~1')).stdout).toContain(
      'Binary files a/a.txt and b/a.txt differ\n',
    );
    expect((await git.ourGit('diff', '--stat', 'HEAD~1')).stdout).toContain('Bin 4 -> 3000000 bytes');
    const { exitCode, stdout, stderr } = await git.ourGit('merge', 'side');
    expect(exitCode, stdout + stderr).toBe(1);
    expect(stdout + stderr).toContain('Cannot merge binary files: a.txt');
    // Our version of the file is kept.
    expect(await git.ours.read('a.txt')).toHaveLength(3_000_000);
  });
});
