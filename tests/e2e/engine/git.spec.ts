/** Git in the browser: objects and packs in OPFS, without the globals of Node. */
import { expect, test } from '../app.ts';

test('git makes, packs and reads a repository of 200 files @long', async ({ app }) => {
  const result = await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    const times: Record<string, number> = {};
    const run = async (name: string, values: Record<string, unknown> = {}) => {
      const start = performance.now();
      const answer = await tools.call(name, { path: 'repo', ...values });
      times[name] = Math.min(times[name] ?? Infinity, performance.now() - start);
      return answer.status === 'success' ? String(answer.result) : `${answer.error_type}: ${answer.message}`;
    };
    await files.write('.gitconfig', '[user]\n\tname = Ada Example\n\temail = ada@example.com\n');
    const paths = Array.from({ length: 200 }, (_, at) => `repo/dir-${at % 10}/file-${at}.txt`);
    for (const [at, path] of paths.entries()) await files.write(path, `line ${at}\n`.repeat(130));
    const said = [
      await run('git_init'),
      await run('git_add'),
      await run('git_commit', { message: 'all of them' }),
    ];
    said.push(await run('git_status'));
    await files.write('repo/dir-3/file-3.txt', 'changed\n');
    said.push(await run('git_status'), await run('git_diff'));
    said.push(await run('git_checkout', { target: 'side', create: true }));
    said.push(
      await run('git_commit', { message: 'one change', all: true }),
      await run('git_checkout', { target: 'main' }),
    );
    said.push(
      await run('git_log', { range: 'side', oneline: true }),
      await run('git_merge', { branch: 'side' }),
    );
    // Baseline: the same files read directly from OPFS, without code of the app.
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('workspace');
    const start = performance.now();
    for (const path of paths) {
      let folder = root;
      const names = path.split('/');
      for (const name of names.slice(0, -1)) folder = await folder.getDirectoryHandle(name);
      await (await (await folder.getFileHandle(names.at(-1) ?? '')).getFile()).text();
    }
    times['raw'] = performance.now() - start;
    return { said, times, packs: await files.list('repo/.git/objects/pack') };
  });
  const [init, add, commit, clean, changed, diff, , , back, log, merge] = result.said;
  expect(init).toContain('Initialized empty Git repository');
  expect(add?.split('\n')).toHaveLength(200);
  expect(commit).toContain('200 files changed, 26000 insertions(+)');
  expect(clean).toContain('nothing to commit, working tree clean');
  expect(changed).toContain('modified:   dir-3/file-3.txt');
  expect(diff).toContain('+changed');
  expect(back).toContain("Switched to branch 'main'");
  expect(log).toMatch(/one change\n.*all of them/);
  expect(merge).toContain('Fast-forward');
  expect(JSON.stringify(result.packs)).toContain('.pack"');
  test.info().annotations.push({ type: 'milliseconds', description: JSON.stringify(result.times) });
  console.log(JSON.stringify(result.times));
});

test('concurrent git commands of tools, the shell and background processes lose nothing @long', async ({
  app,
}) => {
  await app.evaluate(async () => {
    const { files, tools } = window.oneclaw;
    const sh = (command: string, more = {}) => tools.call('execute_shell_command', { command, ...more });
    for (let at = 0; at < 24; at++) await files.write(`repo/f${at}.txt`, `${at}\n`);
    await files.write('.gitconfig', '[user]\n\tname = Ada Example\n\temail = ada@example.com\n');
    await sh('git init -q repo');
    const six = (first: number) => Array.from({ length: 6 }, (_, at) => `f${first + at}.txt`);
    const add = (first: number) =>
      `cd /workspace/repo; for f in ${six(first).join(' ')}; do git add $f; done`;
    await sh(add(0), { background: true });
    await sh(add(6), { background: true });
    const byTool = async () => {
      for (const name of six(12)) await tools.call('git_add', { path: 'repo', paths: [name] });
    };
    await Promise.all([sh(add(18)), byTool()]);
  });
  await expect
    .poll(() => app.evaluate(async () => (await window.oneclaw.processes.list()).map(({ state }) => state)))
    .toEqual(['ended', 'ended']);
  const committed = await app.evaluate(() =>
    window.oneclaw.tools.call('git_commit', { path: 'repo', message: 'all' }),
  );
  expect(committed).toMatchObject({ result: expect.stringContaining('24 files changed') });
});

test('a failed call of git has its exit code with the message, and in the log', async ({ app }) => {
  const failed = await app.evaluate(async () => {
    await window.oneclaw.tools.call('git_init', { path: 'repo' });
    return window.oneclaw.tools.call('git_commit', { path: 'repo', message: 'nothing' });
  });
  expect(failed).toMatchObject({ status: 'error', metadata: { exit_code: '128' } });
  const [logged] = await app.evaluate(() => window.oneclaw.activity.list({ tool: 'git_commit' }));
  expect(logged).toMatchObject({ outcome: 'execution_error', metadata: { exit_code: '128' } });
});
