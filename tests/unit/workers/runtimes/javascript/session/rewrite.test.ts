/** Rewriting a script so that its declarations stay: which parts of its text change. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rewrite } from '#workers/runtimes/javascript/session/rewrite.ts';

it.each([
  ['const a = 1;', 'var   a = 1;'],
  ['let a, b = 2;', 'var a = void 0, b = 2;'],
  ['var a;', 'var a;'],
  ['class A {}\n(1)', 'var A = class A {};\n(1)'],
  ['{ const a = 1; }', '{ const a = 1; }'],
  ['for (const a of b) {}', 'for (const a of b) {}'],
  ['export const a = 1;', '       var   a = 1;'],
  ['const a = 1;\nexport { a }', 'var   a = 1;\n;           '],
  ['let a', 'var a = void 0;'],
  ['let a // b', 'var a = void 0; // b'],
  ['let a ;', 'var a = void 0 ;'],
  ['let a\n;[1]', 'var a = void 0\n;[1]'],
  ['export let a, b\n(1)', '       var a = void 0, b = void 0;\n(1)'],
  ['export default a;', '__exported__ = a;'],
  ['export  default [1]', ' __exported__ = [1]'],
  ['export\n\tdefault[1]', '\n __exported__ =[1]'],
  ['export/* default */default // b\n a;', '            __exported__ = // b\n a;'],
  ['export // default\ndefault class A {}', '          \nvar A = __exported__ = class A {};'],
  ['export default function f() {}', '               function f() {};__exported__ = f;'],
  ['export default class A {}', 'var A = __exported__ = class A {};'],
  ['export default class {}\n(1)', '__exported__ = class {};\n(1)'],
  ['"use strict"; const a = 1;', '"use strict"; var   a = 1;'],
])('%s', (code, rewritten) => {
  expect(rewrite(code)?.code).toBe(rewritten);
});

it('imports are a module on the same lines, and are gone from the script', () => {
  const code = `import a, { b as c } from './x.js';\nconst d = 1;\nimport * as e from './y.js'; d`;
  const { code: left, imports = '', imported } = rewrite(code) ?? {};
  expect(left?.split('\n').map((line) => line.trim())).toEqual([';', 'var   d = 1;', `;${' '.repeat(28)}d`]);
  const [first, second, third] = imports.split('\n');
  expect([first, second?.trim()]).toEqual([`import a, { b as c } from './x.js';`, '']);
  expect(third).toContain(`import * as e from './y.js';`);
  expect(imported).toEqual([
    { name: 'a', from: './x.js', exported: 'default' },
    { name: 'c', from: './x.js', exported: 'b' },
    { name: 'e', from: './y.js', exported: '*' },
  ]);
});

it('what cannot be parsed is left to the interpreter', () => {
  expect(rewrite('const a = ;')).toBeUndefined();
  expect(rewrite('['.repeat(100_000))).toBeUndefined();
});

it('has as many lines as the script, each with its own code', () => {
  const statements = [
    'const a = 1;',
    'let b\n  , c = 2',
    'class D {\n  m() {}\n}',
    'export const e = 3;',
    'import f from "./f.js"',
    'export {\n  a\n}',
    'if (a) {\n  let g\n}',
    '// const h',
    'await 0',
  ];
  const mark = (at: number) => `mark(${at})`;
  fc.assert(
    fc.property(fc.shuffledSubarray(statements), (list) => {
      const code = list.flatMap((each, at) => [each, mark(at)]).join('\n');
      const { code: after = code } = rewrite(code) ?? {};
      const lines = code.split('\n');
      expect(after.split('\n')).toHaveLength(lines.length);
      for (const [at, line] of after.split('\n').entries())
        if (line.includes('mark(')) expect(line.trim()).toBe(lines[at]);
    }),
  );
});
