/**
 * Python in the built app: files, variables across calls and reloads, deadlines, bombs, and escape attempts.
 */
import { readFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { Page } from '@playwright/test';
import { makeModule } from '#tests/fixtures/python/compiled-module.ts';
import { makeWheel } from '#tests/fixtures/python/wheel.ts';
import { listen } from '#tests/fixtures/web/listen.ts';
import { startWebServer } from '#tests/fixtures/web/web-server.ts';
import { expect, test } from '../app.ts';

// Each test loads Python, which takes 3 s, or more when two tests load it at once.
test.describe.configure({ timeout: 120_000 });

function runScript(page: Page, code: string, more: Record<string, unknown> = {}) {
  return page.evaluate(
    ([script, rest]) => window.oneclaw.tools.call('run_python', { code: script, ...rest }),
    [code, more] as const,
  );
}

/** A PNG of one pixel. */
const dot =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const success = (result: string) => ({ status: 'success', result });

test('a script reads and writes the workspace, and has sqlite3', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('data/numbers.txt', '1\n2\n39'));
  const result = await runScript(
    app,
    `import sqlite3
numbers = [int(line) for line in open('data/numbers.txt')]
db = sqlite3.connect('numbers.db')
db.execute('create table numbers (n)')
db.executemany('insert into numbers values (?)', [(n,) for n in numbers])
db.commit()
total = db.execute('select sum(n) from numbers').fetchone()[0]
open('sum.txt', 'w').write(str(total))
print('sum', total)`,
  );
  expect(result).toMatchObject({ ...success('sum 42'), metadata: { exit_code: '0' } });
  expect(await app.evaluate(() => window.oneclaw.files.read('sum.txt'))).toBe('42');
  const rows = await runScript(
    app,
    `sqlite3.connect('numbers.db').execute('select n from numbers').fetchall()`,
  );
  expect(rows).toMatchObject(success('=> [(1,), (2,), (39,)]'));
});

test('a script that only renames files ends well', async ({ app }) => {
  await app.evaluate(() => window.oneclaw.files.write('notes/one.md', '# One'));
  const result = await runScript(app, `import os; os.rename('notes/one.md', 'notes/1.md'); print('renamed')`);
  expect(result).toMatchObject(success('renamed'));
  expect(await app.evaluate(() => window.oneclaw.files.read('notes/1.md'))).toBe('# One');
});

test('variables are available to the next call, also after a reload @long', async ({ app }) => {
  await runScript(app, `import json\ndef double(n): return n * 2\nn = 21`);
  expect(await runScript(app, 'double(n)')).toMatchObject(success('=> 42'));
  await app.reload();
  await app.evaluate(() => window.oneclaw.ready);
  expect(await runScript(app, 'json.dumps([double(n)])')).toMatchObject(success("=> '[42]'"));
});

test('an endless loop ends at its deadline with what it printed and wrote, and the next call is good @long', async ({
  app,
}) => {
  await runScript(app, 'n = 1');
  const code = `open('kept.txt', 'w').write('kept')\nprint('in')\nwhile True: n += 1`;
  expect(await runScript(app, code, { timeout: 1 })).toMatchObject({
    status: 'error',
    error_type: 'timeout',
    message: expect.stringContaining('until then:\nin'),
  });
  expect(await runScript(app, 'n > 1')).toMatchObject(success('=> True'));
  expect(await app.evaluate(() => window.oneclaw.files.read('kept.txt'))).toBe('kept');
});

test('one long operation that cannot be interrupted is killed soon after `timeout`, and affects only that call @long', async ({
  app,
}) => {
  await runScript(app, 'n = 1');
  const code = `open('lost.txt', 'w').write('x')\nn = 2\nsum(range(10 ** 12))`;
  expect(await runScript(app, code, { timeout: 1 })).toMatchObject({
    status: 'error',
    error_type: 'timeout',
  });
  expect(await runScript(app, 'import os; n, os.path.exists("lost.txt")')).toMatchObject(
    success('=> (1, False)'),
  );
});

test('bombs end in one result each, and the next call is good @long', async ({ app }) => {
  await runScript(app, 'kept = 1');
  expect(await runScript(app, 'a = []\nwhile True: a.append(bytearray(10_000_000))')).toMatchObject({
    status: 'success',
    result: expect.stringContaining('MemoryError'),
    metadata: { exit_code: '1' },
  });
  expect(await runScript(app, `kept, 'a' in globals()`)).toMatchObject(success('=> (1, False)'));
  const deep = 'import sys; sys.setrecursionlimit(10 ** 6)\ndef f(n): return f(n + 1) + 1\nf(0)';
  expect(await runScript(app, deep)).toMatchObject({
    status: 'success',
    result: expect.stringContaining('RecursionError'),
  });
  expect(await runScript(app, 'import ctypes; ctypes.string_at(-8, 100)')).toMatchObject({
    status: 'error',
    message: expect.stringContaining('Python broke'),
  });
  const loud = await runScript(app, `line = 'x' * 100_000\nfor _ in range(1000): print(line)`, {
    timeout: 60,
  });
  expect(loud).toMatchObject({ status: 'success', metadata: { printed: '100001000' } });
  expect(await runScript(app, 'kept')).toMatchObject(success('=> 1'));
});

test('no escape: JavaScript, sockets and C functions reach no server and no API of the worker @long', async ({
  app,
}) => {
  const web = await startWebServer();
  const script = await readFile(new URL('../../fixtures/python/escape.py', import.meta.url), 'utf8');
  const running = runScript(app, `address = ${JSON.stringify(web.url)}\n${script}`);
  // The user is asked about the address once, and not again after refusing.
  await app.locator('[data-answer="denied"]').click({ timeout: 60_000 });
  const result = await running;
  expect(result.status).toBe('success');
  const { found, reached } = JSON.parse(String('result' in result && result.result)) as {
    found: Record<string, string>;
    reached: string[];
  };
  // Proof that all attempts were made.
  expect(Object.keys(found).length).toBeGreaterThan(30);
  expect(reached).toEqual([]);
  expect([...web.hits.keys()]).toEqual([]);
  expect(await runScript(app, '1 + 1')).toMatchObject(success('=> 2'));
  await web.close();
});

test('requests go through the egress gate, and an agent that is denied the network sends none @long', async ({
  app,
}) => {
  const web = await startWebServer();
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), new URL(web.url).host);
  const code = `import urllib.request
answer = urllib.request.urlopen('${web.url}/echo', data=b'from Python')
print(answer.status, b'from Python' in answer.read())`;
  expect(await runScript(app, code)).toMatchObject(success('200 True'));
  const heard = web.hits.get('/echo');
  expect(heard).toBe(1);
  const denied = await app.evaluate(async (script) => {
    const agent = await window.oneclaw.agents.save({
      name: 'Offline',
      systemPrompt: '',
      tools: ['*'],
      deny: ['network'],
    });
    return window.oneclaw.tools.call('run_python', { code: script }, { agent });
  }, code);
  expect(denied).toMatchObject({
    status: 'success',
    result: expect.stringContaining('may not use the network'),
  });
  expect(web.hits.get('/echo')).toBe(heard);
  await web.close();
});

test('a wheel comes from an index that the user allows, and an image is part of the result @long', async ({
  app,
}) => {
  const name = 'greet-1.0-py3-none-any.whl';
  const wheel = await makeWheel({ name: 'greet', version: '1.0', code: 'def hello(): return "hi"' });
  const files = [{ filename: name, url: `/files/${name}`, hashes: {} }];
  const answers: Record<string, string | Uint8Array> = {
    '/simple/greet/': JSON.stringify({ name: 'greet', files }),
    [`/files/${name}`]: wheel,
  };
  const server = createServer(({ url }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const answer = answers[url ?? ''];
    response.writeHead(answer ? 200 : 404).end(answer);
  });
  const { port, close } = await listen(server);
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), `127.0.0.1:${port}`);
  const installed = await runScript(app, 'import greet; greet.hello()', {
    packages: ['greet'],
    index: `http://127.0.0.1:${port}/simple/`,
  });
  expect(installed).toMatchObject(success(`=> 'hi'\n[installed ${name}]`));
  const shown = await runScript(app, `import base64; show(base64.b64decode('${dot}'))`);
  expect(shown).toMatchObject({
    status: 'success',
    result: [{ type: 'image', media_type: 'image/png' }],
  });
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  expect(await runScript(app, `open('plan.svg', 'w').write('${drawing}'); show('plan.svg')`)).toMatchObject({
    result: [{ type: 'image', media_type: 'image/svg+xml', name: 'plan.svg' }],
  });
  await close();
});

test('a compiled package comes from a copy of the distribution of Pyodide that the user allows @long', async ({
  app,
}) => {
  const name = 'abacus-2.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl';
  const extra = { 'beads.cpython-314-wasm32-emscripten.so': makeModule('beads') };
  const wheel = await makeWheel({ name: 'abacus', version: '2.0', code: 'import beads', extra });
  const entry = { name: 'abacus', version: '2.0', file_name: name, package_type: 'package', depends: [] };
  const sha256 = createHash('sha256').update(wheel).digest('hex');
  const list = { info: { abi_version: '2026_0' }, packages: { abacus: { ...entry, sha256 } } };
  const answers: Record<string, string | Uint8Array> = {
    '/full/pyodide-lock.json': JSON.stringify(list),
    [`/full/${name}`]: wheel,
  };
  const server = createServer(({ url }, response) => {
    response.setHeader('access-control-allow-origin', '*');
    const answer = answers[url ?? ''];
    response.writeHead(answer ? 200 : 404).end(answer);
  });
  const { port, close } = await listen(server);
  const given = { packages: ['abacus'], index: `http://127.0.0.1:${port}/full/pyodide-lock.json` };
  await app.evaluate((host) => window.oneclaw.permissions.allowHost(host), `127.0.0.1:${port}`);
  const code = 'import abacus; type(abacus.beads.__spec__.loader).__name__';
  expect(await runScript(app, code, given)).toMatchObject(
    success(`=> 'ExtensionFileLoader'\n[installed ${name}]`),
  );
  await close();
});
