/** Branches, merges, stash, reset and tags: the same commands run by real git and by this implementation. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGit } from '#workers/runtimes/git/command.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { hasRealGit } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, withoutIds, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
  await git.run('init');
  await commitFile('base.txt', lines(12));
});
afterEach(() => git.close());

async function commitFile(name: string, content: string, message = `add ${name}`): Promise<void> {
  await git.write(name, content);
  await git.run('add', '-A');
  await git.run('commit', '-m', message);
}

const lines = (count: number, prefix = 'line') =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index + 1}\n`).join('');

/** Compares stderr too, because messages about switching branches go there. */
async function sameNotes(...args: string[]): Promise<void> {
  const { real, ours } = await git.same(...args);
  expect(withoutIds(ours.stderr), `git ${args.join(' ')}`).toBe(withoutIds(real.stderr));
}

/**
 * Runs a command of this implementation on a disk that cannot write or remove the named files of the
 * repository.
 */
function onBadDisk(names: readonly string[], ...args: string[]) {
  const refuse = (path: string) => {
    if (names.some((name) => path === `work/${name}`))
      throw new ToolError('storage_full', 'The disk is full.');
  };
  const files = {
    ...git.files,
    write: async (path: string, content: string | Blob) => {
      refuse(path);
      return git.files.write(path, content);
    },
    remove: async (path: string) => {
      refuse(path);
      return git.files.remove(path);
    },
  };
  return runGit(args, { ...git.context, files }, '/workspace/work');
}

describe.skipIf(!hasRealGit)('branches', () => {
  it('never deletes a file that is tracked no more, and says so as git does', async () => {
    await commitFile('other.txt', 'other\n');
    await git.run('checkout', '-q', '-b', 'without');
    await git.run('rm', '-q', 'base.txt');
    await git.run('commit', '-m', 'gone');
    await git.run('tag', 'gone');
    const untrack = async () => {
      await git.run('checkout', '-q', '-f', '-B', 'now', 'main');
      await git.run('rm', '-q', '--cached', 'base.txt');
      await git.write('base.txt', 'mine alone\n');
    };
    const isKept = async (...args: string[]) => {
      expect(await git.ours.read('base.txt'), args.join(' ')).toBe('mine alone\n');
      await git.expectEqual();
    };
    for (const args of [
      ['checkout', 'gone'],
      ['merge', 'gone'],
    ]) {
      await untrack();
      await sameNotes(...args);
      await isKept(...args);
    }
    for (const args of [
      ['checkout', '-f', 'gone'],
      ['reset', '--hard', 'gone'],
      ['reset', '--keep', 'gone'],
      ['cherry-pick', '-n', 'gone'],
    ]) {
      await untrack();
      await git.run(...args);
      await isKept(...args);
    }
    await git.write('.git/info/exclude', 'base.txt\n');
    await untrack();
    await git.run('checkout', 'gone');
    await isKept('checkout of an ignored file');
  });

  it('creates, lists, switches, renames and deletes', async () => {
    await sameNotes('checkout', '-b', 'feature');
    await commitFile('feature.txt', 'f\n');
    await sameNotes('checkout', 'main');
    await sameNotes('switch', '-c', 'other');
    await git.same('branch');
    await git.same('branch', '-v');
    await sameNotes('branch', '-m', 'renamed');
    await git.same('branch', '--show-current');
    await sameNotes('branch', '-d', 'feature');
    await git.same('branch', '-D', 'feature');
    await sameNotes('branch', 'main');
    await sameNotes('checkout', 'missing');
    await sameNotes('switch', '-');
    await git.expectEqual();
  });

  it('carries changes that do not collide, and refuses to overwrite those that do', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', lines(12, 'side'), 'change base');
    await commitFile('new.txt', 'from side\n');
    await git.run('checkout', '-q', 'main');
    await git.write('base.txt', 'local change\n');
    await git.write('new.txt', 'untracked\n');
    await sameNotes('checkout', 'side');
    await git.remove('new.txt');
    await sameNotes('checkout', 'side');
    await git.run('checkout', '-q', '--', 'base.txt');
    await git.write('free.txt', 'untracked and free\n');
    await sameNotes('checkout', 'side');
    await git.write('base.txt', 'local change\n');
    await git.run('checkout', '-f', 'main');
    await git.expectEqual();
  });

  it('detaches HEAD at a commit, commits there, and comes back', async () => {
    await commitFile('b.txt', 'b\n');
    await git.run('checkout', 'HEAD~1');
    await git.same('branch');
    await commitFile('c.txt', 'c\n', 'detached work');
    await git.same('log', '--oneline');
    await git.run('branch', 'kept');
    await sameNotes('checkout', 'main');
    await git.expectEqual();
  });

  it('restores files from the index, a commit, and a folder', async () => {
    await commitFile('dir/a.txt', 'a\n');
    await commitFile('dir/b.txt', 'b\n');
    await git.write('dir/a.txt', 'changed\n');
    await git.remove('dir/b.txt');
    await sameNotes('checkout', '--', 'dir');
    await git.expectEqual();
    await git.write('base.txt', 'changed\n');
    await git.run('add', '.');
    await git.run('restore', '--staged', 'base.txt');
    await git.same('status', '--porcelain');
    await git.run('restore', 'base.txt');
    await git.run('checkout', 'HEAD~1', '--', 'dir');
    await git.same('status', '--porcelain');
    await git.expectEqual();
  });
});

describe.skipIf(!hasRealGit)('merge', () => {
  it('fast-forwards, with the same words', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('side.txt', 's\n');
    await git.run('checkout', '-q', 'main');
    await git.same('merge', 'side');
    await git.same('merge', 'side');
    await git.expectEqual();
  });

  it('merges changes of both sides in one file', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', lines(12).replace('line 2\n', 'side two\n'), 'side');
    await git.run('checkout', '-q', 'main');
    await commitFile('base.txt', lines(12).replace('line 11\n', 'main eleven\nand more\n'), 'main');
    await git.same('merge', 'side', '--no-edit');
    await git.same('log', '--format=%s');
    await git.same('show', '--format=%s', 'HEAD');
    await git.expectEqual();
  });

  it('leaves conflict markers, and concludes with a commit', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', lines(12).replace('line 5\n', 'side five\n'), 'side');
    await commitFile('clean.txt', 'clean\n');
    await git.run('checkout', '-q', 'main');
    await commitFile('base.txt', lines(12).replace('line 5\n', 'main five\nmain five and a half\n'), 'main');
    await git.same('merge', 'side');
    await git.same('status');
    await git.same('status', '--porcelain');
    await git.expectEqual();
    await git.run('commit', '-m', 'too early');
    await git.write('base.txt', 'resolved\n');
    await git.run('add', 'base.txt');
    await git.same('status');
    await git.same('commit', '--no-edit');
    await git.same('log', '-1', '--format=%s');
    await git.expectEqual();
  });

  it('aborts a merge', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', 'side\n', 'side');
    await git.run('checkout', '-q', 'main');
    await commitFile('base.txt', 'main\n', 'main');
    await git.write('free.txt', 'untracked\n');
    await git.run('merge', 'side');
    await git.run('merge', '--abort');
    await git.same('status', '--porcelain');
    await git.expectEqual();
    await git.run('merge', '--abort');
  });

  it('reports a file that one side deleted and the other changed', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await git.run('rm', '-q', 'base.txt');
    await git.run('commit', '-m', 'delete');
    await git.run('checkout', '-q', 'main');
    await commitFile('base.txt', 'changed\n', 'change');
    await git.same('merge', 'side');
    await git.same('status');
    await git.expectEqual();
    await git.run('rm', 'base.txt');
    await git.run('commit', '--no-edit');
    await git.expectEqual();
  });

  it('reports a file that both added, and takes one side of it', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('new.txt', 'same\nside\n', 'side');
    await git.run('checkout', '-q', 'main');
    await commitFile('new.txt', 'same\nmain\n', 'main');
    await git.same('merge', 'side');
    await git.expectEqual();
    await git.run('checkout', '--theirs', 'new.txt');
    await git.run('add', 'new.txt');
    await git.run('commit', '--no-edit');
    await git.expectEqual();
  });

  it('keeps ours of a binary file, and says so', async () => {
    await git.write('image.bin', Uint8Array.of(0, 1));
    await git.run('add', '.');
    await git.run('commit', '-m', 'binary');
    await git.run('checkout', '-q', '-b', 'side');
    await git.write('image.bin', Uint8Array.of(0, 2));
    await git.run('commit', '-am', 'side');
    await git.run('checkout', '-q', 'main');
    await git.write('image.bin', Uint8Array.of(0, 3));
    await git.run('commit', '-am', 'main');
    await git.run('merge', 'side');
    await git.same('status', '--porcelain');
    await git.expectEqual();
  });

  it('refuses local changes that would be lost, and unrelated histories', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', 'side\n', 'side');
    await git.run('checkout', '-q', 'main');
    await git.write('base.txt', 'local\n');
    await sameNotes('merge', 'side');
    await git.run('checkout', '-f', '-q', 'main');
    await git.run('checkout', '-q', '--orphan', 'lonely');
    await git.run('commit', '-m', 'another root');
    await sameNotes('merge', 'side');
    await git.expectEqual();
  });

  it('makes a merge commit with --no-ff and --no-commit, and squashes', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('side.txt', 's\n');
    await git.run('checkout', '-q', 'main');
    await git.same('merge', '--no-ff', '--no-edit', 'side');
    await git.run('reset', '-q', '--hard', 'HEAD~1');
    await git.run('merge', '--no-ff', '--no-commit', 'side');
    await git.same('status');
    await git.run('commit', '-m', 'concluded');
    await git.run('reset', '-q', '--hard', 'HEAD~1');
    await git.run('merge', '--squash', 'side');
    await git.run('commit', '-m', 'squashed');
    await git.expectEqual();
  });
});

describe.skipIf(!hasRealGit)('cherry-pick and revert', () => {
  it('applies one commit, and takes one back', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('one.txt', '1\n');
    await commitFile('two.txt', '2\n');
    await git.run('checkout', '-q', 'main');
    await git.run('cherry-pick', 'side');
    await git.run('revert', '--no-edit', 'HEAD');
    await git.run('cherry-pick', 'side~1');
    await git.expectEqual();
  });

  it('stops at a conflict, continues and aborts', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('base.txt', 'side\n', 'side');
    await git.run('checkout', '-q', 'main');
    await commitFile('base.txt', 'main\n', 'main');
    await git.run('cherry-pick', 'side');
    await git.same('status');
    await git.run('cherry-pick', '--abort');
    await git.expectEqual();
    await git.run('cherry-pick', 'side');
    await git.write('base.txt', 'both\n');
    await git.run('add', '.');
    await git.run('cherry-pick', '--continue');
    await git.expectEqual();
  });
});

describe.skipIf(!hasRealGit)('reset', () => {
  it('moves soft, mixed and hard', async () => {
    await commitFile('a.txt', '1\n');
    await commitFile('a.txt', '2\n', 'two');
    await git.run('reset', '--soft', 'HEAD~1');
    await git.same('status', '--porcelain');
    await git.run('commit', '-m', 'again');
    await git.same('reset', 'HEAD~1');
    await git.same('status', '--porcelain');
    await git.write('b.txt', 'untracked\n');
    await git.same('reset', '--hard', 'HEAD~1');
    await git.expectEqual();
    await git.run('reset', '--hard', 'HEAD@{1}');
    await git.expectEqual();
  });

  it('unstages single paths', async () => {
    await git.write('a.txt', '1\n');
    await git.write('base.txt', 'changed\n');
    await git.run('add', '.');
    await git.same('reset', '--', 'base.txt');
    await git.same('status', '--porcelain');
    await git.same('reset', 'HEAD', 'a.txt');
    await git.expectEqual();
  });
});

describe.skipIf(!hasRealGit)('stash', () => {
  it('keeps changes of index and working tree, and brings them back', async () => {
    await commitFile('b.txt', 'b\n');
    await git.write('base.txt', 'changed\n');
    await git.write('new.txt', 'new\n');
    await git.remove('b.txt');
    await git.run('add', 'new.txt');
    await git.same('stash');
    await git.expectEqual();
    await git.same('stash', 'list');
    await git.same('stash', 'show');
    await git.same('stash', 'pop');
    await git.expectEqual();
    await git.same('stash', 'push', '-m', 'named work');
    await git.write('base.txt', 'other\n');
    await git.same('stash', 'push');
    await git.same('stash', 'list');
    await git.same('stash', 'drop');
    await git.run('stash', 'apply', 'stash@{0}');
    await git.expectEqual();
    await git.run('stash', 'clear');
    await git.run('stash', 'pop');
  });

  it('keeps the entry where a file cannot be written, names the file, and can be repeated', async () => {
    await commitFile('b.txt', 'b\n');
    await git.write('base.txt', 'changed\n');
    await git.write('b.txt', 'changed\n');
    await git.write('staged.txt', 'staged\n');
    await git.run('add', 'staged.txt');
    await git.write('untracked.txt', 'untracked\n');
    await git.run('stash', '-u');
    const names = ['b.txt', 'staged.txt', 'untracked.txt'];
    const popped = await onBadDisk(names, 'stash', 'pop');
    expect(popped.exitCode).toBe(1);
    for (const name of names)
      expect(popped.stderr).toContain(`error: unable to create file ${name}: The disk is full.\n`);
    expect(popped.stdout).toMatch(/The stash entry is kept in case you need it again\.\n$/);
    expect((await git.ourGit('stash', 'list')).stdout).toMatch(/^stash@\{0\}: .*\n$/);
    expect((await git.ourGit('status', '--porcelain')).stdout).toBe(' M base.txt\n');
    await git.ourGit('checkout', '--', '.');
    await git.run('stash', 'pop');
    await git.expectEqual();
  });

  it('says which files it could not put aside', async () => {
    await git.write('base.txt', 'changed\n');
    await git.write('untracked.txt', 'untracked\n');
    const stashed = await onBadDisk(['base.txt', 'untracked.txt'], 'stash', '-u');
    expect(stashed).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('file untracked.txt') });
    expect(stashed.stderr).toContain('file base.txt');
    expect((await git.ourGit('stash', 'list')).stdout).toMatch(/^stash@\{0\}: .*\n$/);
  });

  it('takes untracked files along with -u', async () => {
    await git.write('base.txt', 'changed\n');
    await git.write('new/deep.txt', 'new\n');
    await git.run('stash', '-u');
    await git.expectEqual();
    await git.run('stash', 'pop');
    await git.expectEqual();
  });

  it('leaves conflicts in the files and keeps the entry', async () => {
    await git.write('base.txt', 'stashed\n');
    await git.run('stash');
    await commitFile('base.txt', 'committed\n', 'other change');
    await git.run('stash', 'pop');
    await git.same('status', '--porcelain');
    await git.same('stash', 'list');
    await git.expectEqual();
  });

  it('is read by real git, and reads what real git stashed', async () => {
    await git.ours.write('base.txt', 'ours\n');
    await git.ourGit('stash');
    expect((await git.realInOurs('stash', 'pop')).exitCode).toBe(0);
    expect(await git.ours.read('base.txt')).toBe('ours\n');
    expect((await git.realInOurs('stash')).exitCode).toBe(0);
    expect((await git.ourGit('stash', 'pop')).exitCode).toBe(0);
    expect(await git.ours.read('base.txt')).toBe('ours\n');
  });
});

describe.skipIf(!hasRealGit)('files that cannot be written or removed', () => {
  it('are named, and the exit code is not 0', async () => {
    await git.run('checkout', '-q', '-b', 'side');
    await commitFile('new.txt', 'new\n');
    await git.run('checkout', '-q', 'main');
    const failed = { exitCode: 1, stderr: expect.stringMatching(/unable to create file new\.txt: The disk/) };
    expect(await onBadDisk(['new.txt'], 'cherry-pick', 'side')).toMatchObject(failed);
    await git.ourGit('reset', '-q', '--hard', 'HEAD~1');
    expect(await onBadDisk(['new.txt'], 'merge', '--no-ff', '--no-commit', 'side')).toMatchObject(failed);
    await git.ourGit('merge', '--abort');
    expect(await onBadDisk(['base.txt'], 'rm', 'base.txt')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/unable to remove file base\.txt: The disk/),
    });
  });
});

describe.skipIf(!hasRealGit)('tags', () => {
  it('creates, lists, shows and deletes', async () => {
    await git.run('tag', 'light');
    await git.run('tag', '-a', 'v1.0', '-m', 'version one');
    await git.same('tag');
    await git.same('tag', '-l', 'v*');
    await git.same('show', 'v1.0');
    await git.same('log', '--oneline', '--decorate');
    await git.same('rev-parse', '--abbrev-ref', 'HEAD');
    await git.same('cat-file', '-t', 'v1.0');
    await git.same('tag', '-d', 'light');
    await git.run('checkout', '-q', 'v1.0');
    await git.expectEqual();
  });
});
