/** The variables of a conversation when restoring them fails, or when a fresh script fails. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { messageOf } from '#shared/message-of.ts';
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import {
  createJavaScriptHost,
  type JavaScriptHost,
} from '#workers/runtimes/javascript/session/javascript-host.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let host: JavaScriptHost;

type Given = { timeoutMs?: number; fresh?: boolean; javascript?: JavaScriptHost };

async function run(code: string, { timeoutMs = 20_000, fresh = false, javascript = host }: Given = {}) {
  try {
    return String(contentOf(await runJavaScript(javascript, { code, timeoutMs, fresh }, workspace.context)));
  } catch (error) {
    return messageOf(error);
  }
}

/** A new host, as after a reload. */
function restart(): void {
  host = createJavaScriptHost(createInterpreter);
}

beforeEach(async () => {
  workspace = await createTestWorkspace();
  restart();
});
afterEach(() => void vi.restoreAllMocks());

it('variables that are not restored in time are kept for the next call', async () => {
  await run('class Slow { static steps = (() => { let n = 0; while (n < 100_000) n++; return n })() }');
  restart();
  // Each reading of the clock is 4 s later.
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 4_000));
  expect(await run('Slow.steps')).toMatch(/not be restored in 3 s.*still kept.*again.*fresh: true/s);
  clock.mockRestore();
  expect(await run('typeof Slow', { fresh: true })).toBe('=> undefined');
  expect(await run('Slow.steps')).toBe('=> 100000');
});

it('variables that cannot be restored are given up, so that the next script runs', async () => {
  await run('const a = 1');
  workspace.kept.set(
    'javascript',
    String(workspace.kept.get('javascript')).replace('"names":[', '"names":[null,'),
  );
  restart();
  expect(await run('1')).toContain('could not be restored and are lost');
  expect(await run('typeof a')).toBe('=> undefined');
});

it('a fresh script that is stopped or breaks does no harm to the variables', async () => {
  // A closure exists only in the interpreter, and cannot be restored.
  await run('const count = (() => { let n = 0; return () => ++n })()');
  expect(await run('for (;;);', { fresh: true, timeoutMs: 100 })).toContain('stopped after 0.1 s.');
  expect(await run('count()')).toBe('=> 1');
  const broken: JavaScriptHost = {
    ...host,
    fresh: async () => ({
      ...(await host.fresh()),
      begin: () => {
        throw new WebAssembly.RuntimeError('unreachable');
      },
    }),
  };
  expect(await run('1', { fresh: true, javascript: broken })).toContain(
    'The interpreter broke (unreachable). Use less memory',
  );
  expect(await run('count()')).toBe('=> 2');
});

it('a module that is imported again sends and writes nothing, and does so in full where a script imports it', async () => {
  const sent: string[] = [];
  const network: NetworkPort = {
    request: async ({ url }) => {
      sent.push(url);
      return { status: 200, statusText: 'OK', url, headers: [], body: new Uint8Array(), truncated: false };
    },
  };
  Object.assign(workspace.context, { network });
  await workspace.files.write('sends.js', 'await fetch("https://a.example/"); export const s = 1;');
  await workspace.files.write('writes.js', 'await files.append("log.txt", "x"); export const w = 1;');
  await workspace.files.write(
    'hides.js',
    'await files.makeDirectory("out").catch(() => 0); export const h = 1;',
  );
  const code =
    'import { h } from "./hides.js"; import { s } from "./sends.js"; import { w } from "./writes.js"; [s, w, h]';
  expect(await run(code)).toBe('=> [ 1, 1, 1 ]');
  restart();
  const said = await run('[typeof s, typeof w, h]');
  expect(said).toContain("=> [ 'undefined', 'undefined', 1 ]");
  expect(said).toMatch(/\[s is not there any more: .*Nothing was sent: this module is imported again/);
  expect(said).toMatch(/\[w is not there any more: .*Nothing was written: this module is imported again/);
  expect(said).toContain("['./hides.js' was imported again without network");
  expect([sent.length, await (await workspace.files.read('log.txt')).text()]).toEqual([1, 'x']);
  expect(await run('import { s } from "./sends.js"; s')).toBe('=> 1');
  expect(sent).toHaveLength(2);
});

it('all imports share one deadline; after it there are the variables, and no imports', async () => {
  await workspace.files.write('quick.js', 'export const q = 1;');
  const slow = 'if (Array.isArray(globalThis.skip)) {} else await new Promise((f) => setTimeout(f, 1_600));';
  for (const name of ['a', 'b'])
    await workspace.files.write(`${name}.js`, `${slow} export const ${name} = 1;`);
  await run('skip = []; const v = 5');
  await run('import { q } from "./quick.js"; import { a } from "./a.js"; import { b } from "./b.js"');
  restart();
  const said = await run('[typeof q, typeof a, typeof b, v]');
  expect(said).toContain("=> [ 'undefined', 'undefined', 'undefined', 5 ]");
  expect(said).toMatch(/\[q is not there any more: importing '\.\/[ab]\.js' again took too long/);
  expect(await run('import { q } from "./quick.js"; q')).toBe('=> 1');
});
