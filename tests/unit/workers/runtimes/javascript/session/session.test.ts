/** Variables of consecutive scripts: in one host, in a new host, and after a script that was stopped. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { messageOf } from '#shared/message-of.ts';
import { createInterpreter } from '#workers/runtimes/javascript/interpreter.ts';
import { runJavaScript } from '#workers/runtimes/javascript/run-javascript.ts';
import {
  createJavaScriptHost,
  type JavaScriptHost,
} from '#workers/runtimes/javascript/session/javascript-host.ts';
import { createTestWorkspace } from '#tests/fixtures/memory/workspace.ts';

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let host: JavaScriptHost;

type Given = { timeoutMs?: number; fresh?: boolean };

async function run(code: string, { timeoutMs = 20_000, fresh }: Given = {}): Promise<string> {
  const args = { code, timeoutMs, ...(fresh === undefined ? {} : { fresh }) };
  const returned = await runJavaScript(host, args, workspace.context).catch(messageOf);
  return typeof returned === 'object' && 'content' in returned ? String(returned.content) : String(returned);
}

/** A new host, as after a reload, a kill, or in another tab. */
function restart(): void {
  host = createJavaScriptHost(createInterpreter);
}

beforeAll(() => createInterpreter());
beforeEach(async () => {
  workspace = await createTestWorkspace();
  restart();
});

describe('what a script declares at its top level is there for the next one', () => {
  it.each([
    ['const a = 1', 'a', '1'],
    ['let { b, c: [d] } = { b: 1, c: [2] }', '[b, d]', '[ 1, 2 ]'],
    ['class A { static n = 1; get() { return A.n } }', 'new A().get()', '1'],
    ['class A {} class B extends A {}', 'new B() instanceof A', 'true'],
    ['function f() { return 3 }', 'f()', '3'],
    ['var v = 4', 'v', '4'],
    ['w = 5', 'w', '5'],
    ['const x = await Promise.resolve(6)', 'x', '6'],
    ['await 0; async function g() { return 7 }', 'await g()', '7'],
    ['export const e = 8; export { e as other }', 'e', '8'],
    ['export default class D { n = 9 }', 'new D().n', '9'],
    ['export default function h() { return 10 }', 'h()', '10'],
    ['"use strict"; let s = 11; export default s', 's', '11'],
  ])('%s', async (first, second, value) => {
    await run(first);
    expect(await run(second)).toBe(`=> ${value}`);
    restart();
    expect(await run(second)).toBe(`=> ${value}`);
  });

  it('can be declared again, and without a value has none', async () => {
    await run('const a = 1; let b = 2; class C {}');
    expect(await run('const a = "new"; let b; class C { is = 3 }; [a, b, new C().is]')).toBe(
      "=> [ 'new', undefined, 3 ]",
    );
  });

  it('but not what is declared in a block', async () => {
    await run('{ let inner = 1; const f = () => inner } for (const each of [1]) {}');
    expect(await run('[typeof inner, typeof each]')).toBe("=> [ 'undefined', 'undefined' ]");
  });

  it('shares one variable with the functions that use it', async () => {
    await run('let total = 0; const add = (n) => (total += n)');
    await run('add(2)');
    await run('total = total * 10');
    restart();
    expect(await run('add(1); total')).toBe('=> 21');
  });

  it('also if the script then fails, as on a prompt', async () => {
    expect(await run('const before = 1;\n\nnull.x;\nconst after = 2')).toMatch(/script\.js:3/);
    expect(await run('[before, after]')).toBe('=> [ 1, undefined ]');
  });
});

describe('the last value of a script', () => {
  it.each([
    ['await 0; 5', '5'],
    ['const a = 1; a + 1', '2'],
    ['Promise.resolve(3)', '3'],
    ['import { one } from "./one.js"; one + 3', '4'],
    ['export default 6; 7', '6'],
    ['if (true) { 8 }', '8'],
    ['5\nexport {}', '5'],
  ])('of %s', async (code, value) => {
    await workspace.files.write('one.js', 'export const one = 1;');
    expect(await run(code)).toBe(`=> ${value}`);
  });

  it('is no variable', async () => {
    await run('export default 6');
    expect(await run('Object.keys(globalThis)')).toBe('=> []');
  });
});

describe('a new host', () => {
  it.each([
    ['undefined', 'undefined'],
    ['[NaN, -0, Infinity, 10n ** 30n]', undefined],
    ['new Map([[{ a: 1 }, new Set([1, "b"])]])', undefined],
    ['new Date(5)', undefined],
    ['[new Date(NaN), /a+b/gi]', undefined],
    ['new Uint8Array([1, 2, 255])', undefined],
    ['new Float64Array([1.5])', undefined],
    ['Object.create(null, { a: { value: 1, enumerable: true } })', undefined],
    ['[1, , 3]', undefined],
    ['({ [Symbol.for("s")]: 1, [Symbol.iterator]: null })', undefined],
    ['[Math.max, console, Array.prototype]', undefined],
    ['new URL("https://a.example/b?c=d#e")', '.href'],
    ['"\\ud83d\\ude00 \\ud800 \\0"', undefined],
    ['({ ["__proto__"]: 1, constructor: 2 })', undefined],
    ['[function named() {}, async () => 1, function* () {}, class K {}]', undefined],
    ['({ n: 1, twice() { return this.n * 2 } }).twice()', undefined],
  ])('has %s again', async (expression, member = '') => {
    await run(`const value = ${expression};`);
    const before = await run(`value${member}`);
    restart();
    expect(await run(`value${member}`)).toBe(before);
  });

  it.each([
    [
      'const o = { n: 1, twice() { return this.n * 2 }, get half() { return this.n / 2 } }',
      '[o.twice(), o.half]',
      '[ 2, 0.5 ]',
    ],
    ['const f = Object.freeze({ a: 1 })', 'Object.isFrozen(f)', 'true'],
    ['const a = []; a.self = a; a.push({ a })', '[a[0].a === a, a.self === a]', '[ true, true ]'],
    ['const one = {}, two = { one }', 'two.one === one', 'true'],
    ['const m = new Map(); m.set("m", m)', 'm.get("m") === m', 'true'],
    [
      'class P { x = 1; len() { return this.x } } const p = new P(); p.x = 5',
      '[p instanceof P, p.len()]',
      '[ true, 5 ]',
    ],
    [
      'class Stack extends Array {} const s = Stack.from([1, 2])',
      '[s instanceof Stack, s.length]',
      '[ true, 2 ]',
    ],
    [
      'class Oops extends Error {} const e = new Oops("why"); e.code = 3',
      '[e instanceof Oops, e.message, e.code]',
      "[ true, 'why', 3 ]",
    ],
    ['class Count { static n = 0; static up() { return ++Count.n } } Count.up()', 'Count.n', '1'],
    [
      'function Old() { this.a = 1 } Old.prototype.get = function () { return this.a }; const old = new Old()',
      'old.get() + new Old().get()',
      '2',
    ],
    ['const fib = (n) => n < 2 ? n : fib(n - 1) + fib(n - 2)', 'fib(10) + fib.name', '55fib'],
    [
      'const view = new DataView(new ArrayBuffer(4), 1, 2); const all = new Uint8Array(view.buffer); view.setUint8(0, 7)',
      '[all[1], view.getUint8(0)]',
      '[ 7, 7 ]',
    ],
    [
      'const deep = []; let at = deep; for (let i = 0; i < 20_000; i++) at.push(at = [])',
      'let count = 0; for (let a = deep; a; a = a[0]) count++; count',
      '20001',
    ],
    ['let Sub; class Base { is = 1 } Sub = class extends Base {}', 'new Sub().is', '1'],
  ])('after %s', async (first, second, value) => {
    await run(first);
    expect(await run(second)).toBe(`=> ${value}`);
    restart();
    expect(await run(second)).toBe(`=> ${value}`);
  });

  it.each([
    [
      'const counter = (() => { let n = 0; return () => ++n })()',
      'counter',
      'variables of a function around it',
    ],
    ['const made = new Function("return 1")', 'made', 'not of a script'],
    ['const held = Promise.resolve(1)', 'held', 'a Promise cannot be kept'],
    ['class H { #n = 1; get() { return this.#n } } const hidden = new H()', 'hidden', 'private fields'],
    ['const steps = (function* () { yield 1 })()', 'steps', 'cannot be kept'],
    ['const own = { [Symbol("own")]: 1 }', 'own', 'a symbol of its own'],
    ['const large = "x".repeat(1_500_000)', 'large', 'too large'],
    ['const weak = new WeakMap()', 'weak', 'a WeakMap cannot be kept'],
    ['const tied = { f() { return super.toString() } }', 'tied', 'a function around it'],
  ])('says what is gone: %s', async (first, name, reason) => {
    await run(`${first}; const kept = 1`);
    expect(await run(`typeof ${name}`)).not.toContain('undefined');
    restart();
    const said = await run(`[typeof ${name}, kept]`);
    expect(said).toContain("=> [ 'undefined', 1 ]");
    expect(said).toMatch(new RegExp(`\\[${name} is not there any more: .*${reason}`));
  });

  it('keeps the small values where there is no room for all', async () => {
    await run('const big = "b".repeat(700_000); const wide = "ü".repeat(300_000); const small = 3');
    restart();
    expect(await run('[typeof big, typeof wide, small]')).toContain("=> [ 'undefined', 'string', 3 ]");
  });

  it('imports again, and sees what has changed in a module', async () => {
    await workspace.files.write(
      'lib.js',
      'export let n = 1; export const up = () => ++n; export default "d"',
    );
    await run('import d, { n, up as more } from "./lib.js"; import * as all from "./lib.js"');
    expect(await run('more(); [d, n, all.n]')).toBe("=> [ 'd', 2, 2 ]");
    restart();
    expect(await run('[d, n, all.n]')).toBe("=> [ 'd', 1, 1 ]");
    await workspace.files.write(
      'lib.js',
      'export let n = "new"; export const up = () => ++n; export default "d"',
    );
    expect(await run('import { n as fresh } from "./lib.js"; [n, fresh]')).toBe("=> [ 1, 'new' ]");
    await workspace.files.remove('lib.js');
    restart();
    expect(await run('typeof n')).toMatch(/\[n is not there any more: .*Cannot import 'lib\.js'/);
  });
});

describe('a script that does not come to its end', () => {
  it.each([
    [
      'is stopped at its deadline',
      'a = 2; const b = 1; for (;;);',
      /stopped after 0\.3 s.*as they were before/,
    ],
    ['waits for nothing', 'a = 2; const b = 1; await new Promise(() => {})', /would never end/],
    ['uses up the memory', 'a = 2; const b = []; for (;;) b.push(new ArrayBuffer(1e6))', /out of memory/],
  ])('leaves the variables as they were: it %s', async (_, code, message) => {
    await run('var a = 1');
    expect(await run(code, { timeoutMs: /memory/.test(String(message)) ? 20_000 : 300 })).toMatch(message);
    expect(await run('[a, typeof b]')).toBe("=> [ 1, 'undefined' ]");
  });

  it('also if it was stopped by the user', async () => {
    await run('var a = 1');
    const stop = new AbortController();
    const context = { ...workspace.context, signal: stop.signal };
    const stopped = runJavaScript(
      host,
      { code: 'a = 2; await new Promise((f) => setTimeout(f, 1e4))', timeoutMs: 20_000 },
      context,
    );
    setTimeout(() => stop.abort(new Error('stopped')), 50);
    await expect(stopped).rejects.toThrow('stopped');
    expect(await run('a')).toBe('=> 1');
  });

  it('leaves no timer to the next one', async () => {
    await run('setTimeout(() => console.log("late"), 100); null.x');
    expect(await run('await new Promise((done) => setTimeout(done, 200)); "quiet"')).toBe('=> quiet');
  });
});

describe('names of the API', () => {
  it('are those of the API again in the next script', async () => {
    expect(await run('const files = ["a"]; const Map = 1; files')).toContain(
      `['files' is what scripts find again`,
    );
    expect(await run('[typeof files.read, new Map().size]')).toBe("=> [ 'function', 0 ]");
  });

  it('do no harm where a script breaks what the session uses', async () => {
    await run('var a = 1');
    expect(await run('JSON.stringify = null; Array.prototype.map = null; a = 2')).toContain(
      'could not be kept',
    );
    expect(await run('[a, JSON.stringify([1].map(String))]')).toBe(`=> [ 1, '["1"]' ]`);
  });
});

it('variables that take too long to keep are there until the page is reloaded', async () => {
  await run('var a = 1');
  const said = await run('a = 2; const slow = new Proxy({}, { getPrototypeOf() { for (;;); } })');
  expect(said).toContain(
    '[the variables could not be kept in time: they are lost when the page is reloaded]',
  );
  expect(await run('[a, typeof slow]')).toContain("=> [ 2, 'object' ]");
  restart();
  expect(await run('[a, typeof slow]')).toBe("=> [ 1, 'undefined' ]");
});

it('a fresh script finds no variables and leaves none', async () => {
  await run('var a = 1');
  expect(await run('typeof a', { fresh: true })).toBe('=> undefined');
  await run('var a = 2; var b = 3', { fresh: true });
  expect(await run('[a, typeof b]')).toBe("=> [ 1, 'undefined' ]");
});

it('another host of the session has the last word', async () => {
  await run('var a = 1');
  const first = host;
  restart();
  await run('a = 2; var b = 3');
  host = first;
  expect(await run('[a, b]')).toBe('=> [ 2, 3 ]');
});

it('a session without variables writes nothing', async () => {
  await run('console.log(1)');
  expect([...workspace.kept]).toEqual([]);
});

it('a text of another version is as if there were none', async () => {
  workspace.kept.set('javascript', '{"version":99}');
  expect(await run('1')).toBe('=> 1');
});

it('a list of 50,000 numbers is kept within the time that keeping may take', async () => {
  expect(await run('const long = Array.from({ length: 50_000 }, (_, at) => at); 0')).toBe('=> 0');
  restart();
  expect(await run('long.length + long[49_999]')).toBe('=> 99999');
});
