/**
 * The shell in the built app: bash on the workspace, one session per conversation; a kill ends only one
 * command.
 */
import type { Page } from '@playwright/test';
import { startChatServer } from '#tests/fixtures/model-servers/chat-server.ts';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { addServer } from '../chat.ts';
import { expect, test } from '../app.ts';

type Arguments = Record<string, string | number | boolean>;

function run(page: Page, command: string, more: Arguments = {}, agent?: string) {
  return page.evaluate(
    ([values, as]) => window.oneclaw.tools.call('execute_shell_command', values, as ? { agent: as } : {}),
    [{ command, ...more }, agent] as const,
  );
}

const printed = (text: string) => expect.stringContaining(text) as unknown;

test('a pipeline reads and writes the files of the workspace', { tag: '@core' }, async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('words.txt', 'pear\napple\npear\n'));
  const result = await run(app, 'sort words.txt | uniq -c | sort -rn > counted.txt; head -1 counted.txt');
  expect(result).toMatchObject({
    status: 'success',
    result: printed('2 pear'),
    metadata: { exit_code: '0' },
  });
  expect(await app.evaluate(() => window.oneclaw.files.read('counted.txt'))).toContain('1 apple');
});

test('the card says which runtimes load, once', async ({ app }) => {
  const server = await startChatServer();
  await addServer(app, server.url);
  const shown: string[] = [];
  for (const [id, command] of [
    ['a', "sqlite3 :memory: 'select 1'; git --version"],
    ['b', "sqlite3 :memory: 'select 2'; git --version"],
  ] as const) {
    server.enqueue({ calls: [{ id, name: 'execute_shell_command', arguments: { command } }] });
    server.enqueue({ text: 'Done.' });
    const said = await app.evaluate(async () => {
      const texts: string[] = [];
      const off = window.oneclaw.on((event) => event.type === 'tool-progress' && texts.push(event.text));
      const [session] = await window.oneclaw.sessions.list();
      await window.oneclaw.chat.send('Go on', session ? { session: session.id } : {});
      off();
      return texts;
    });
    shown.push(...said, '|');
  }
  await server.close();
  expect(shown.filter((text) => !text.includes('SQLite'))).toEqual([
    ...['Loading Shell (first use in this chat)', '', 'Loading Git (first use in this chat)', '', '|', '|'],
  ]);
  expect(shown).toContainEqual(
    expect.stringMatching(/^Loading SQLite \(first use in this chat\): \d\.\d MB$/),
  );
});

test('an exit code that is not 0 is a result, with standard error', async ({ app }) => {
  expect(await run(app, 'echo out; ls nowhere')).toMatchObject({
    status: 'success',
    result: expect.stringMatching(/out[^]*nowhere[^]*exit code 2/),
    metadata: { exit_code: '2' },
  });
});

test('folder, variables and functions are available to the next command, also after a reload', async ({
  app,
}) => {
  await run(app, 'mkdir -p src/deep && cd src/deep && NAME=claw && greet() { echo "hello $NAME"; }');
  const next = 'pwd; greet';
  expect(await run(app, next)).toMatchObject({ result: printed('/workspace/src/deep\nhello claw') });
  await app.reload();
  expect(await run(app, next)).toMatchObject({ result: printed('/workspace/src/deep\nhello claw') });
  expect(await run(app, 'pwd; greet', { fresh: true })).toMatchObject({
    result: expect.stringMatching(/\/workspace\n[^]*greet: command not found/),
  });
});

test('a command that is stopped at its deadline affects only itself', async ({ app }) => {
  await run(app, 'KEPT=yes');
  const stopped = await run(
    app,
    'KEPT=no; echo begun; for i in 1 2; do echo "in $i"; done; while true; do echo on; sleep 0.1; done',
    { timeout: 1 },
  );
  expect(stopped).toMatchObject({
    error_type: 'timeout',
    message: expect.stringMatching(/stopped after 1 seconds[^]*begun\nin 1\nin 2\non\n/),
    metadata: { exit_code: '124' },
  });
  expect(await run(app, 'echo "kept: $KEPT"')).toMatchObject({ result: printed('kept: yes') });
});

for (const [how, endless] of [
  ['answers', "awk 'BEGIN { while (1) x = x + 1 }'"],
  // It computes inside WebAssembly and never looks at the abort signal: the host is terminated.
  ['does not answer', "jq -n 'def f: f; f'"],
] as const)
  test(`a shell that ${how} at the deadline of the tool is stopped, and the next command is good`, async ({
    app,
  }) => {
    await run(app, 'KEPT=yes');
    const agent = await app.evaluate(() =>
      window.oneclaw.agents.save({
        name: 'Hasty',
        systemPrompt: '',
        tools: ['*'],
        timeouts: { execute_shell_command: 2 },
      }),
    );
    const killed = await run(app, `KEPT=no; ${endless}; echo over`, { timeout: 100 }, agent);
    expect(killed).toMatchObject({
      status: 'error',
      error_type: 'timeout',
      message: expect.stringMatching(/timed out after [2-9](\.\d)?s and was stopped/),
    });
    expect(await run(app, 'echo "kept: $KEPT"')).toMatchObject({ result: printed('kept: yes') });
  });

test('curl goes through the egress gate, and fails for an agent that is denied the network', async ({
  app,
}) => {
  const web = await startWebServer();
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), new URL(web.url).host);
  const command = `curl -s -o /dev/null -w '%{http_code}' ${web.url}/text`;
  expect(await run(app, command)).toMatchObject({ result: printed('200') });
  expect(web.hits.get('/text')).toBe(1);
  const agent = await app.evaluate(() =>
    window.oneclaw.agents.save({ name: 'Offline', systemPrompt: '', tools: ['*'], deny: ['network'] }),
  );
  expect(await run(app, command.replace('-s ', ''), {}, agent)).toMatchObject({
    result: printed('may not use the network'),
  });
  expect(web.hits.get('/text')).toBe(1);
  await web.close();
});

test('a command that would empty the workspace asks first, whatever the approval mode', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('dear.txt', 'dear'));
  const call = run(app, 'rm -rf /workspace/*');
  const sheet = app.getByRole('alertdialog');
  await expect(sheet).toContainText('dangerous');
  await expect(sheet).toContainText('rm -rf /workspace/*');
  const deny = sheet.locator('[data-answer=denied]');
  await expect(deny).toHaveAttribute('aria-disabled', 'false');
  await deny.click();
  expect(await call).toMatchObject({ status: 'error', error_type: 'permission_denied' });
  expect(await app.evaluate(() => window.oneclaw.files.read('dear.txt'))).toBe('dear');
  const allowed = run(app, 'rm -rf /workspace/*');
  const allow = sheet.locator('[data-answer=allowed]');
  await expect(allow).toHaveAttribute('aria-disabled', 'false');
  await allow.click();
  expect(await allowed).toMatchObject({ status: 'success' });
  const names = () =>
    app.evaluate(async () => (await window.oneclaw.files.list('.')).map(({ name }) => name));
  expect(await names()).not.toContain('dear.txt');
  await app.evaluate(async () => {
    const [newest = ''] = await window.oneclaw.runs.list();
    await window.oneclaw.runs.undo(newest);
  });
  expect(await app.evaluate(() => window.oneclaw.files.read('dear.txt'))).toBe('dear');
});

test('git works in the shell and as a tool on the same repository', async ({ app }) => {
  const begun = await app.evaluate(async () => {
    const git = (name: string, values = {}) => window.oneclaw.tools.call(name, { path: 'app', ...values });
    await window.oneclaw.files.write('app/readme.md', '# App\n');
    await git('git_init');
    await window.oneclaw.tools.call('execute_shell_command', {
      command: 'cd app && git config user.name Ada && git config user.email ada@example.org',
    });
    await git('git_add', { paths: ['readme.md'] });
    return git('git_commit', { message: 'Begin' });
  });
  expect(begun).toMatchObject({ status: 'success', result: printed('Begin') });
  const log = await app.evaluate(() => window.oneclaw.tools.call('git_log', { path: 'app' }));
  expect(log).toMatchObject({ status: 'success', result: printed('Ada') });
  expect(await run(app, 'git log --oneline | wc -l')).toMatchObject({ result: printed('1\n') });
});

test('a background process prints, is read and killed, and a reload says that it ended @long', async ({
  app,
}) => {
  const manage = (values: Arguments) =>
    app.evaluate((all) => window.oneclaw.tools.call('manage_process', all), values);
  const loop = 'i=0; while true; do echo "tick $i"; i=$((i+1)); sleep 0.1; done';
  expect(await run(app, loop, { background: true })).toMatchObject({
    result: printed("'p1'"),
    metadata: { process: 'p1' },
  });
  await expect
    .poll(async () => JSON.stringify(await manage({ action: 'log', id: 'p1' })))
    .toMatch(/tick 2[^]*p1 running/);
  // Meanwhile the session is not blocked, and the process did not change it.
  expect(await run(app, 'echo "i is ${i:-unset}"')).toMatchObject({ result: printed('i is unset') });
  await manage({ action: 'kill', id: 'p1' });
  await expect
    .poll(async () => JSON.stringify(await manage({ action: 'list' })))
    .toMatch(/p1: killed, \d+ characters/);
  await run(app, loop, { background: true });
  await app.reload();
  expect(await manage({ action: 'list' })).toMatchObject({
    result: expect.stringMatching(/p1: killed[^]*p2: ended by a reload/),
  });
  expect(await manage({ action: 'remove', id: 'p2' })).toMatchObject({ status: 'success' });
  expect(await manage({ action: 'log', id: 'p2' })).toMatchObject({
    status: 'error',
    message: printed("no process 'p2'"),
  });
});

test('deleting a chat ends its commands and processes, and deletes the state of its shell', async ({
  app,
}) => {
  const left = await app.evaluate(async () => {
    const { oneclaw } = window;
    const { session } = await oneclaw.chat.send('hello');
    const begun = new Promise<void>((resolve) => {
      oneclaw.on((event) => event.type === 'call-output' && resolve());
    });
    const type = (call: string, parameters: Record<string, string | boolean>) =>
      oneclaw.terminal.run({
        ...{ call: call as never, run: `run_${call}` as never, session },
        ...{ tool: 'execute_shell_command', parameters },
      });
    await type('call_1', { command: 'kept=1' });
    await type('call_2', { command: 'while true; do sleep 0.1; done', background: true });
    const running = type('call_3', { command: 'echo begun; while true; do sleep 0.1; done' });
    await begun;
    const waiting = type('call_4', { command: 'kept=2' });
    await oneclaw.sessions.remove(session);
    const ends = await Promise.all([running, waiting]);
    const root = await navigator.storage.getDirectory();
    const folders: string[] = [];
    for await (const name of (await root.getDirectoryHandle('sessions')).keys()) folders.push(name);
    return {
      ends: ends.map((end) => (end.status === 'error' ? `${end.error_type} ${end.message}` : end.status)),
      processes: await oneclaw.processes.running(),
      folders,
      session,
    };
  });
  expect(left).toMatchObject({
    ends: [printed('cancelled This chat was deleted'), printed('This chat was deleted')],
    ...{ processes: [], folders: [] },
  });
  // The process once more looks up its record, which was deleted; then it releases its lock.
  await expect
    .poll(() =>
      app.evaluate(async (id) => {
        const { held = [] } = await navigator.locks.query();
        return held.filter(({ name = '' }) => name.includes(id));
      }, left.session),
    )
    .toEqual([]);
  expect(await app.evaluate(() => window.oneclaw.processes.running())).toEqual([]);
});

test('a background process writes files, which undo and the app see, and ends with an exit code', async ({
  app,
}) => {
  await run(app, 'mkdir -p made; echo done > made/file.txt; exit 3', { background: true });
  await expect
    .poll(() => app.evaluate(() => window.oneclaw.processes.list()))
    .toMatchObject([{ id: 'p1', state: 'ended', exitCode: '3' }]);
  expect(await app.evaluate(() => window.oneclaw.files.read('made/file.txt'))).toBe('done\n');
  const left = await app.evaluate(async () => {
    const [newest = ''] = await window.oneclaw.runs.list();
    await window.oneclaw.runs.undo(newest);
    return (await window.oneclaw.files.list('.')).map(({ name }) => name);
  });
  expect(left).not.toContain('made');
});

test('node and python3 are commands: text, files and input, arguments, pipes and exit codes @long', async ({
  app,
}) => {
  test.slow();
  await app.evaluate(async () => {
    await window.oneclaw.files.write('lib.js', 'export const twice = (n) => 2 * n;');
    await window.oneclaw.files.write(
      'main.js',
      "import { twice } from './lib.js'; console.log(process.argv.slice(2).map(Number).map(twice).join());",
    );
    await window.oneclaw.files.write(
      'app/test_sum.py',
      'import unittest\nclass Sums(unittest.TestCase):\n  def test_sum(self):\n    self.assertEqual(sum([1, 2]), 3)\n',
    );
  });
  expect(await run(app, `node main.js 1 2; echo 'console.log(6 * 7)' | node | tr 4 x`)).toMatchObject({
    result: printed('2,4\nx2\n'),
  });
  expect(
    await run(app, `node -e 'console.error("no"); throw new Error("on purpose")' || echo "code $?"`),
  ).toMatchObject({ result: expect.stringMatching(/code 1\n[^]*no\n[^]*on purpose/) });
  // The output of node is limited like that of python3; unlimited output would fill the memory of the worker.
  const most = 32_000_000;
  const endless = `for (let n = 0; n < 100; n++) console.log('x'.repeat(999_999))`;
  const counted = await run(app, `node -e "${endless}" | wc -c`, { timeout: 60 });
  const count = Number(counted.status === 'success' && /^\d+/.exec(String(counted.result)));
  expect(count).toBeGreaterThan(most);
  expect(count).toBeLessThan(most + 100);
  const slow = { timeout: 120 };
  expect(
    await run(app, `echo '1 2 3' | python3 -c 'print(sum(map(int, input().split())))'`, slow),
  ).toMatchObject({
    result: printed('6\n'),
  });
  expect(await run(app, 'cd app && python3 -m unittest 2>&1 | tail -1', slow)).toMatchObject({
    result: printed('OK'),
  });
  const script = `open('made.txt', 'w').write('by python'); import sys; sys.exit(len(sys.argv))`;
  expect(
    await run(app, `cd /workspace; python3 -c "${script}" a b; echo "code $?"; cat made.txt`, slow),
  ).toMatchObject({
    result: printed('code 3\nby python'),
  });
});
