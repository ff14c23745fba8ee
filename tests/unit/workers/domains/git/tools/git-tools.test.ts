/** The git tools in a workspace in memory: a repository from its first commit to a merge with a conflict. */
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { tools } from '#workers/tools/load-all.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

/** The metadata of the last call. */
let facts: Readonly<Record<string, string>>;
let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;

async function call(name: string, values: Record<string, unknown> = {}): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`No tool is called ${name}.`);
  const result = await tool.execute(values, {
    signal: new AbortController().signal,
    progress: () => undefined,
    files: workspace.files,
    git: { author: async () => ({ name: 'Ada Example', email: 'ada@example.com' }) },
  });
  if (typeof result === 'string' || !('metadata' in result) || typeof result.content !== 'string')
    throw new Error('A git tool returns text with metadata.');
  facts = result.metadata;
  return result.content;
}

beforeEach(async () => {
  workspace = await createTestWorkspace({
    'app/main.txt': 'one\ntwo\nthree\n',
    'app/sub/other.txt': 'other\n',
  });
  await call('git_init', { path: 'app' });
  await call('git_add', { path: 'app' });
  await call('git_commit', { path: 'app', message: 'first' });
});

describe('a repository', () => {
  it('shows status, differences and history', async () => {
    await workspace.files.write('app/main.txt', 'one\n2\nthree\n');
    expect(await call('git_status', { path: 'app/sub' })).toContain('modified:   ../main.txt');
    expect(await call('git_diff', { path: 'app' })).toContain('-two\n+2');
    expect(await call('git_diff', { path: 'app', staged: true })).toBe('No changes.');
    expect(await call('git_add', { path: 'app', paths: ['main.txt'] })).toBe('M  main.txt');
    expect(await call('git_diff', { path: 'app', staged: true, stat: true })).toContain('main.txt | 2 +-');
    expect(await call('git_commit', { path: 'app', message: 'second\n\nwhy' })).toMatch(
      /^\[main [0-9a-f]{7}\] second\n main\.txt \| 2 \+-\n 1 file changed, 1 insertion\(\+\), 1 deletion\(-\)$/,
    );
    expect(facts).toEqual({
      exit_code: '0',
      branch: 'main',
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(await call('git_log', { path: 'app', oneline: true })).toMatch(
      /\(HEAD -> main\) second\n.* first$/,
    );
    expect(await call('git_log', { path: 'app', file: 'sub' })).not.toContain('second');
    expect(await call('git_diff', { path: 'app', commit: 'HEAD' })).toMatch(/Ada Example[^]*second[^]*\+2/);
    expect(await call('git_diff', { path: 'app', from: 'HEAD~1', to: 'HEAD' })).toContain('+2');
  });

  it('lists the files of a commit, thirty at most', async () => {
    for (let at = 0; at < 40; at++) await workspace.files.write(`app/new/${at + 10}.txt`, 'a\nb\n');
    await call('git_add', { path: 'app' });
    const said = await call('git_commit', { path: 'app', message: 'many' });
    expect(said).toMatch(/^\[main \w+\] many\n new\/10\.txt \| 2 \+\+\n/);
    expect(said).toContain(' new/39.txt | 2 ++\n … and 10 more files\n 40 files changed, 80 insertions(+)\n');
    expect(said).not.toContain('new/40.txt |');
  });

  it('branches, merges with a conflict, and concludes it', async () => {
    expect(await call('git_checkout', { path: 'app', target: 'feature', create: true })).toContain(
      "new branch 'feature'",
    );
    await workspace.files.write('app/main.txt', 'one\nfeature\nthree\n');
    await call('git_commit', { path: 'app', message: 'on feature', all: true });
    await call('git_checkout', { path: 'app', target: 'main' });
    expect(workspace.tree()['app/main.txt']).toBe('one\ntwo\nthree\n');
    await workspace.files.write('app/main.txt', 'one\nmain\nthree\n');
    await call('git_commit', { path: 'app', message: 'on main', all: true });
    await expect(call('git_merge', { path: 'app', branch: 'feature' })).rejects.toMatchObject({
      type: 'execution_error',
      metadata: { exit_code: '1' },
      message: expect.stringContaining('CONFLICT (content): Merge conflict in main.txt'),
    });
    expect(workspace.tree()['app/main.txt']).toContain(
      '<<<<<<< HEAD\nmain\n=======\nfeature\n>>>>>>> feature\n',
    );
    await workspace.files.write('app/main.txt', 'one\nboth\nthree\n');
    await call('git_add', { path: 'app' });
    expect(await call('git_commit', { path: 'app', message: 'merge' })).toContain('] merge');
    expect(await call('git_branch', { path: 'app', action: 'delete', name: 'feature' })).toContain(
      'Deleted branch feature',
    );
    expect(await call('git_branch', { path: 'app' })).toMatch(/^\* main/);
  });

  it('puts changes aside and brings them back, and restores files', async () => {
    await workspace.files.write('app/main.txt', 'changed\n');
    await call('git_stash', { path: 'app', message: 'for later' });
    expect(workspace.tree()['app/main.txt']).toBe('one\ntwo\nthree\n');
    expect(await call('git_stash', { path: 'app', action: 'list' })).toBe('stash@{0}: On main: for later');
    await call('git_stash', { path: 'app', action: 'pop' });
    expect(workspace.tree()['app/main.txt']).toBe('changed\n');
    await call('git_checkout', { path: 'app', paths: ['main.txt'] });
    expect(workspace.tree()['app/main.txt']).toBe('one\ntwo\nthree\n');
  });

  it('writes many new objects as one pack, and few as files', async () => {
    const packs = () => Object.keys(workspace.tree()).filter((path) => path.endsWith('.pack'));
    await workspace.files.write('app/single.txt', 'x\n');
    await call('git_add', { path: 'app' });
    expect(packs()).toHaveLength(0);
    for (let at = 0; at < 20; at++) await workspace.files.write(`app/many/${at}.txt`, `content ${at}\n`);
    await call('git_add', { path: 'app' });
    expect(packs()).toHaveLength(1);
    await call('git_commit', { path: 'app', message: 'many' });
    expect(await call('git_diff', { path: 'app', commit: 'HEAD', stat: true })).toContain('21 files changed');
  });
});

describe('a failure', () => {
  it('has the exit code of git beside it', async () => {
    await expect(call('git_status', { path: '.' })).rejects.toMatchObject({ metadata: { exit_code: '128' } });
    await expect(call('git_commit', { path: 'app', message: 'nothing' })).rejects.toMatchObject({
      metadata: { exit_code: '1' },
    });
  });

  it('says what to do', async () => {
    await expect(call('git_status', { path: '.' })).rejects.toThrow('not a git repository');
    await expect(call('git_commit', { path: 'app', message: 'nothing' })).rejects.toThrow(
      'nothing to commit',
    );
    await expect(call('git_branch', { path: 'app', action: 'delete' })).rejects.toThrow("'name' is required");
    await expect(call('git_clone', { url: 'https://example.com/a.git' })).rejects.toThrow(
      'may not use the network',
    );
    await expect(call('git_status', { path: '../..' })).rejects.toThrow('outside');
  });

  it('names the author setting when nobody is named', async () => {
    const commit = tools.find(({ name }) => name === 'git_commit');
    await workspace.files.write('app/main.txt', 'x\n');
    const attempt = async () =>
      commit?.execute(
        { path: 'app', message: 'x', all: true },
        {
          signal: new AbortController().signal,
          progress: () => undefined,
          files: workspace.files,
          git: { author: async () => undefined },
        },
      );
    await expect(attempt()).rejects.toThrow(/Please tell me who you are[^]*Settings/);
  });

  it('takes no value of the model for an option', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('-D', '--force', '-f', '--upload-pack=x', '--exec=x'),
        async (value) => {
          await expect(call('git_checkout', { path: 'app', target: value })).rejects.toThrow("'target'");
          await expect(call('git_merge', { path: 'app', branch: value })).rejects.toThrow("'branch'");
          await expect(call('git_diff', { path: 'app', from: value })).rejects.toThrow("'from'");
          await expect(call('git_log', { path: 'app', range: value })).rejects.toThrow("'range'");
          await expect(call('git_push', { path: 'app', remote: value })).rejects.toThrow("'remote'");
        },
      ),
      { numRuns: 5 },
    );
    await workspace.files.write('app/-f', 'a file\n');
    expect(await call('git_add', { path: 'app', paths: ['-f'] })).toBe('A  -f');
  });
});
