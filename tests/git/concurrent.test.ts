/** Several git commands on one repository at the same time: none loses what another one wrote. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runGit } from '#workers/runtimes/git/command.ts';
import { defer } from '#workers/engine/tool-hosts/ports/defer.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { openTwoGits, type TwoGits } from '#tests/fixtures/git/two-gits.ts';

let git: TwoGits;
beforeEach(async () => {
  git = await openTwoGits();
  await git.ourGit('init');
  await git.ours.write('base.txt', 'base\n');
  await git.ourGit('add', '.');
  await git.ourGit('commit', '-m', 'base');
});
afterEach(() => git.close());

const ten = Array.from({ length: 10 }, (_, at) => at);

async function succeed(commands: readonly (readonly string[])[]): Promise<void> {
  const results = await Promise.all(commands.map((args) => git.ourGit(...args)));
  expect(results.map(({ exitCode, stderr }) => `${exitCode}${stderr}`)).toEqual(results.map(() => '0'));
}

/** Starts a checkout that pauses while it writes files, until `goOn` is called. */
async function startCheckout() {
  await git.ourGit('checkout', '-q', '-b', 'side');
  await git.ours.write('base.txt', 'side\n');
  await git.ourGit('commit', '-qam', 'side');
  await git.ourGit('checkout', '-q', 'main');
  const [begun, held] = [defer<undefined>(), defer<undefined>()];
  const files = {
    ...git.files,
    async write(path: string, content: string | Blob) {
      begun.resolve(undefined);
      await held.promise;
      return git.files.write(path, content);
    },
  };
  const checkout = runGit(['checkout', 'side'], { ...git.context, files }, '/workspace/work');
  await begun.promise;
  return { checkout, goOn: () => held.resolve(undefined) };
}

describe('commands at the same time', () => {
  it('lose no entry of the index', async () => {
    for (const at of ten) await git.ours.write(`f${at}.txt`, `${at}\n`);
    await succeed(ten.map((at) => ['add', `f${at}.txt`]));
    expect((await git.ourGit('status', '--porcelain')).stdout).toBe(
      ten.map((at) => `A  f${at}.txt\n`).join(''),
    );
  });

  it('lose no commit, and no line of the log of HEAD', async () => {
    await succeed(ten.map((at) => ['commit', '--allow-empty', '-qm', `commit ${at}`]));
    const subjects = (await git.ourGit('log', '--format=%s')).stdout.trim().split('\n');
    expect(subjects.toSorted()).toEqual(['base', ...ten.map((at) => `commit ${at}`)]);
    expect((await git.ourGit('reflog')).stdout.trim().split('\n')).toHaveLength(11);
  });

  it('lose no setting, branch or entry of the stash', async () => {
    await succeed([
      ...ten.map((at) => ['config', `user.key${at}`, `value ${at}`]),
      ...ten.map((at) => ['branch', `branch-${at}`]),
      ...ten.map((at) => ['remote', 'add', `remote-${at}`, `https://example.com/${at}.git`]),
    ]);
    const config = (await git.ourGit('config', '--list')).stdout;
    for (const at of ten) {
      expect(config).toContain(`user.key${at}=value ${at}\n`);
      expect(config).toContain(`remote.remote-${at}.url=`);
    }
    expect((await git.ourGit('branch')).stdout.trim().split('\n')).toHaveLength(11);
  });

  it('wait for a checkout that is writing files; those that only read do not', async () => {
    const { checkout, goOn } = await startCheckout();
    await git.ours.write('new.txt', 'new\n');
    const order: string[] = [];
    const adding = git.ourGit('add', '.').then((result) => {
      order.push('add');
      return result;
    });
    expect((await git.ourGit('status', '--porcelain')).stdout).toBe('?? new.txt\n');
    expect((await git.ourGit('log', '--format=%s')).stdout).toBe('base\n');
    void checkout.then(() => order.push('checkout'));
    goOn();
    expect((await adding).exitCode).toBe(0);
    expect((await checkout).exitCode).toBe(0);
    expect(order).toEqual(['checkout', 'add']);
    expect((await git.ourGit('status', '--porcelain', '-b')).stdout).toBe('## side\nA  new.txt\n');
    expect(await git.ours.read('base.txt')).toBe('side\n');
  });

  it('say why they wait, and end when they are stopped meanwhile', async () => {
    const { checkout, goOn } = await startCheckout();
    const stop = new AbortController();
    const told = new Promise<string>((progress) => {
      const context = { ...git.context, signal: stop.signal, progress };
      const waiting = runGit(['commit', '--allow-empty', '-m', 'late'], context, '/workspace/work');
      void expect(waiting)
        .rejects.toMatchObject({
          type: 'timeout',
          message: expect.stringMatching(/another git command is changing \/workspace\/work.*again/),
        })
        .then(goOn);
    });
    expect(await told).toContain('another git command');
    stop.abort(new ToolError('timeout', 'Too late.'));
    expect((await checkout).exitCode).toBe(0);
    // The stopped command has released its place in the queue.
    expect((await git.ourGit('commit', '--allow-empty', '-m', 'next')).exitCode).toBe(0);
    expect((await git.ourGit('log', '--format=%s')).stdout).toBe('next\nside\nbase\n');
  });

  it('do not wait for a server that does not answer', async () => {
    await git.ourGit('remote', 'add', 'origin', 'https://example.com/a.git');
    const asked = defer<undefined>();
    const stop = new AbortController();
    const network: NetworkPort = {
      request: () => {
        asked.resolve(undefined);
        return new Promise((_, reject) =>
          stop.signal.addEventListener('abort', () => reject(new Error('over'))),
        );
      },
    };
    const context = { ...git.context, network, signal: stop.signal };
    const pulling = runGit(['pull', 'origin', 'main'], context, '/workspace/work');
    await asked.promise;
    await succeed([['commit', '--allow-empty', '-m', 'meanwhile']]);
    stop.abort(new ToolError('timeout', 'Too late.'));
    await expect(pulling).rejects.toThrow();
  });
});
