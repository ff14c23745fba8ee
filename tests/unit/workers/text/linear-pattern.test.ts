import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compileLinear, compileLongest } from '#workers/text/linear-pattern.ts';

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

describe('the longest match', () => {
  it.each([
    ['ab|abcd', 'xabcd', 0, 1, 5],
    ['(a|ab)(c|bcd)(d*)', 'abcd', 0, 0, 4],
    ['a*', 'baaa', 0, 0, 0],
    ['a*', 'baaa', 1, 1, 4],
    ['^a', 'aa', 1, -1, -1],
    ['a$', 'aa', 0, 1, 2],
    ['.', 'x\n', 1, 1, 2],
    ['.', '\u{1f600}', 0, 0, 2],
    ['[^a]', 'a\udc80', 0, 1, 2],
    ['\\x{dc80}', 'a\udc80', 0, 1, 2],
  ])('of %s in %j from %i', (source, text, from, start, end) => {
    const found = compileLongest(source).find(text, from);
    expect(found ? [found.start, found.end] : [-1, -1]).toEqual([start, end]);
  });

  it('has groups', () => {
    const found = compileLongest('(a+)(x)?(b*)').find('caab', 0);
    expect([1, 2, 3].map((index) => found?.group(index))).toEqual([[1, 3], undefined, [3, 4]]);
  });

  it('is what RE2 finds, whichever engine runs it', () => {
    const letters = ['a', 'b', '_', ' ', '\t', '\n', 'é', '😀', '\udcff', '1'];
    const unit = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '[\\x{20}-\\x{62}]', '\\x{e9}', '[\\t-\\r ]');
    const source = fc
      .tuple(
        fc.constantFrom('', '^'),
        fc.array(unit, { maxLength: 3 }),
        fc.constantFrom('', '*', '+', '?'),
        fc.constantFrom('', '$'),
      )
      .filter(([, units, count]) => units.length > 0 || count === '')
      .map(([begin, units, count, end]) => begin + units.join('') + count + end);
    const text = fc.array(fc.constantFrom(...letters), { maxLength: 12 });
    fc.assert(
      fc.property(source, text, fc.nat(12), (pattern, characters, at) => {
        const line = characters.join('');
        const from = characters.slice(0, at).join('').length;
        const matcher = RE2JS.compile(pattern, RE2JS.LONGEST_MATCH | RE2JS.DOTALL).matcher(line);
        const expected = matcher.find(from) ? [matcher.start(), matcher.end()] : undefined;
        const found = compileLongest(pattern).find(line, from);
        expect(found && [found.start, found.end]).toEqual(expected);
      }),
      { numRuns: 5_000 },
    );
  });

  it('takes linear time on one long line', () => {
    const pattern = compileLongest('a+$');
    expect(pattern.find(long, 0)).toBeUndefined();
    expect(compileLongest('a*').find(long, 0)?.end).toBe(100_000);
  });
});
