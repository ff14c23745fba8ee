/** Clone, fetch, pull and push against a real git server. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGit } from '#workers/runtimes/git/command.ts';
import type { GitContext } from '#workers/runtimes/git/git-context.ts';
import { startGitServer, type GitServer } from '#tests/fixtures/git/git-server.ts';
import { openNetwork } from '#tests/fixtures/git/network.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

const token = 'tok-3cr3t-9f8e7d';
let git: TwoGits;
let server: GitServer;
let context: GitContext;
let url: string;

async function open(sign?: { user: string; password: string }): Promise<void> {
  git = await openTwoGits();
  server = await startGitServer(sign);
  url = await server.create('project.git');
  context = { ...git.context, network: openNetwork() };
}

beforeEach(() => open());
afterEach(async () => {
  await git.close();
  await server.close();
});

const top = (...args: string[]) => runGit(args, context, '/workspace');
const ours = (...args: string[]) => runGit(args, context, '/workspace/project');
const inOurs = (...args: string[]) => runReal(path.join(git.ours.root, '..', 'project'), args);
const ourFile = (name: string) => path.join(git.ours.root, '..', 'project', name);
/** Path of the repository on disk, which bypasses the sign-in of the server. */
const bare = () => path.join(server.root, 'project.git');

async function seed(): Promise<void> {
  await git.realGit('init');
  await git.real.write('a.txt', 'one\n');
  await git.real.write('src/run.sh', '#!/bin/sh\necho hi\n');
  await fs.chmod(path.join(git.real.root, 'src/run.sh'), 0o755);
  await git.realGit('add', '.');
  await git.realGit('commit', '-m', 'first');
  await git.realGit('tag', '-a', 'v1', '-m', 'version one');
  await git.realGit('branch', 'feature');
  await git.realGit('push', bare(), '--all');
  await git.realGit('push', bare(), '--tags');
}

async function pushFromReal(name: string, content: string): Promise<void> {
  await git.real.write(name, content);
  await git.realGit('add', '.');
  await git.realGit('commit', '-m', `real ${name}`);
  expect((await git.realGit('push', bare(), 'main')).exitCode).toBe(0);
}

async function commitOurs(name: string, content: string): Promise<void> {
  await fs.writeFile(ourFile(name), content);
  await ours('add', '.');
  expect((await ours('commit', '-m', `ours ${name}`)).exitCode).toBe(0);
}

describe.skipIf(!hasRealGit)('clone', () => {
  it('takes branches, tags, files and modes, and real git finds the clone sound', async () => {
    await seed();
    const cloned = await top('clone', url);
    expect(cloned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining("Cloning into 'project'") });
    expect(await fs.readFile(ourFile('src/run.sh'), 'utf8')).toContain('echo hi');
    expect((await ours('status')).stdout).toContain("Your branch is up to date with 'origin/main'.");
    expect((await ours('status', '--porcelain')).stdout).toBe('');
    expect((await inOurs('status', '--porcelain')).stdout).toBe('');
    expect((await ours('branch', '-a')).stdout).toContain('remotes/origin/feature');
    expect((await ours('tag')).stdout).toBe('v1\n');
    expect((await ours('ls-files', '-s')).stdout).toContain('100755');
    const fsck = await inOurs('fsck', '--strict', '--full');
    expect(fsck.exitCode, fsck.stderr + fsck.stdout).toBe(0);
    expect((await ours('checkout', 'feature')).stderr).toContain("Switched to a new branch 'feature'");
  });

  it('takes the last commit only with --depth 1, and the rest later', async () => {
    await seed();
    await pushFromReal('b.txt', 'two\n');
    await pushFromReal('c.txt', 'three\n');
    expect((await top('clone', '--depth', '1', url)).exitCode).toBe(0);
    expect((await ours('log', '--format=%s')).stdout).toBe('real c.txt\n');
    expect((await inOurs('fsck')).exitCode).toBe(0);
    expect((await ours('fetch', '--unshallow')).exitCode).toBe(0);
    expect((await ours('log', '--format=%s')).stdout).toBe('real c.txt\nreal b.txt\nfirst\n');
  });

  it('takes a branch or a tag that is named, and an empty repository', async () => {
    const empty = await top('clone', url);
    expect(empty).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('empty repository') });
    await seed();
    await top('clone', '-b', 'feature', url, 'on-feature');
    expect((await runGit(['branch', '--show-current'], context, '/workspace/on-feature')).stdout).toBe(
      'feature\n',
    );
    await top('clone', '-b', 'v1', url, 'on-tag');
    expect((await runGit(['status'], context, '/workspace/on-tag')).stdout).toContain(
      'Not currently on any branch.',
    );
  });

  it('changes nothing when the server has no such repository, or the folder is taken', async () => {
    const missing = await top('clone', `${server.url}/missing.git`);
    expect(missing).toMatchObject({ exitCode: 128, stderr: expect.stringContaining('not found') });
    await expect(fs.stat(path.join(git.ours.root, '..', 'missing'))).rejects.toThrow();
    await seed();
    await fs.mkdir(ourFile(''), { recursive: true });
    await fs.writeFile(ourFile('mine.txt'), 'mine\n');
    expect((await top('clone', url)).stderr).toContain('already exists and is not an empty directory');
  });

  it('says what to do about SSH addresses, folders, and a network that is off', async () => {
    expect((await top('clone', 'git@example.com:team/app.git')).stderr).toContain(
      'https://example.com/team/app.git',
    );
    expect((await top('clone', '../other')).stderr).toContain('https://');
    const offline = await runGit(['clone', url], { ...context, network: undefined }, '/workspace');
    expect(offline).toMatchObject({
      exitCode: 128,
      stderr: expect.stringMatching(/may not use the network.*guarded mode.*under Agents/),
    });
  });
});

describe.skipIf(!hasRealGit)('fetch, pull and push', () => {
  it('pushes what real git then clones, and sets the upstream', async () => {
    await seed();
    await top('clone', url);
    await commitOurs('ours.txt', 'from ours\n');
    expect((await ours('status', '-sb')).stdout).toBe('## main...origin/main [ahead 1]\n');
    const pushed = await ours('push');
    expect(pushed).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/[0-9a-f]{7}\.\.[0-9a-f]{7} {2}main -> main/),
    });
    await ours('checkout', '-b', 'topic');
    await commitOurs('topic.txt', 'topic\n');
    expect((await ours('push')).stderr).toContain('has no upstream branch');
    expect((await ours('push', '-u', 'origin', 'topic')).stderr).toContain("set up to track 'origin/topic'");
    expect((await ours('push')).stderr).toBe('Everything up-to-date\n');
    expect((await runReal(bare(), ['fsck', '--strict'])).exitCode).toBe(0);
    expect((await runReal(bare(), ['log', '--format=%s', 'topic'])).stdout).toBe(
      'ours topic.txt\nours ours.txt\nfirst\n',
    );
    expect((await ours('push', 'origin', '--delete', 'topic')).stderr).toContain('[deleted]');
    expect((await runReal(bare(), ['branch'])).stdout).not.toContain('topic');
  });

  it('fetches, says what is new, and pulls by fast-forward', async () => {
    await seed();
    await top('clone', url);
    await pushFromReal('b.txt', 'two\n');
    const fetched = await ours('fetch');
    expect(fetched.stderr).toMatch(/From .*\n {3}[0-9a-f]{7}\.\.[0-9a-f]{7} {2}main +-> origin\/main/);
    expect((await ours('status')).stdout).toContain(
      "behind 'origin/main' by 1 commit, and can be fast-forwarded",
    );
    expect((await ours('pull')).stdout).toContain('Fast-forward');
    expect(await fs.readFile(ourFile('b.txt'), 'utf8')).toBe('two\n');
    expect((await ours('pull')).stdout).toBe('Already up to date.\n');
    expect((await inOurs('fsck')).exitCode).toBe(0);
  });

  it('refuses a push that would lose commits, merges with pull, then pushes', async () => {
    await seed();
    await top('clone', url);
    await pushFromReal('b.txt', 'two\n');
    await commitOurs('ours.txt', 'mine\n');
    const refused = await ours('push');
    expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('[rejected]') });
    expect(refused.stderr).toContain('git pull');
    expect((await ours('pull', '--no-rebase')).stdout).toContain('Merge made by');
    expect((await ours('push')).exitCode).toBe(0);
    expect((await runReal(bare(), ['log', '--format=%s', '-1', 'main'])).stdout).toMatch(
      /^Merge branch 'main' of http/,
    );
  });

  it('overwrites with --force, and with --force-with-lease only what was seen', async () => {
    await seed();
    await top('clone', url);
    await commitOurs('ours.txt', 'mine\n');
    await ours('push');
    await ours('commit', '--amend', '-m', 'amended');
    expect((await ours('push')).stderr).toContain('[rejected]');
    expect((await ours('push', '--force-with-lease')).stderr).toContain('(forced update)');
    await git.realGit('fetch', bare(), 'main');
    await git.realGit('reset', '--hard', 'FETCH_HEAD');
    await pushFromReal('unseen.txt', 'unseen\n');
    await ours('commit', '--amend', '-m', 'amended again');
    const stale = await ours('push', '--force-with-lease');
    expect(stale).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('stale info') });
    expect((await runReal(bare(), ['log', '-1', '--format=%s', 'main'])).stdout).toBe('real unseen.txt\n');
    expect((await ours('push', '--force')).exitCode).toBe(0);
    expect((await runReal(bare(), ['log', '-1', '--format=%s', 'main'])).stdout).toBe('amended again\n');
  });

  it('leaves a conflict of a pull to be resolved', async () => {
    await seed();
    await top('clone', url);
    await pushFromReal('a.txt', 'theirs\n');
    await commitOurs('a.txt', 'mine\n');
    expect(await ours('pull')).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('CONFLICT (content)'),
    });
    expect(await fs.readFile(ourFile('a.txt'), 'utf8')).toMatch(
      /<<<<<<< HEAD\nmine\n=======\ntheirs\n>>>>>>> /,
    );
    await fs.writeFile(ourFile('a.txt'), 'both\n');
    await ours('add', '.');
    await ours('commit', '--no-edit');
    expect((await ours('push')).exitCode).toBe(0);
  });

  it('prunes branches that are gone, and pushes and fetches tags', async () => {
    await seed();
    await top('clone', url);
    await runReal(bare(), ['branch', '-D', 'feature']);
    expect((await ours('fetch', '--prune')).stderr).toContain('[deleted]');
    expect((await ours('branch', '-r')).stdout).not.toContain('feature');
    await ours('tag', 'v2');
    expect((await ours('push', '--tags')).stderr).toContain('[new tag]');
    expect((await runReal(bare(), ['tag'])).stdout).toBe('v1\nv2\n');
  });
});

describe.skipIf(!hasRealGit)("an agent's lists of hosts", () => {
  it('hold for git: a server that is not on them hears nothing', async () => {
    await seed();
    for (const hosts of [{ allow: ['example.com'] }, { block: [new URL(url).host] }]) {
      context = { ...context, network: openNetwork({ hosts }) };
      expect(await top('clone', url)).toMatchObject({
        exitCode: 128,
        stderr: expect.stringContaining('This agent may not use'),
        errorType: 'permission_denied',
      });
    }
    expect(server.requests).toEqual([]);
    context = { ...context, network: openNetwork({ hosts: { allow: [new URL(url).host] } }) };
    expect((await top('clone', url)).exitCode).toBe(0);
    expect(server.requests).not.toEqual([]);
  });
});

describe.skipIf(!hasRealGit)('credentials', () => {
  const everything = async () => {
    const config = await fs.readFile(ourFile('.git/config'), 'utf8').catch(() => '');
    const shown = [
      await ours('remote', '-v'),
      await ours('config', '--list'),
      await ours('fetch'),
      await ours('push'),
    ];
    return config + JSON.stringify(shown);
  };

  it('asks for a token once the server wants one, sends it to that host only, and shows it nowhere', async () => {
    await git.close();
    await server.close();
    await open({ user: 'ada', password: token });
    await seed();
    expect((await top('clone', url)).stderr).toContain('Authentication failed');
    const asked: string[] = [];
    const gitToken = async (host: string) => {
      asked.push(host);
      return { username: 'ada', token };
    };
    context = { ...context, network: openNetwork({ gitToken }) };
    server.requests.length = 0;
    const cloned = await top('clone', url);
    expect(cloned.exitCode, cloned.stderr).toBe(0);
    expect(new Set(asked)).toEqual(new Set([new URL(url).host]));
    // The first request has no token, as with real git: a public repository needs none.
    const signedIn = server.requests.map(({ authorization }) => authorization !== undefined);
    expect(signedIn).toEqual([false, true, true]);
    await commitOurs('mine.txt', 'mine\n');
    expect((await ours('push')).exitCode).toBe(0);
    expect(await everything()).not.toContain(token);
  });

  it('says where to save a token when there is none, it is refused, or the keys are locked', async () => {
    await git.close();
    await server.close();
    await open({ user: 'ada', password: token });
    const { host } = new URL(url);
    expect((await top('clone', url)).stderr).toContain(`a token for ${host} under Settings > Git`);
    const wrong = { username: 'ada', token: `wrong-${token}` };
    context = { ...context, network: openNetwork({ gitToken: async () => wrong }) };
    const refused = await top('clone', url);
    expect(refused.stderr).toContain('a new token if the server refuses theirs');
    expect(JSON.stringify(refused)).not.toContain('3cr3t');
    context = { ...context, network: openNetwork({ gitToken: async () => 'locked' }) };
    expect(await top('clone', url)).toMatchObject({
      exitCode: 128,
      stderr: expect.stringMatching(/token for .* is locked.*unlock the keys in Settings/),
      errorType: 'permission_denied',
    });
  });

  it('takes them out of an address, says so, and hides a wrong one in errors', async () => {
    await git.close();
    await server.close();
    await open({ user: 'ada', password: token });
    await seed();
    const withToken = url.replace('http://', `http://ada:${token}@`);
    const cloned = await top('clone', withToken);
    expect(cloned).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('not stored') });
    expect(JSON.stringify(cloned) + (await everything())).not.toContain(token);
    await ours('remote', 'set-url', 'origin', withToken);
    await ours('config', 'remote.origin.url', withToken);
    expect(await everything()).not.toContain(token);
    const wrong = await top('clone', url.replace('http://', `http://ada:wrong-${token}@`), 'wrong');
    expect(wrong.stderr).toContain('Authentication failed');
    expect(JSON.stringify(wrong)).not.toContain(token);
  });

  it('does not follow a proxy that the config of a repository names', async () => {
    await seed();
    await top('clone', url);
    const trap = await startGitServer();
    await ours('config', 'http.corsProxy', trap.url);
    await ours('fetch');
    expect(trap.requests).toEqual([]);
    await trap.close();
  });
});
