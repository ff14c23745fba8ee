/** `run_javascript` on the real interpreter, over a workspace in memory. */
import { messageOf } from '#shared/message-of.ts';
import { describe, expect, it } from 'vitest';
import type { NetworkRequest } from '#workers/contracts/ports/network-port.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { createJavaScriptHost } from '#workers/runtimes/javascript/session/javascript-host.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

type Given = { files?: Record<string, string>; timeoutMs?: number; hasNetwork?: boolean };

async function run(code: string, { files = {}, timeoutMs = 20_000, hasNetwork = false }: Given = {}) {
  const workspace = await createTestWorkspace(files);
  const asked: NetworkRequest[] = [];
  const network = {
    request: async (request: NetworkRequest) => {
      asked.push(request);
      return {
        status: 201,
        statusText: 'Created',
        url: request.url,
        headers: [['Content-Type', 'application/json']] satisfies [string, string][],
        body: new TextEncoder().encode(JSON.stringify({ got: request.body ?? null })),
        truncated: false,
      };
    },
  };
  const context = { ...workspace.context, ...(hasNetwork ? { network } : {}) };
  const host = createJavaScriptHost(() => createInterpreter());
  const returned = await runJavaScript(host, { code, timeoutMs }, context);
  if (typeof returned === 'string' || Array.isArray(returned)) throw new Error('No metadata.');
  return { text: String(returned.content), metadata: returned.metadata, workspace, asked };
}

describe('what a script shows', () => {
  it('is what it prints and its last value', async () => {
    const { text, metadata } = await run(`console.log('a', 1, {b: [true, null]}); 6 * 7`);
    expect(text).toBe('a 1 { b: [ true, null ] }\n=> 42');
    expect(metadata.exit_code).toBe('0');
  });

  it('is streamed line by line', async () => {
    const { workspace } = await run(`console.log('one'); console.error('two')`);
    expect(workspace.printed).toEqual(['one\n', 'two\n']);
  });

  it('includes the errors of timers and microtasks, which nobody awaits', async () => {
    const { text } = await run(
      `setTimeout(() => { null.x }, 1);\nqueueMicrotask(() => { throw new Error('micro') }); console.log('ok')`,
    );
    expect(text).toMatch(
      /^ok\nUncaught Error: micro\n.*script\.js:2[^]*Uncaught TypeError: .+\n.*script\.js:1/,
    );
  });

  it('is its error with the place, if it throws', async () => {
    const { text, metadata } = await run(`console.log('before');\nnull.x`);
    expect(text).toMatch(/^before\nUncaught TypeError: .+\n.*script\.js:2/);
    expect(metadata.exit_code).toBe('1');
    expect(text.slice(Number(metadata.error_at))).toMatch(/^Uncaught/);
  });

  it('says so if there is nothing', async () => {
    expect((await run('void 0')).text).toBe('The script printed nothing.');
  });

  it.each([
    ['new Map([[1, "a"]])', "Map(1) { 1 => 'a' }"],
    ['[1, [2, [3]]]', '[ 1, [ 2, [ 3 ] ] ]'],
    ['const a = {}; a.self = a; a', '{ self: [Circular] }'],
    ['new Uint8Array([1, 2])', 'Uint8Array(2) [ 1, 2 ]'],
    ['10n ** 20n', '100000000000000000000n'],
    ['new Date(0)', '1970-01-01T00:00:00.000Z'],
    ['(function named() {})', '[Function: named]'],
  ])('%s as %s', async (code, shown) => {
    expect((await run(code)).text).toBe(`=> ${shown}`);
  });
});

describe('import() with a literal name', () => {
  const files = {
    'a.js': 'export const a = 1;',
    'b/c.js': `export const c = (await import('../a.js')).a + 1;`,
  };

  it.each([
    `import('./a.js').then(({ a }) => console.log(a))`,
    `console.log((await import('./a.js')).a)`,
    `const { c } = await import("/workspace/b/c.js"); console.log(c - 1)`,
    `const load = () => import(\`./a.js\`); load().then(({ a }) => console.log(a))`,
  ])('loads a module of the workspace: %s', async (code) => {
    expect((await run(code, { files })).text).toMatch(/^1$|^1\n=> /);
  });

  it('rejects for what is not there, when it is reached', async () => {
    const { text } = await run(
      `if (false) import('./none.js'); await import('./no.js').catch(({ message }) => console.log(message))`,
    );
    expect(text).toContain(`Cannot import 'no.js'`);
  });
});

describe('time', () => {
  it('is waited for: timers, promises, intervals that are cleared', async () => {
    const { text } = await run(`
      let ticks = 0;
      const id = setInterval(() => { if (++ticks === 3) { clearInterval(id); console.log('three'); } }, 1);
      setTimeout(() => console.log('late'), 30);
      const gone = setTimeout(() => console.log('never'), 5); clearTimeout(gone);
      await new Promise((done) => setTimeout(done, 5));
      console.log('first line of the module is over');
    `);
    expect(text.split('\n').toSorted()).toEqual(['first line of the module is over', 'late', 'three']);
  });

  it.each([
    ['an endless loop', 'console.log("in"); for (;;);'],
    [
      'an endless chain of promises',
      'console.log("in"); const again = () => Promise.resolve().then(again); again(); await new Promise(() => {});',
    ],
    [
      'a timer that is set again and again',
      'console.log("in"); const again = () => setTimeout(again, 1); again();',
    ],
    ['a regular expression', 'console.log("in"); /(a+)+$/.test("a".repeat(50) + "b")'],
  ])('of %s ends at the deadline, with what was printed', async (_, code) => {
    await expect(run(code, { timeoutMs: 300 })).rejects.toMatchObject({
      type: 'timeout',
      message: expect.stringContaining('until then:\nin') as unknown,
    });
  });

  it('that nothing can end is said at once', async () => {
    await expect(run('await new Promise(() => {})')).rejects.toThrow(/would never end/);
  });
});

describe('what would break an interpreter', () => {
  it.each([
    ['an allocation bomb', 'const all = []; for (;;) all.push({})'],
    ['an allocation bomb of buffers', 'const all = []; for (;;) all.push(new ArrayBuffer(1e6))'],
    ['one huge string', '"x".repeat(2 ** 29) + "y"'],
    ['a deep recursion', 'const f = (n) => f(n + 1) + 1; f(0)'],
    ['a deep structure', 'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; JSON.stringify(a)'],
  ])('%s ends in one error', async (_, code) => {
    const ended = await run(code).catch((error: unknown) => ({ text: messageOf(error) }));
    expect(ended.text).toMatch(/out of memory|stack|recursion|invalid|too/i);
  });

  it('100 MB of output are cut', async () => {
    const { text, metadata } = await run(
      'const line = "x".repeat(100_000); for (let i = 0; i < 1_000; i++) console.log(line)',
      { timeoutMs: 120_000 },
    );
    expect(text.length).toBeLessThan(16_000);
    expect(Number(metadata.printed)).toBe(100_001_000);
  });
});

describe('the workspace', () => {
  it('is read and written through the file port', async () => {
    const { text, workspace } = await run(
      `
      const rows = (await files.read('data/in.csv')).split('\\n');
      await files.write('out/sum.txt', String(rows.map(Number).reduce((a, b) => a + b)));
      await files.write('out/raw.bin', new Uint8Array([104, 105]));
      console.log((await files.list('out')).map(({ path, size }) => path + ':' + size).join(' '));
      console.log(new TextDecoder().decode(await files.readBytes('out/raw.bin')));
      await files.remove('data', { recursive: true });
    `,
      { files: { 'data/in.csv': '1\n2\n3' } },
    );
    expect(text).toBe('out/raw.bin:2 out/sum.txt:1\nhi');
    expect(workspace.tree()).toEqual({ 'out/': '', 'out/raw.bin': 'hi', 'out/sum.txt': '6' });
  });

  it('ends where the path gate ends it', async () => {
    expect((await run(`await files.read('../secrets')`)).text).toMatch(/Access denied/);
  });

  it('has modules, which import each other', async () => {
    const { text } = await run(
      `import { double } from './lib/double.js'; import config from './config.json'; console.log(double(config.n));`,
      {
        files: {
          'lib/double.js': `import { two } from './two.js'; export const double = (n) => n * two;`,
          'lib/two.js': 'export const two = 2;',
          'config.json': '{"n": 21}',
        },
      },
    );
    expect(text).toBe('42');
  });

  it.each([
    [`import x from 'lodash'`, /npm install lodash/],
    [`require('lodash')`, /npm install lodash/],
    [`import 'node:http'`, /fetch\(\)/],
    [`import x from './none.js'`, /Cannot import 'none.js'/],
    [`import x from '/etc/passwd'`, /no such file/],
    [`require('child_process')`, /execute_shell_command/],
  ])('%s says what can be done', async (code, message) => {
    expect((await run(code)).text).toMatch(message);
  });
});

describe('the network', () => {
  it('is refused where the agent may not use it', async () => {
    const { text } = await run(`await fetch('https://example.com')`);
    expect(text).toMatch(/may not use the network/);
  });

  it('is a request through the port', async () => {
    const { text, asked } = await run(
      `const answer = await fetch('https://example.com/a', { method: 'POST', headers: { 'X-A': '1' }, body: 'hello' });
       console.log(answer.status, answer.ok, answer.headers.get('content-type'), await answer.json());`,
      { hasNetwork: true },
    );
    expect(text).toBe("201 true application/json { got: 'hello' }");
    expect(asked).toMatchObject([
      { url: 'https://example.com/a', method: 'POST', headers: { 'x-a': '1' }, body: 'hello' },
    ]);
  });
});

describe('what a script printed', () => {
  it('is told also where nothing can end it', async () => {
    await expect(run('console.log("before"); await new Promise(() => {});')).rejects.toThrow(/before/);
  });
});

it('sends bytes as they are', async () => {
  const { asked } = await run(
    `await fetch('https://example.com/a', { method: 'POST', body: new Uint8Array([0, 255, 7]) });`,
    { hasNetwork: true },
  );
  expect(asked).toMatchObject([{ body: new Uint8Array([0, 255, 7]) }]);
});

describe('the worker around it', () => {
  it.each([
    'typeof self',
    'typeof postMessage',
    'typeof importScripts',
    'typeof navigator',
    'typeof WebAssembly',
    'typeof indexedDB',
    'typeof host',
    'typeof document',
  ])('is not there: %s', async (code) => {
    expect((await run(code)).text).toBe('=> undefined');
  });

  it('cannot be reached over a constructor', async () => {
    const { text } = await run(
      `export default (await Promise.all([console.log, files.read, setTimeout, fetch].map((f) => f.constructor('return typeof postMessage + typeof self')()))).join(' ')`,
    );
    expect(text).toBe(`=> ${Array(4).fill('undefinedundefined').join(' ')}`);
  });
});
