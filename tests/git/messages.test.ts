/** How often git calls the engine: each call is a message, and each opened file a file system call. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runGit } from '#workers/runtimes/git/command.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
});
afterEach(() => git.close());

const names = Array.from({ length: 100 }, (_, at) => `folder-${at % 5}/file-${at}.txt`);
async function writeAll(round: number): Promise<void> {
  for (const name of names) await git.ours.write(name, `${name} of round ${round}\n`);
}

async function commitTwice(): Promise<void> {
  await git.ourGit('init');
  await writeAll(0);
  await git.ourGit('add', '.');
  await git.ourGit('commit', '-qm', 'first');
  await writeAll(1);
}

it('a commit of changed files reads each once', async () => {
  await commitTwice();
  const read: string[] = [];
  const files = Object.assign(Object.create(git.files) as typeof git.files, {
    readMany(paths: readonly string[]) {
      read.push(...paths);
      return git.files.readMany(paths);
    },
  });
  const made = await runGit(['commit', '-aqm', 'second'], { ...git.context, files }, '/workspace/work');
  expect(made.exitCode).toBe(0);
  const ofTree = read.filter((path) => !path.includes('/.git/') && path.startsWith('work/'));
  expect(ofTree.toSorted()).toEqual(names.map((name) => `work/${name}`).toSorted());
});

it('a commit of packed files, and its diff, take no message for each object', async () => {
  await commitTwice();
  git.files.calls = 0;
  expect(await git.ourGit('commit', '-am', 'second')).toMatchObject({ exitCode: 0 });
  expect(await git.ourGit('show', '--stat')).toMatchObject({ exitCode: 0 });
  expect(git.files.calls).toBeLessThan(names.length);
});

it('an object that another command writes after objects were looked for is found', async () => {
  await git.ourGit('init');
  await git.ours.write('a.txt', 'first\n');
  await git.ourGit('add', '.');
  await git.ourGit('commit', '-qm', 'first');
  const state = { isMade: false };
  // Right after the log has listed the object folders, another command creates a branch with a commit.
  const files = Object.assign(Object.create(git.files) as typeof git.files, {
    async list(path: string) {
      const entries = await git.files.list(path);
      if (path !== 'work/.git/objects' || state.isMade) return entries;
      state.isMade = true;
      await git.ourGit('checkout', '-qb', 'other');
      await git.ours.write('a.txt', 'second\n');
      await git.ourGit('commit', '-qam', 'second');
      return entries;
    },
  });
  const context = { ...git.context, files };
  const shown = await runGit(['log', '--format=%s', 'HEAD~0', 'other'], context, '/workspace/work');
  expect(shown).toMatchObject({ exitCode: 0, stderr: '' });
  // Both commits have the same time, so their order is undefined.
  expect(shown.stdout.trim().split('\n').toSorted()).toEqual(['first', 'second']);
});
