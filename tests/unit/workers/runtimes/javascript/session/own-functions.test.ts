/** Which functions can be restored from their source text alone. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFunctions } from '#workers/runtimes/javascript/session/own-functions.ts';

const kindOf = (code: string, text: string) => readFunctions(code)?.get(text);

describe('a function that uses what is around it', () => {
  it.each([
    ['const make = () => { let n = 0; return () => ++n }', '() => ++n'],
    ['function make(n) { return () => n }', '() => n'],
    ['{ const n = 1; globalThis.f = () => n }', '() => n'],
    ['for (const n of []) list.push(() => n)', '() => n'],
    ['for (let n = 0; n < 3; n++) list.push(() => n)', '() => n'],
    ['try {} catch (n) { f = () => n }', '() => n'],
    ['switch (1) { case 1: let n; f = () => n }', '() => n'],
    ['function o() { if (1) { var n } return () => n }', '() => n'],
    ['function o() { return () => this }', '() => this'],
    ['function o() { return () => arguments[0] }', '() => arguments[0]'],
    ['function o() { const n = 1; return () => eval("n") }', '() => eval("n")'],
    ['function o() { const n = 1; return () => ({ n }) }', '() => ({ n })'],
    ['function o() { const n = 1; return (a = n) => a }', '(a = n) => a'],
    ['const n = (function named() { return () => named })', '() => named'],
    ['class A { #p; m() { return () => this.#p } }', '() => this.#p'],
    ['const o = { m() { return super.m() } }', 'm() { return super.m() }'],
    ['function o(n) { class A { m() { return n } } return A }', 'class A { m() { return n } }'],
    ['function o(B) { return class extends B {} }', 'class extends B {}'],
    ['function o(n) { return { [n]() {} , m() { return n } } }', 'm() { return n }'],
  ])('%s', (code, text) => {
    expect(kindOf(code, text)).toBe('bound');
  });
});

describe('a function of its own', () => {
  it.each([
    ['const f = (n) => n + other', '(n) => n + other'],
    ['function f(n) { return n < 2 ? n : f(n - 1) }', 'function f(n) { return n < 2 ? n : f(n - 1) }'],
    ['function o() { return (x) => x.n + { n: 1 }.n }', '(x) => x.n + { n: 1 }.n'],
    ['const f = () => this', '() => this'],
    ['const f = () => eval("x")', '() => eval("x")'],
    [
      'function o(n) { n: for (;;) break n; return () => { n: for (;;) continue n } }',
      '() => { n: for (;;) continue n }',
    ],
    ['const o = { async *steps() { yield this.n } }', 'async *steps() { yield this.n }'],
    ['const o = { get half() { return this.n / 2 } }', 'get half() { return this.n / 2 }'],
    [
      'class A extends B { static n = () => A; m() { return super.m(A) } }',
      'class A extends B { static n = () => A; m() { return super.m(A) } }',
    ],
    [
      'const f = function ({ a, b: [c], ...d } = {}) { return a + c + d + arguments.length }',
      'function ({ a, b: [c], ...d } = {}) { return a + c + d + arguments.length }',
    ],
    ['export default function f() { return g() }', 'function f() { return g() }'],
  ])('%s', (code, text) => {
    expect(kindOf(code, text)).toBe('own');
  });
});

it('a class with private fields is one whose objects cannot be read', () => {
  expect(kindOf('class A { #p = 1 }', 'class A { #p = 1 }')).toBe('private');
  expect(kindOf('class A { get #p() { return 1 } }', 'class A { get #p() { return 1 } }')).toBe('private');
});

it('of one text in two places, the worse kind holds', () => {
  expect(kindOf('const f = () => n; { let n; g = () => n }', '() => n')).toBe('bound');
  expect(kindOf('{ let n; g = () => n } const f = () => n', '() => n')).toBe('bound');
});

it('a static method says its text without that word', () => {
  expect(kindOf('class A { static m() { return 1 } }', 'm() { return 1 }')).toBe('own');
  expect(kindOf('class A { static() { return 1 } }', 'static() { return 1 }')).toBe('own');
});

it('what is no script has none, and any text ends', () => {
  expect(readFunctions('const = 1')).toBeUndefined();
  expect(readFunctions(`${'(() => '.repeat(20_000)}1${')'.repeat(20_000)}`)).toBeUndefined();
  const words = [
    '() => ',
    'function f',
    '(a)',
    '{',
    '}',
    'class A',
    'x',
    ';',
    'let ',
    'this',
    '=',
    '#p',
    'static ',
    ',',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...words)), (parts) => {
      readFunctions(parts.join(''));
    }),
  );
});
