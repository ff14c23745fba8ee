/** The check in the host: the same verdicts as Ajv, our own messages, and no pattern that stalls. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#shared/json.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';
import { cpuTimeGrowth } from '../../../fixtures/cpu-time-growth.ts';

const check = (properties: JsonObject, values: JsonObject, more: JsonObject = {}) => {
  const verdict = checkValues({ type: 'object', properties, ...more }, values);
  return verdict.type === 'valid' ? 'valid' : verdict.message;
};

describe('sentences', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject, string]>([
    [
      'a missing parameter',
      { a: {} },
      {},
      { required: ['a', 'b'] },
      "Missing required parameter: 'a'. Missing required parameter: 'b'.",
    ],
    [
      'a wrong type',
      { a: { type: 'string' } },
      { a: 5 },
      {},
      "Parameter 'a' expected type 'string' but got number 5.",
    ],
    [
      'two types',
      { a: { type: ['string', 'null'] } },
      { a: 5 },
      {},
      "Parameter 'a' expected type 'string or null' but got number 5.",
    ],
    [
      'an option',
      { a: { enum: ['x', 'y'] } },
      { a: 'z' },
      {},
      `Parameter 'a' must be one of: x, y; got string "z".`,
    ],
    ['a constant', { a: { const: 1 } }, { a: 2 }, {}, "Parameter 'a' must be 1; got number 2."],
    ['a limit', { a: { minimum: 1 } }, { a: 0 }, {}, "Parameter 'a' must be >= 1; got number 0."],
    [
      'an open limit',
      { a: { exclusiveMaximum: 1 } },
      { a: 1 },
      {},
      "Parameter 'a' must be < 1; got number 1.",
    ],
    ['an empty text', { a: { minLength: 1 } }, { a: '' }, {}, "Parameter 'a' must not be empty."],
    [
      'a short text',
      { a: { minLength: 3 } },
      { a: 'x' },
      {},
      `Parameter 'a' must have at least 3 characters; got string "x".`,
    ],
    [
      'a pattern',
      { a: { pattern: '^b' } },
      { a: 'x' },
      {},
      `Parameter 'a' must match the pattern "^b"; got string "x".`,
    ],
    [
      'a format',
      { a: { format: 'email' } },
      { a: 'x' },
      {},
      `Parameter 'a' must have the format "email"; got string "x".`,
    ],
    [
      'a choice',
      { a: { anyOf: [{ type: 'integer' }, { const: 'x' }, { type: 'object', required: ['id'] }] } },
      { a: true },
      {},
      `Parameter 'a' must be one of these forms: integer; "x"; object with id; got boolean true.`,
    ],
    [
      'a key too many',
      { a: {} },
      { a: 1, b: 2 },
      { additionalProperties: false },
      "Parameter 'b' is not a parameter of this tool; got number 2.",
    ],
    [
      'inside a list behind a reference',
      { a: { $ref: '#/$defs/l' } },
      { a: [{ n: 'x' }] },
      { $defs: { l: { items: { properties: { n: { type: 'integer' } } } } } },
      `Parameter 'a.0.n' expected type 'integer' but got string "x".`,
    ],
    [
      'no more than five faults',
      { a: { items: { type: 'integer' } } },
      { a: ['1', '2', '3', '4', '5', '6', '7'] },
      {},
      [0, 1, 2, 3, 4]
        .map((index) => `Parameter 'a.${index}' expected type 'integer' but got string "${index + 1}".`)
        .join(' '),
    ],
  ])('say %s', (_, properties, values, more, expected) =>
    expect(check(properties, values, more)).toBe(expected),
  );
});

describe('patterns', () => {
  it.each(['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$'])(
    '%s is answered at once',
    (pattern) => {
      // With backtracking, even the smallest of these inputs would not end.
      const asValue = (size: number) =>
        expect(check({ a: { pattern } }, { a: `${'a'.repeat(size)}!` })).toContain('must match the pattern');
      const asName = (size: number) =>
        expect(check({}, { [`${'a'.repeat(size)}!`]: 1 }, { patternProperties: { [pattern]: false } })).toBe(
          'valid',
        );
      expect(cpuTimeGrowth(asValue, 12_500)).toBeLessThan(12);
      expect(cpuTimeGrowth(asName, 1_250)).toBeLessThan(12);
    },
  );

  it('that RE2 cannot say are left to the tool itself', () => {
    for (const pattern of ['^(?=.*a)', '(a)\\1', '(', '(?<!x)y'])
      expect(check({ a: { pattern } }, { a: 'z' })).toBe('valid');
  });

  it('never reach the global RegExp', () => {
    const seen: unknown[] = [];
    const original = globalThis.RegExp;
    class Watched extends original {
      constructor(pattern: string | RegExp, flags?: string) {
        seen.push(pattern);
        super(pattern, flags);
      }
    }
    globalThis.RegExp = Watched as RegExpConstructor;
    try {
      check({ a: { pattern: '^(b+)+$' } }, { a: 'x', c: 1 }, { patternProperties: { '^(c+)+$': false } });
    } finally {
      globalThis.RegExp = original;
    }
    expect(seen.filter((pattern) => /[bc]\+/.test(String(pattern)))).toEqual([]);
  });

  it('apply beside a format, and both of two that match the same names', () => {
    const url = { type: 'string', format: 'uri', pattern: '^https:' };
    expect(check({ a: url }, { a: 'https://x.example/' })).toBe('valid');
    expect(check({ a: url }, { a: 'http://x.example/' })).toContain('must match the pattern "^https:"');
    expect(check({ a: url }, { a: 'https: no' })).toContain('must have the format "uri"');
    const both = { patternProperties: { '^n': { minimum: 2 }, m$: { maximum: 3 }, '^x': false } };
    expect(check({}, { nm: 2 }, both)).toBe('valid');
    expect(check({}, { nm: 1 }, both)).toContain('>= 2');
    expect(check({}, { nm: 4 }, both)).toContain('<= 3');
    expect(check({}, { 'x.[(': 4 }, both)).toContain('is not a parameter');
  });

  it('are told from a parameter that is called pattern, and from values', () => {
    const schema = { pattern: { enum: [{ pattern: '^b' }] } };
    expect(check(schema, { pattern: { pattern: '^b' } })).toBe('valid');
    expect(check({ a: { anyOf: [{ pattern: '^b' }, { type: 'null' }] } }, { a: 'x' })).toContain(
      '{"pattern":"^b"}',
    );
  });

  it('apply behind a reference', () => {
    const more = { $defs: { name: { type: 'string', pattern: '^b' } } };
    expect(check({ a: { $ref: '#/$defs/name' } }, { a: 'bc' }, more)).toBe('valid');
    expect(check({ a: { $ref: '#/$defs/name' } }, { a: 'c' }, more)).toContain('must match the pattern "^b"');
  });
});

const leaf = fc.constantFrom<JsonObject>(
  ...[
    { type: 'string' },
    { type: 'integer' },
    { type: ['string', 'null'] },
    { const: 'a' },
    { enum: [1, 'a', null] },
  ],
  ...[
    { minimum: 1 },
    { maxLength: 1 },
    { pattern: '^a' },
    { $ref: '#/$defs/pair' },
    {},
    { not: { type: 'string' } },
  ],
);
const schemas = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ items: tie('node') }),
    fc.record({ properties: fc.record({ a: tie('node') }), required: fc.constant<Json>(['a']) }),
    fc.record({ patternProperties: fc.record({ '^a': tie('node') }), additionalProperties: fc.boolean() }),
  ),
}));
const values = fc.letrec<{ node: never }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(...(['a', 'b', '', 1, 0, 1.5, null, true] as never[])),
    fc.array(tie('node'), { maxLength: 3 }) as fc.Arbitrary<never>,
    fc.dictionary(fc.constantFrom('a', 'ab', 'b'), tie('node')) as fc.Arbitrary<never>,
  ),
}));

describe('verdicts', () => {
  it('are those of Ajv', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false });
    const $defs = { pair: { type: 'array', prefixItems: [{ type: 'integer' }], items: false } };
    fc.assert(
      fc.property(schemas.node, values.node, (each, value) => {
        const schema = { type: 'object', properties: { p: each }, $defs };
        const expected = ajv.compile(structuredClone(schema))({ p: value });
        const verdict = checkValues(schema, { p: value });
        expect(verdict.type, JSON.stringify([schema, value, verdict])).toBe(expected ? 'valid' : 'invalid');
        if (verdict.type === 'invalid') expect(verdict.message).toMatch(/\S/);
      }),
      { numRuns: 300 },
    );
  });
});
