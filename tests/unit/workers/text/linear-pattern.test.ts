import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compileLinear } from '#workers/text/linear-pattern.ts';

/** A backtracking engine would exceed the timeout of the test. */
const long = `${'a'.repeat(100_000)}!`;

describe('a pattern', () => {
  it.each([
    '(a+)+$',
    '(a|aa)+$',
    '(a|a)*b',
    '([a-zA-Z]+)*$',
    '(.*)*x',
    'a+b',
    '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b',
    `${'(?:a|a)'.repeat(30)}b`,
    `${'a?'.repeat(60)}${'a'.repeat(60)}b`,
  ])('takes linear time on one long line: %s', (source) => {
    expect(() => compileLinear(source).test(long)).not.toThrow();
  });

  it.each(['(?=a)b', '(?!a)b', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<x>a)\\k<x>'])(
    'of %s is refused',
    (source) => {
      expect(() => compileLinear(source)).toThrow();
    },
  );

  it.each([
    ['TODO|FIXME', 'a FIXME here', 2],
    ['console\\.(log|warn)', 'x console.warn()', 2],
    ['[^\\x00-\\x7f]', 'caf\u00e9', 3],
    ['\\bawait\\b', 'awaited, await', 9],
    [';$', 'a; b;', 4],
    ['[[]', 'a[', 1],
    ['^.$', '😀', 0],
    ['a+', 'baa', 1],
    ['x', 'abc', -1],
  ])('%s is found in %s', (source, text, at) => {
    expect(compileLinear(source).indexIn(text)).toBe(at);
    expect(compileLinear(source).test(text)).toBe(at >= 0);
  });

  it('finds what RE2 finds, whichever engine runs it', () => {
    const letters = [
      'a',
      'B',
      '_',
      '1',
      ' ',
      'é',
      'É',
      '😀',
      'ß',
      'K',
      'ſ',
      'k',
      's',
      '-',
      '.',
      '\u00a0',
      '/',
    ];
    const escapes = ['\\d', '\\w', '\\b', '\\t', '\\.', '\\(', '\\\\', '[a-f]', '[^a-f]', '[\\w.]', '[^\\d]'];
    const part = fc.constantFrom(...letters.filter((each) => each !== '.'), ...escapes, '^', '$', '|');
    const grouped = fc.array(part, { maxLength: 4 }).map((parts) => `(${parts.join('')})`);
    const source = fc
      .array(fc.oneof({ weight: 5, arbitrary: part }, grouped), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''));
    const text = fc.array(fc.constantFrom(...letters, '\t', '\\', '(', 'f'), { maxLength: 12 });
    fc.assert(
      fc.property(source, text, fc.boolean(), (pattern, characters, ignoreCase) => {
        const line = characters.join('');
        const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
        const matcher = RE2JS.compile(RE2JS.translateRegExp(pattern), flags).matcher(line);
        const at = matcher.find() ? matcher.start() : -1;
        expect(compileLinear(pattern, { ignoreCase }).indexIn(line)).toBe(at);
      }),
      { numRuns: 5_000 },
    );
  });
});

it.each([
  ['(?=a)b', /^the look-ahead \(\?=…\) is not supported$/],
  ['(?<!a)b', /^the look-behind \(\?<!…\) is not supported$/],
  [String.raw`(a)\1`, /^the backreference \\1 is not supported$/],
  ['(ab)+(', /^a parenthesis is not closed$/],
  ['(ab)+)', /^a closing parenthesis has no opening one$/],
  ['a{2000}', /^\{2000\} repeats more than 1,000 times$/],
  [String.raw`\p{Letter}+`, /^the class \\p\{Letter\} is unknown/],
  ['[z-a]+', /^invalid character class range: z-a$/],
])('says why %s is not accepted', (pattern, reason) => {
  expect(() => compileLinear(pattern)).toThrow(reason);
});
