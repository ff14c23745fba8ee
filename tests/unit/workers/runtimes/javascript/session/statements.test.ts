/** Rewritten scripts on the real interpreter have the same meaning as the original ones. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import {
  createJavaScriptHost,
  type JavaScriptHost,
} from '#workers/runtimes/javascript/session/javascript-host.ts';
import { contentOf, createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let host: JavaScriptHost;

beforeEach(async () => {
  workspace = await createTestWorkspace({ 'one.js': 'export const one = 1;' });
  host = createJavaScriptHost(createInterpreter);
});

async function run(code: string): Promise<string> {
  return String(contentOf(await runJavaScript(host, { code, timeoutMs: 20_000 }, workspace.context)));
}

describe('statements without semicolons stay apart', () => {
  it.each([
    ['let total\n[1, 2].forEach((n) => (total = n))\ntotal', '2'],
    ['let s\n`x`', 'x'],
    ['let a\n;(() => { a = 1 })()\na', '1'],
    ['var b = 0; let a\n(() => { b = 2 })()\nb', '2'],
    ['let a, b\n+1', '1'],
    ['const t = [1]\nexport { t }\n[2].map((n) => n + t[0])', '[ 3 ]'],
    ['const t = [1]\nimport { one } from "./one.js"\n[2].map((n) => n + one)', '[ 3 ]'],
    ['const t = [1]\nexport * from "./one.js"\n;[2].map((n) => n + t[0])', '[ 3 ]'],
  ])('%s', async (code, value) => {
    expect(await run(code)).toBe(`=> ${value}`);
  });
});

it.each([
  ['export  default [1]', '=> [ 1 ]'],
  ['export /* a\n */ default class A { static n = 1 }; A.n', '=> [Function: A]'],
  ['export default (1, 2)', '=> 2'],
])('%s is the value of the script', async (code, said) => {
  expect(await run(code)).toBe(said);
});

it('what a script that fails exports is no variable', async () => {
  expect(await run('export default 6; null.x')).toContain('Uncaught TypeError');
  expect(await run('Object.getOwnPropertyNames(globalThis).includes("__exported__")')).toBe('=> false');
  expect(await run('export default Promise.reject(new Error("late"))')).toContain('Uncaught Error: late');
  expect(await run('"__exported__" in globalThis')).toBe('=> false');
  expect([...workspace.kept]).toEqual([]);
});
