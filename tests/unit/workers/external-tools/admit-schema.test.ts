/** Schemas from outside: limited in every respect, in one dialect, with references that end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as limits from '#shared/limits.ts';
import { admitSchema } from '#workers/external-tools/admit-schema.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';

const object = (parts: object) => ({ type: 'object', ...parts });
const reason = (raw: unknown) => {
  const result = admitSchema(raw);
  return result.ok ? 'ok' : result.refusal.reason;
};
const schemaOf = (raw: unknown) => {
  const result = admitSchema(raw);
  if (!result.ok) throw new Error(result.refusal.reason);
  return result.schema;
};
const nest = (levels: number): unknown => JSON.parse('{"items":'.repeat(levels) + '{}' + '}'.repeat(levels));
const doubled = (levels: number) => ({
  properties: { a: { $ref: '#/$defs/d0' } },
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => [
      `d${level}`,
      level === levels
        ? {}
        : { allOf: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  ),
});
const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
const { references, enumValues, patternCharacters, schemaCharacters } = limits.external;

describe('admitSchema refuses', () => {
  it.each<[string, unknown, string]>([
    ['a list', [], 'schema_not_object'],
    ['a text', 'object', 'schema_not_object'],
    ['another type', { type: 'string' }, 'schema_not_object'],
    [
      'five thousand properties',
      object({ properties: Object.fromEntries(many(5_001).map((name) => [name, {}])) }),
      'schema_too_large',
    ],
    ['a list of a million', object({ examples: Array.from({ length: 1e6 }) }), 'schema_too_large'],
    ['deep nesting', object({ properties: { a: nest(2_000) } }), 'schema_too_deep'],
    ['a huge description', object({ description: 'x'.repeat(schemaCharacters + 1) }), 'schema_too_long'],
    ['a long enum', object({ properties: { a: { enum: many(enumValues + 1) } } }), 'schema_enum_too_long'],
    [
      'a long pattern',
      object({ properties: { a: { pattern: 'x'.repeat(patternCharacters + 1) } } }),
      'schema_pattern_too_long',
    ],
    [
      'a long pattern of keys',
      object({ patternProperties: { ['x'.repeat(patternCharacters + 1)]: {} } }),
      'schema_pattern_too_long',
    ],
    ['a key with letters nobody sees', object({ properties: { ['a\u{e0041}']: {} } }), 'schema_invisible'],
    ['a key that reads backwards', object({ properties: { ['a\u202eb']: {} } }), 'schema_invisible'],
    ['such a choice', object({ properties: { a: { enum: ['x', 'to\u{e0045}'] } } }), 'schema_invisible'],
    ['such a constant', object({ properties: { a: { const: { b: ['\u200b'] } } } }), 'schema_invisible'],
    ['such a pattern', object({ properties: { a: { pattern: '^\u2060' } } }), 'schema_invisible'],
    ['such a name that is required', object({ required: ['a\u{e0041}'] }), 'schema_invisible'],
    [
      'many references',
      object({
        anyOf: Array.from({ length: references + 1 }, () => ({ $ref: '#/$defs/a' })),
        $defs: { a: {} },
      }),
      'schema_too_many_references',
    ],
    [
      'another document',
      object({ properties: { a: { $ref: 'https://evil.test/schema' } } }),
      'schema_foreign_reference',
    ],
    [
      'a relative document',
      object({ properties: { a: { $ref: 'other.json#/a' } } }),
      'schema_foreign_reference',
    ],
    [
      'a dynamic reference',
      object({ properties: { a: { $dynamicRef: '#node' } } }),
      'schema_foreign_reference',
    ],
    [
      'a reference to nothing',
      object({ properties: { a: { $ref: '#/$defs/a' } } }),
      'schema_missing_reference',
    ],
    [
      'a reference into data',
      object({ const: { a: {} }, properties: { a: { $ref: '#/const/a' } } }),
      'schema_missing_reference',
    ],
    [
      'a circle',
      object({ properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { allOf: [{ $ref: '#/$defs/a' }] } } }),
      'schema_loop',
    ],
    ['a circle at the top', object({ $ref: '#' }), 'schema_loop'],
    // Expanding every reference would take exponential time.
    ['doubling', object(doubled(40)), 'schema_expands'],
    ['__proto__', JSON.parse('{"properties": {"__proto__": {}}}'), 'schema_prototype'],
    [
      'constructor, deep inside',
      object({ properties: { a: { default: { constructor: 1 } } } }),
      'schema_prototype',
    ],
  ])('%s', (_, raw, expected) => {
    expect(reason(raw)).toBe(expected);
  });
});

describe('admitSchema takes', () => {
  it('a missing schema as no parameters', () => {
    for (const raw of [undefined, null, {}, { type: 'object' }])
      expect(admitSchema(raw)).toEqual({ ok: true, schema: { type: 'object', properties: {} } });
  });

  it('a tree that refers to itself, and ten doublings', () => {
    expect(reason({ properties: { next: { $ref: '#' } } })).toBe('ok');
    expect(reason(doubled(8))).toBe('ok');
  });

  it('older drafts and OpenAPI, in the words of 2020-12', () => {
    expect(
      schemaOf({
        $schema: 'http://json-schema.org/draft-07/schema#',
        $id: 'https://evil.test/x',
        'x-secret': { $ref: 'https://evil.test/' },
        properties: {
          pair: {
            type: 'array',
            items: [{ type: 'string' }, { $ref: '#/definitions/n' }],
            additionalItems: false,
          },
          above: { type: 'number', minimum: 1, exclusiveMinimum: true },
          maybe: { type: 'string', nullable: true, enum: ['a'] },
          odd: { type: 'file', required: true, minLength: '3', properties: [] },
          yes: true,
          no: false,
        },
        definitions: { n: { type: 'integer' } },
        dependencies: { pair: ['above'] },
        required: ['pair', 5],
      }),
    ).toEqual({
      type: 'object',
      properties: {
        pair: { type: 'array', prefixItems: [{ type: 'string' }, { $ref: '#/definitions/n' }], items: false },
        above: { type: 'number', exclusiveMinimum: 1 },
        maybe: { type: ['string', 'null'], enum: ['a', null] },
        odd: {},
        yes: {},
        no: { not: {} },
      },
      definitions: { n: { type: 'integer' } },
      dependentRequired: { pair: ['above'] },
      required: ['pair'],
    });
  });

  it('emoji, lines and tabs, and drops proposals that nobody sees', () => {
    const a = { enum: ['❤️', ',', '\t', '\n'], default: 'x\u200b', examples: ['y', 'z\u{e0041}'] };
    const schema = admitSchema(object({ properties: { a } }));
    expect(schema).toMatchObject({ ok: true, schema: { properties: { a: { examples: ['y'] } } } });
    expect(JSON.stringify(schema)).not.toMatch(/default|z/);
  });

  it('references to where their target stands now, whatever its name', () => {
    const names = ['a/b', 'a~b', 'My Type', '100%', 'a#b', '搜索', '"quoted"'];
    const refs = names.map(
      (name) => `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    );
    const schema = schemaOf({
      properties: Object.fromEntries(refs.map(($ref, index) => [`p${index}`, { $ref }])),
      $defs: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
    });
    for (const index of names.keys()) {
      expect(checkValues({ ...schema }, { [`p${index}`]: 1 })).toEqual({ type: 'valid' });
      expect(checkValues({ ...schema }, { [`p${index}`]: 'x' })).toMatchObject({ type: 'invalid' });
    }
  });
});

const keyword = fc.constantFrom(
  ...[
    'type',
    'properties',
    'items',
    'allOf',
    'anyOf',
    'oneOf',
    'not',
    '$ref',
    '$defs',
    'enum',
    'const',
    'required',
  ],
  ...[
    'pattern',
    'patternProperties',
    'additionalProperties',
    'minimum',
    'maxLength',
    'format',
    'nullable',
    'if',
  ],
  ...[
    'prefixItems',
    'dependencies',
    'description',
    '__proto__',
    'constructor',
    'x',
    'propertyNames',
    'contains',
  ],
);
const leaf = fc.oneof(
  fc.constantFrom(
    'object',
    'string',
    'integer',
    'null',
    '#',
    '#/$defs/x',
    '#/properties/x',
    '^(a+)+$',
    '(?=a)',
    '(',
  ),
  fc.jsonValue({ maxDepth: 1 }),
);
/** Arbitrary trees of JSON Schema keywords, mostly malformed. */
const hostile = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    leaf,
    fc.array(tie('node'), { maxLength: 3 }),
    fc.dictionary(keyword, tie('node'), { maxKeys: 5 }),
  ),
}));

describe('whatever comes', () => {
  it('is admitted or refused, never thrown, and what is admitted can be checked', () => {
    fc.assert(
      fc.property(
        fc.dictionary(keyword, hostile.node, { maxKeys: 6 }),
        fc.dictionary(fc.constantFrom('x', 'y', 'type'), fc.jsonValue({ maxDepth: 2 })),
        (raw, values) => {
          const before = JSON.stringify(raw);
          const result = admitSchema(raw);
          expect(JSON.stringify(raw)).toBe(before);
          if (!result.ok) return;
          expect(JSON.stringify(result.schema)).not.toMatch(/"(__proto__|constructor)":/);
          // An admitted schema is admitted again, unchanged.
          expect(admitSchema(result.schema)).toEqual(result);
          expect(['valid', 'invalid']).toContain(checkValues({ ...result.schema }, values as never).type);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
