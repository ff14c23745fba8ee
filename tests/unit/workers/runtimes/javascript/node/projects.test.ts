/** Small projects as models write them: run, tested and required, on the real interpreter. */
import { expect, it } from 'vitest';
import { commonJsProject, esmProject } from '#tests/fixtures/node/projects.ts';
import { readBeforehand } from '#tests/fixtures/memory/file-reader-sync.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';
import { openShell } from '#tests/fixtures/worlds/shell-world.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import { createJavaScriptHost } from '#workers/runtimes/javascript/session/javascript-host.ts';

const withoutTimes = (text: string) =>
  text.replace(/\(?\d+(\.\d+)?ms\)?/g, 'T').replace(/(duration_ms:? )[\d.]+/g, '$1T');

it('runs a project of ES modules', async () => {
  const { raw, tree } = await openShell(esmProject);
  expect(await raw('node src/main.js Ada')).toMatchObject({ stdout: 'saved 1\n5 EUR\n', stderr: '' });
  expect(await raw('cd src && node main.js Bob')).toMatchObject({ stdout: 'saved 2\n5 EUR\n', stderr: '' });
  expect(tree()['data.json']).toBe('[{"owner":"Ada","balance":5},{"owner":"Bob","balance":5}]');
});

it('tests it, and after a rename of its class', async () => {
  const { raw } = await openShell(esmProject);
  const passed = `▶ Account
  ✔ adds up T
  ✔ refuses T
✔ Account T
ℹ tests 2
ℹ suites 1
ℹ pass 2
ℹ fail 0
ℹ cancelled 0
ℹ skipped 0
ℹ todo 0
ℹ duration_ms T
`;
  const first = await raw('node --test');
  expect([withoutTimes(first.stdout), first.exitCode, first.stderr]).toEqual([passed, 0, '']);
  await raw(`sed -i 's/Account/Ledger/g' src/*.js test/*.js`);
  const renamed = await raw('node --test');
  expect([withoutTimes(renamed.stdout), renamed.exitCode]).toEqual([
    passed.replaceAll('Account', 'Ledger'),
    0,
  ]);
  await raw(`sed -i 's/class Ledger/class Book/' src/account.js`);
  const broken = await raw('node --test');
  expect(broken.exitCode).toBe(1);
  expect(broken.stdout).toMatch(/✖ test\/account\.test\.js[^]*ℹ fail 1[^]*'?Ledger'?/);
});

it('runs and tests a project of CommonJS', async () => {
  const { raw } = await openShell(commonJsProject);
  for (const command of ['node index.js', 'node .', 'node ./index'])
    expect(await raw(command)).toMatchObject({ stdout: '3 index.js 00ff true\n', stderr: '' });
  expect(await raw('node esm.mjs')).toMatchObject({ stdout: '2 2 true\n', stderr: '' });
  const { stdout, exitCode } = await raw('node --test');
  expect(exitCode).toBe(0);
  expect(withoutTimes(stdout)).toContain('✔ sum T\n✔ callback T\nℹ tests 2\n');
});

it('keeps what a session imports from Node, also in a new interpreter', async () => {
  const { run, restart, tree } = await openSession({ 'a.txt': 'one', 'lib.cjs': 'exports.n = 1;' });
  expect(
    await run(`import fs, { readFileSync } from 'node:fs'; import path from 'node:path'; path.sep`),
  ).toBe('=> /');
  expect(
    await run(
      `fs.appendFileSync('a.txt', ' two'); await files.append('a.txt', ' three'); readFileSync('a.txt', 'utf8')`,
    ),
  ).toBe('=> one two three');
  expect(tree()['a.txt']).toBe('one two three');
  restart();
  expect(await run(`[typeof readFileSync, fs.existsSync('a.txt')]`)).toBe(`=> [ 'function', true ]`);
  expect(await run(`const lib = require('./lib.cjs'); lib.n`)).toBe('=> 1');
  await run(`await files.write('lib.cjs', 'exports.n = 2;')`);
  expect(await run(`require('./lib.cjs').n`)).toBe('=> 2');
});

it('runs tests in run_javascript, and says how they ended', async () => {
  const { run } = await openSession({});
  const code = `import test from 'node:test'; import assert from 'node:assert'; test('one', () => assert.equal(1, 2));`;
  expect(await run(code)).toMatch(/✖ one[^]*ℹ fail 1\n[^]*1 == 2[^]*\[exit code 1\]$/);
  expect(await run(code.replace('1, 2', '1, 1'))).toMatch(/^✔ one[^]*ℹ tests 1\n[^]*ℹ fail 0\n/);
  expect(await run('process.exit(3)')).toBe('[exit code 3]');
});

async function openSession(contents: Record<string, string>) {
  const workspace = await createTestWorkspace(contents);
  const open = () => createJavaScriptHost(() => createInterpreter());
  let host = open();
  const run = async (code: string) => {
    const context = { ...workspace.context, files: readBeforehand(workspace.files) };
    const returned = await runJavaScript(host, { code, timeoutMs: 20_000 }, context);
    return String(contentOf(returned));
  };
  return { ...workspace, run, restart: () => (host = open()) };
}
