/** The kill matrix: each attack on a runtime ends in the listed way and affects no other call. */
import fs from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { startGitServer } from '#tests/fixtures/git/git-server.ts';
import { hasRealGit, runReal } from '#tests/fixtures/git/real-git.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { expect, test } from '../app.ts';
import {
  runAttacks,
  broke,
  ended,
  killed,
  stopped,
  stoppedAt,
  text,
  type Call,
  type Runtime,
} from '../kill-matrix.ts';

// Serial: two looping runtimes use both cores of a small machine and leave no CPU time for the page.
test.describe.configure({ mode: 'default', timeout: 240_000 });

const shell = (command: string, timeout = 1): Call => ({
  tool: 'execute_shell_command',
  values: { command: `KEPT=lost; ${command}`, timeout },
});
const shellStopped = stoppedAt(1);
const tooDeep = ended('126', 'maximum recursion depth');
/** The attack ended without being stopped, so the variables that it set are kept. */
const lost = { after: 'lost\n' };

const shellRuntime: Runtime = {
  begin: { tool: 'execute_shell_command', values: { command: 'KEPT=good' } },
  check: { tool: 'execute_shell_command', values: { command: 'echo "$KEPT"' } },
  good: 'good\n',
  attacks: {
    'endless loop': { ...shell('while true; do :; done'), ends: shellStopped },
    'loop of arithmetic': { ...shell('while ((1)); do ((x++)); done'), ends: shellStopped },
    // The state would exceed its size limit, so the previous state is kept.
    'allocation bomb': {
      ...shell('s=x; while true; do s="$s$s"; done', 30),
      ends: ended('126', 'string length limit exceeded'),
    },
    'deep recursion': { ...shell('f() { f; }; f', 30), ends: tooDeep, ...lost },
    '100 MB of output': {
      ...shell('for i in {1..100}; do printf "%01000000d\\n" 0; done', 60),
      ends: ended('126', 'output'),
      ...lost,
    },
    'output without end': {
      ...shell('while true; do printf "%01000d" 0; done'),
      ends: stoppedAt(1, { characters_left_out: expect.any(String) }),
    },
    sleep: { ...shell('sleep 60'), ends: shellStopped },
    'fork-like': { ...shell('f() { f | f; }; f', 30), ends: tooDeep, ...lost },
    // This regular expression engine takes linear time, so the command ends by itself.
    regex: {
      ...shell(`s=$(printf 'a%.0s' {1..40}); [[ $s =~ ^(a+)+b$ ]]`, 30),
      ends: ended('1', '(no output)'),
      ...lost,
    },
    'regex of grep': {
      ...shell(`printf 'a%.0s' {1..40} | grep -P '^(a+)+b$'`, 30),
      ends: ended('1', '(no output)'),
      ...lost,
    },
    'a loop that no signal reaches': {
      ...shell(
        `awk 'BEGIN { while (1) { x = x + 1; y = (x * 3) % 7; z = z + y * y; w = (w + z) % 11 } }'`,
        100,
      ),
      ends: killed,
    },
    'a script that hangs when it is read': { ...shell('. ./hang.sh'), ends: shellStopped },
  },
};

const plainScript = (code: string): Call => ({ tool: 'run_javascript', values: { code, timeout: 30 } });
const script = (code: string, timeout = 1): Call => ({
  tool: 'run_javascript',
  values: { code: `KEPT = "lost"; lost = 1; ${code}`, timeout },
});
/** The attack ended without being stopped, so the variables that it set are kept. */
const lostScript = { after: 'lost number' };
const scriptStopped = stopped('The script was stopped after 1 s.');

const javascriptRuntime: Runtime = {
  begin: plainScript('var KEPT = "good", lost = undefined'),
  check: plainScript('console.log(KEPT, typeof lost)'),
  good: 'good undefined',
  attacks: {
    'endless loop': { ...script('for (;;);'), ends: scriptStopped },
    'allocation bomb': {
      ...script('const all = []; for (;;) all.push(new Uint8Array(1e6).fill(1));', 60),
      ends: ended('1', 'out of memory: a script has 128 MB'),
    },
    'string bomb': {
      ...script('let s = "x"; for (;;) s += s;', 60),
      ends: ended('1', 'string too long'),
      ...lostScript,
    },
    'deep recursion': { ...script('const f = () => f() + 1; f()', 60), ends: broke('recursion') },
    '100 MB of output': {
      ...script('for (let i = 0; i < 1000; i++) console.log("0".repeat(100_000));', 60),
      ends: ended('0', '000', { printed: '100001000' }),
      ...lostScript,
    },
    'output without end': { ...script('for (;;) console.log("0".repeat(1000));'), ends: scriptStopped },
    sleep: { ...script('await new Promise((done) => setTimeout(done, 60_000));'), ends: scriptStopped },
    'fork-like': {
      ...script('const f = () => { setTimeout(f); setTimeout(f); }; f(); await new Promise(() => {});'),
      ends: scriptStopped,
    },
    'promises without end': {
      // Without a chain, which would take all memory first on a fast machine.
      ...script(
        'const again = () => void Promise.resolve().then(again); again(); await new Promise(() => {});',
      ),
      ends: scriptStopped,
    },
    regex: { ...script('/^(a+)+b$/.test("a".repeat(40));'), ends: scriptStopped },
    'an import that waits for nothing': {
      ...script(`import './wait.js';`, 60),
      ends: broke('a promise that nothing settles'),
    },
    'an import that hangs': { ...script(`import './hang.js';`), ends: scriptStopped },
  },
};

const python = (code: string, timeout = 1): Call => ({ tool: 'run_python', values: { code, timeout } });
const pythonStopped = stopped('The script was stopped after 1 s.');

const pythonRuntime: Runtime = {
  begin: python('kept = "good"', 60),
  check: python('print(kept)', 60),
  good: 'good',
  attacks: {
    'endless loop': { ...python('while True: pass'), ends: pythonStopped },
    'allocation bomb': {
      ...python('a = []\nwhile True: a.append(bytearray(10_000_000))', 100),
      ends: ended('1', 'MemoryError'),
    },
    'deep recursion': {
      ...python('def f(n): return f(n + 1) + 1\nf(0)', 60),
      ends: ended('1', 'RecursionError'),
    },
    '100 MB of output': {
      ...python(`line = 'x' * 100_000\nfor _ in range(1000): print(line)`, 100),
      ends: ended('0', 'xxx', { printed: '100001000' }),
    },
    'output without end': { ...python('while True: print("x" * 1000)'), ends: pythonStopped },
    sleep: { ...python('import time; time.sleep(60)'), ends: pythonStopped },
    fork: { ...python('import os; os.fork()', 60), ends: ended('1', 'Function not implemented') },
    threads: {
      ...python('import threading\nwhile True: threading.Thread(target=print).start()', 60),
      ends: ended('1', "can't start new thread"),
    },
    regex: { ...python(`import re; re.match('^(a+)+b$', 'a' * 40)`), ends: pythonStopped },
    'one instruction that takes long': { ...python('10 ** 10 ** 9', 100), ends: killed },
    'an import that hangs': { ...python('import hang'), ends: pythonStopped },
  },
};

const git = (name: string, values: Record<string, unknown>): Call => ({
  tool: `git_${name}`,
  values: { path: 'repo', ...values },
});

/** `url` serves `/silent`, `/endless` and, by real git, `/bomb.git`. */
const gitRuntime = (url: string, bomb: string): Runtime => ({
  // `checkout` takes the repository's lock, so it waits for a call that still holds it; it also lists changed
  // files.
  check: git('checkout', { target: 'main' }),
  good: "Already on 'main'",
  attacks: {
    'a server that never answers': { ...git('clone', { url: `${url}/silent`, path: 'a' }), ends: killed },
    'an answer that never ends': {
      ...git('clone', { url: `${url}/endless`, path: 'b' }),
      ends: { ...broke('--depth 1'), metadata: { exit_code: '128' } },
    },
    'a pack that unpacks to too much': {
      ...git('clone', { url: bomb, path: 'c' }),
      ends: { ...broke('object of 70000000 bytes'), metadata: { exit_code: '128' } },
    },
    'a fetch from a server that never answers': { ...git('fetch', { remote: 'silent' }), ends: killed },
    'a difference that takes long': { ...git('diff', { from: 'main', to: 'side' }), ends: killed },
    'a merge that takes long': { ...git('merge', { branch: 'side' }), ends: killed },
  },
});

test('the shell: every attack ends as expected, and does not affect the next command @long', async ({
  app,
}) => {
  await app.evaluate(() => window.oneclaw.files.write('hang.sh', 'while true; do :; done'));
  await runAttacks(app, shellRuntime);
});

test('JavaScript: every attack ends as expected, and variables are kept', async ({ app }) => {
  await app.evaluate(async () => {
    await window.oneclaw.files.write('wait.js', 'await new Promise(() => {});');
    await window.oneclaw.files.write('hang.js', 'for (;;);');
  });
  await runAttacks(app, javascriptRuntime);
});

test('Python: every attack ends as expected, and variables are kept @long', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('hang.py', 'while True: pass'));
  await runAttacks(app, pythonRuntime);
});

test.describe('git', () => {
  test.skip(!hasRealGit, 'needs git with its HTTP backend');

  test('every attack ends as expected, leaves no files, and the repository is unchanged @long', async ({
    app,
  }) => {
    const real = await startGitServer({ cors: true });
    const bomb = await serveBomb(real);
    const { url, close } = await startBadServer();
    await app.evaluate(
      async ([url, hosts]) => {
        for (const host of hosts) await window.oneclaw.permissions.allowHost(host);
        const { files, tools } = window.oneclaw;
        // Every hundredth line is equal in all files: the search of the diff takes long only with common
        // lines.
        const lines = (name: string) =>
          Array.from(
            { length: 40_000 },
            (_, at) => `${at % 100 === 0 ? 'common' : name} ${(at * 7919) % 40_009}\n`,
          ).join('');
        const sh = (command: string) => tools.call('execute_shell_command', { command });
        await files.write('repo/long.txt', lines('base'));
        await sh(
          `cd repo && git init -q && git config user.name Ada && git config user.email ada@example.org &&
          git remote add silent ${url}/silent && git add . && git commit -qm base && git checkout -qb side`,
        );
        await files.write('repo/long.txt', lines('side'));
        await sh('git commit -qam side && git checkout -q main');
        await files.write('repo/long.txt', lines('main'));
        await sh('git commit -qam main');
      },
      [url, [new URL(url).host, new URL(bomb).host]] as const,
    );
    await runAttacks(app, gitRuntime(url, bomb));
    const left = await app.evaluate(async () => ({
      files: (await window.oneclaw.files.list('.')).map(({ name }) => name),
      log: await window.oneclaw.tools.call('git_log', { path: 'repo', oneline: true }),
      status: await window.oneclaw.tools.call('git_status', { path: 'repo' }),
    }));
    expect(left).toMatchObject({
      files: ['repo'],
      log: { result: expect.stringMatching(/^\w+ .*main\n\w+ base$/) as unknown },
      status: { result: text('nothing to commit, working tree clean') },
    });
    await close();
    await real.close();
  });
});

/** Serves a repository whose pack of 70 KB contains a file that exceeds the size limit. */
async function serveBomb({ root, create }: Awaited<ReturnType<typeof startGitServer>>): Promise<string> {
  const url = await create('bomb.git');
  const work = path.join(root, 'work');
  await fs.mkdir(work);
  await runReal(work, ['init', '-q']);
  await fs.writeFile(path.join(work, 'zeros.bin'), new Uint8Array(70_000_000));
  await runReal(work, ['add', '.']);
  await runReal(work, ['commit', '-qm', 'bomb']);
  await runReal(work, ['push', '-q', path.join(root, 'bomb.git'), 'main']);
  return url;
}

/** `/silent` accepts requests and never answers; `/endless` serves a branch whose pack never ends. */
async function startBadServer(): Promise<{ url: string; close(): Promise<void> }> {
  const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
  const oid = 'a'.repeat(40);
  const refs = [
    `${line('# service=git-upload-pack\n')}0000`,
    line(`${oid} HEAD\0side-band-64k symref=HEAD:refs/heads/main\n`),
    `${line(`${oid} refs/heads/main\n`)}0000`,
  ].join('');
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*');
    response.setHeader('access-control-allow-private-network', 'true');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.url?.startsWith('/silent')) return;
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
      return void response.end(refs);
    }
    response.setHeader('content-type', 'application/x-git-upload-pack-result');
    response.write(line('NAK\n'));
    const part = Buffer.alloc(1_000_000);
    const send = () => {
      while (!response.destroyed && response.write(part));
      if (!response.destroyed) response.once('drain', send);
    };
    send();
  });
  const { port, close } = await listen(server);
  return { url: `http://127.0.0.1:${port}`, close };
}
