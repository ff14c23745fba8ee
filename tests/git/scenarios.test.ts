/** The same commands run by real git and by this implementation: equal trees, status, output and files. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasRealGit } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
  await git.run('init');
});
afterEach(() => git.close());

async function commitFile(name: string, content: string, message = `add ${name}`): Promise<void> {
  await git.write(name, content);
  await git.run('add', '-A');
  await git.run('commit', '-m', message);
}

const lines = (count: number, prefix = 'line') =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join('');

describe.skipIf(!hasRealGit)('add, commit and status', () => {
  it('cleans what git cleans, and no more', async () => {
    await commitFile('t/a', 'a\n');
    await git.write('.gitignore', 'node_modules\n*.log\n');
    await git.run('add', '-A');
    await git.run('commit', '-m', 'ignore');
    for (const path of ['top.txt', 't/b', 't/.env', 'u/c', 'u/d', 'x.log', 'node_modules/x/y'])
      await git.write(path, 'new\n');
    for (const options of [
      ['-n'],
      ['-nd'],
      ['-ndx'],
      ['-ndX'],
      ['-nd', '-e', 'c'],
      ['-nd', '-e', '.env'],
      ['-n', 'u'],
    ])
      await git.same('clean', ...options);
    await git.same('-C', 't', 'clean', '-nd');
    await git.same('clean', '-fd', '-e', '.env', '-e', 'c');
    await git.same('status', '--porcelain', '--ignored');
    await git.same('-C', 't', 'clean', '-f');
    await git.same('status', '--porcelain', '-uall');
    await git.same('clean', '-fdx');
    await git.expectEqual();
  });

  it('begins a repository and commits files in folders', async () => {
    await git.write('README.md', '# Hello\n');
    await git.write('src/a.txt', 'a\n');
    await git.write('src/deep/b.txt', 'b\n');
    await git.same('status');
    await git.same('status', '--porcelain');
    await git.run('add', '.');
    await git.same('status');
    await git.same('commit', '-m', 'first commit');
    await git.same('status');
    await git.same('log', '--format=%s%n%b');
    await git.expectEqual();
  });

  it('tells staged, changed, deleted and untracked files apart', async () => {
    await commitFile('a.txt', 'one\n');
    await commitFile('b.txt', 'two\n');
    await commitFile('c.txt', 'three\n');
    await git.write('a.txt', 'one changed\n');
    await git.run('add', 'a.txt');
    await git.write('a.txt', 'one changed again\n');
    await git.remove('b.txt');
    await git.write('new/d.txt', 'four\n');
    await git.write('new/e.txt', 'five\n');
    await git.run('rm', '-q', '--cached', 'c.txt');
    await git.same('status');
    await git.same('status', '-s');
    await git.same('status', '-s', '-b');
    await git.same('status', '--porcelain', '-uall');
    await git.expectEqual();
  });

  it('finds a change that keeps the size and comes right after the commit', async () => {
    await commitFile('a.txt', 'aaaa\n');
    await git.write('a.txt', 'bbbb\n');
    await git.same('status', '--porcelain');
    await git.same('diff');
  });

  it('commits all changed files with -a, and not the untracked ones', async () => {
    await commitFile('a.txt', 'one\n');
    await commitFile('b.txt', 'two\n');
    await git.write('a.txt', 'one more\n');
    await git.remove('b.txt');
    await git.write('c.txt', 'untracked\n');
    await git.same('commit', '-am', 'change and delete');
    await git.expectEqual();
  });

  it('amends a commit with a new file and a new message', async () => {
    await commitFile('a.txt', 'one\n');
    await commitFile('b.txt', 'two\n', 'secnd');
    await git.write('c.txt', 'three\n');
    await git.run('add', 'c.txt');
    await git.same('commit', '--amend', '-m', 'second');
    await git.run('commit', '--amend', '--no-edit');
    await git.same('log', '--oneline');
    await git.expectEqual();
  });

  it('refuses an empty commit in the same words, and makes one that is asked for', async () => {
    await commitFile('a.txt', 'one\n');
    await git.same('commit', '-m', 'nothing');
    await git.same('commit', '--allow-empty', '-m', 'empty on purpose');
    await git.expectEqual();
  });

  it('commits only the paths that are named', async () => {
    await commitFile('a.txt', 'one\n');
    await commitFile('b.txt', 'two\n');
    await git.write('a.txt', 'one more\n');
    await git.write('b.txt', 'two more\n');
    await git.run('add', 'b.txt');
    await git.same('commit', '-m', 'a alone', 'a.txt');
    await git.same('status', '--porcelain');
    await git.expectEqual();
  });

  it('cleans messages as git does', async () => {
    await git.write('a.txt', 'one\n');
    await git.run('add', '.');
    await git.run('commit', '-m', '  subject with spaces  \n\n\n\nbody  \nmore\n\n');
    await git.same('log', '--format=%B|%s|%b|');
    await git.expectEqual();
  });

  it('searches messages and authors by pattern', async () => {
    await commitFile('a.txt', '1\n', 'fix(ui): close the dialog (#12)');
    await commitFile('b.txt', '1\n', 'Fix a+b\n\nSigned-off-by: Ann\nrefs #7');
    await commitFile('c.txt', '1\n', 'docs: say what a*b is');
    const log = (...args: string[]) => git.same('log', '--format=%s', ...args);
    await log('--grep=^fix');
    await log('-i', '--grep=^fix');
    await log('--grep=#[0-9]\\+$');
    await log('-E', '--grep=#[0-9]+$');
    await log('--grep=a+b');
    await log('-E', '--grep=a+b');
    await log('--grep=a*b is');
    await log('-F', '--grep=a*b');
    await log('--grep=(ui)');
    await log('--grep=\\(ui\\)');
    await log('--grep=dialog\\|docs');
    await log('--grep=[[:upper:]]ix');
    await log('--grep=^Signed', '--grep=^docs');
    await log('--invert-grep', '--grep=^docs');
    await log('--author=^[A-Z][a-z]* ');
    await log('--author=nobody.*@');
  });

  it('adds the rest of a folder after some of it, and unstages it', async () => {
    await commitFile('a/one.txt', '1\n');
    await git.write('a/two.txt', '2\n');
    await git.write('a/three.txt', '3\n');
    await git.run('add', 'a/two.txt');
    await git.same('status');
    await git.run('add', 'a');
    await git.same('status', '--short');
    await git.run('reset', '-q');
    await git.run('restore', '--staged', '.');
    await git.same('status', '--short');
    await git.expectEqual();
  });

  it('replaces a file by a folder and back', async () => {
    await commitFile('thing', 'file\n');
    await git.remove('thing');
    await git.write('thing/inner.txt', 'inner\n');
    await git.run('add', '-A');
    await git.run('commit', '-m', 'to folder');
    await git.expectEqual();
    await git.run('checkout', '-q', 'HEAD~1');
    await git.expectEqual();
  });

  it('takes unicode names, spaces and quotes', async () => {
    await git.write('Grüße/naïve café.txt', 'ä\n');
    await git.write('日本語.txt', 'こんにちは\n');
    await git.write('with space.txt', 's\n');
    await git.write('quo"te.txt', 'q\n');
    await git.same('status', '--porcelain');
    await git.run('add', '.');
    await git.run('commit', '-m', 'ユニコード 🎉');
    await git.same('log', '-1', '--stat', '--format=%s');
    await git.expectEqual();
  });

  it('removes and moves files', async () => {
    await commitFile('a/one.txt', '1\n');
    await commitFile('b.txt', '2\n');
    await commitFile('c.txt', '3\n');
    await git.run('mv', 'b.txt', 'a/renamed.txt');
    await git.same('rm', 'c.txt');
    await git.same('status', '--porcelain');
    await git.run('commit', '-m', 'move and remove');
    await git.run('mv', 'a', 'z');
    await git.same('rm', '-r', 'z');
    await git.same('rm', '-r', '-f', 'z');
    await git.expectEqual();
  });

  it('refuses to remove a file whose content would be lost', async () => {
    await commitFile('a.txt', 'one\n');
    await git.write('a.txt', 'changed\n');
    const { ours, real } = await git.run('rm', 'a.txt');
    expect(ours.stderr).toBe(real.stderr);
    await git.expectEqual();
  });
});

describe.skipIf(!hasRealGit)('ignore rules', () => {
  it('follows patterns in several files, with negation, folders and anchors', async () => {
    await git.write(
      '.gitignore',
      '*.log\n/build\nnode_modules/\n!keep.log\ndocs/**/*.tmp\n\\#literal\n*.[oa]\ntrail \n',
    );
    await git.write('sub/.gitignore', '!important.log\n/only-here.txt\n');
    for (const name of [
      'a.log',
      'keep.log',
      'build/x',
      'src/build/y',
      'node_modules/m/i.js',
      'src/node_modules/n.js',
    ])
      await git.write(name, 'x\n');
    for (const name of [
      'sub/important.log',
      'sub/only-here.txt',
      'sub/deep/only-here.txt',
      'docs/a/b/c.tmp',
      'docs/t.tmp',
    ])
      await git.write(name, 'x\n');
    for (const name of ['#literal', 'lib.o', 'lib.a', 'lib.c', 'trail']) await git.write(name, 'x\n');
    await git.same('status', '--porcelain', '-uall');
    await git.same('status', '--porcelain');
    await git.run('add', '.');
    await git.run('commit', '-m', 'what is not ignored');
    await git.expectEqual();
  });

  it('keeps tracked files that are ignored, and says why one is not added', async () => {
    await commitFile('cache/data.txt', 'kept\n');
    await commitFile('.gitignore', 'cache/\n*.secret\n');
    await git.write('cache/data.txt', 'changed\n');
    await git.write('cache/other.txt', 'ignored\n');
    await git.write('x.secret', 'ignored\n');
    await git.same('status', '--porcelain');
    const { ours, real } = await git.run('add', 'x.secret');
    expect(ours.stderr.split('\n').slice(0, 2)).toEqual(real.stderr.split('\n').slice(0, 2));
    await git.run('add', '-f', 'x.secret');
    await git.run('commit', '-am', 'forced');
    await git.expectEqual();
  });

  it('reads the exclude file of the repository', async () => {
    await git.real.write('.git/info/exclude', 'private\n');
    await git.ours.write('.git/info/exclude', 'private\n');
    await git.write('private', 'x\n');
    await git.write('public', 'x\n');
    await git.same('status', '--porcelain');
  });
});

describe.skipIf(!hasRealGit)('diff', () => {
  it('shows changes of the working tree, the index and commits', async () => {
    await commitFile('a.txt', lines(30));
    await git.write('a.txt', lines(30).replace('line 3\n', 'line three\n').replace('line 25\n', ''));
    await git.write('b.txt', 'new file\n');
    await git.same('diff');
    await git.run('add', '-A');
    await git.same('diff');
    await git.same('diff', '--staged');
    await git.same('diff', '--cached', '--stat');
    await git.same('diff', '--staged', '--name-status');
    await git.same('diff', '--staged', '--numstat');
    await git.run('commit', '-m', 'second');
    await git.same('diff', 'HEAD~1..HEAD');
    await git.same('diff', 'HEAD~1', 'HEAD', '--', 'a.txt');
    await git.same('diff', 'HEAD', 'HEAD~1', '--shortstat');
    await git.same('diff', '-U1', 'HEAD~1');
  });

  it('marks a missing end of line, empty files and deletions', async () => {
    await commitFile('no-end.txt', 'a\nb');
    await commitFile('empty.txt', '');
    await commitFile('gone.txt', 'gone\n');
    await git.write('no-end.txt', 'a\nb\n');
    await git.write('empty.txt', 'no longer\n');
    await git.remove('gone.txt');
    await git.same('diff');
    await git.write('no-end.txt', 'a\nc');
    await git.same('diff');
    await git.same('diff', '--stat');
  });

  it('names binary files and does not show them', async () => {
    await git.write('image.bin', Uint8Array.of(1, 0, 2, 0, 3));
    await git.run('add', '.');
    await git.run('commit', '-m', 'binary');
    await git.write('image.bin', Uint8Array.of(1, 0, 2, 0, 4, 5));
    await git.same('diff');
    await git.same('diff', '--stat');
    await git.same('diff', '--numstat');
  });

  it('names the function above a hunk, and slides groups as git does', async () => {
    const code = (extra: string) =>
      `import x from 'y';\n\nfunction first() {\n  const a = 1;\n  const b = 2;\n  const c = 3;\n  const d = 4;\n  return a + b;\n}\n\n${extra}function second() {\n  return 2;\n}\n`;
    await commitFile('code.js', code(''));
    await git.write(
      'code.js',
      code('function between() {\n  return 1;\n}\n\n').replace('return a + b', 'return a - b'),
    );
    await git.same('diff');
    await git.write('code.js', code('').replace('  const d = 4;\n', '  const d = 4;\n  const d = 4;\n'));
    await git.same('diff');
  });

  it('scales the stat of large changes, and cuts long names', async () => {
    await commitFile('a.txt', lines(400));
    await commitFile(`${'very-long-folder-name/'.repeat(4)}file.txt`, lines(3));
    await git.write('a.txt', lines(300, 'other'));
    await git.write(`${'very-long-folder-name/'.repeat(4)}file.txt`, lines(5));
    await git.same('diff', '--stat');
  });
});

describe.skipIf(!hasRealGit)('log and show', () => {
  it('prints the formats of git', async () => {
    await commitFile('a.txt', '1\n', 'first\n\nwith a body\nof two lines');
    await commitFile('b.txt', '2\n', 'second');
    await commitFile('a.txt', '3\n', 'third');
    await git.same('log');
    await git.same('log', '--oneline');
    await git.same('log', '-2', '--stat');
    await git.same('log', '-p', '-1');
    await git.same('log', '--oneline', '--', 'a.txt');
    await git.same('log', '--format=%h|%an|%ae|%s|%b|%D');
    await git.same('log', '--pretty=format:%s');
    await git.same('log', '--reverse', '--format=%s');
    await git.same('log', '--name-only', '--format=%s');
    await git.same('log', '--name-status', '--oneline');
    await git.same('log', 'HEAD~2..HEAD', '--format=%s');
    await git.same('log', '--grep=sec', '--format=%s');
    await git.same('log', '--skip=1', '-n', '1', '--format=%s');
    await git.same('log', '--decorate', '--oneline');
    await git.same('show');
    await git.same('show', '--stat', 'HEAD~1');
    await git.same('show', 'HEAD~1:b.txt');
    await git.same('show', 'HEAD:');
  });

  it('follows one file through merges', async () => {
    await commitFile('a.txt', '1\n');
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('side.txt', 's\n', 'on side');
    await git.run('checkout', '-q', 'main');
    await commitFile('a.txt', '2\n', 'on main');
    await git.run('merge', '-q', '--no-edit', 'side');
    await git.same('log', '--format=%s', '--', 'side.txt');
    await git.same('log', '--format=%s', '--', 'a.txt');
    await git.same('log', '--merges', '--format=%s');
    await git.same('log', '--first-parent', '--format=%s');
  });
});
