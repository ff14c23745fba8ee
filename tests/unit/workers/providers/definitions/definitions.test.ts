import type { Tool as AnthropicTool } from '@anthropic-ai/sdk/resources/messages';
import type { FunctionDeclaration } from '@google/genai';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool } from 'openai/resources/responses/responses';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Json, JsonObject } from '#shared/json.ts';
import type { ToolDefinition } from '#shared/tools/tool.ts';
import { toAnthropicTool } from '#workers/providers/anthropic/anthropic-tools.ts';
import { toGeminiSchema } from '#workers/providers/gemini/gemini-schema.ts';
import { toGeminiTools } from '#workers/providers/gemini/gemini-tools.ts';
import { admitSchema } from '#workers/external-tools/admit-schema.ts';
import { toChatTool } from '#workers/providers/openai-chat/openai-chat-tools.ts';
import { toResponsesTool } from '#workers/providers/openai-responses/openai-responses-tools.ts';
import { defineTool } from '#workers/tools/tool.ts';

/** Nested maps, lists and enums, which a converter of only the top level would get wrong. */
const nested: ToolDefinition = defineTool({
  name: 'nested',
  title: 'Nested',
  description: 'Has objects, arrays and enums inside each other.',
  category: 'system',
  parameters: {
    type: 'object',
    properties: {
      filter: {
        type: 'object',
        description: 'What to find.',
        properties: {
          kinds: {
            type: 'array',
            description: 'Kinds.',
            items: { type: 'string', enum: ['a', 'b'], description: 'A kind.' },
          },
          depth: { type: 'integer', minimum: 1, default: 3, description: 'How deep.' },
        },
        required: ['kinds'],
      },
      labels: { type: 'object', description: 'Labels.', additionalProperties: { type: 'string' } },
    },
    required: ['filter'],
  },
  returns: ['own-words'],
  contacts: { type: 'nothing' },
  timeoutSeconds: 5,
  execute: () => '',
});

describe('definitions with nested schemas', () => {
  it('are the types of the official packages', () => {
    expectTypeOf(toChatTool(nested)).toExtend<ChatCompletionTool>();
    expectTypeOf(toResponsesTool(nested)).toExtend<FunctionTool>();
    expectTypeOf(toAnthropicTool(nested)).toExtend<AnthropicTool>();
    expectTypeOf<FunctionDeclaration['name']>().toEqualTypeOf<string | undefined>();
  });

  it('keep their JSON Schema on the three formats that use it', () => {
    expect(JSON.parse(JSON.stringify(toChatTool(nested).function.parameters))).toEqual(nested.parameters);
    expect(JSON.parse(JSON.stringify(toResponsesTool(nested).parameters))).toEqual(nested.parameters);
    expect(JSON.parse(JSON.stringify(toAnthropicTool(nested).input_schema))).toEqual(nested.parameters);
  });

  it('become the OpenAPI subset for Gemini, every level of them', () => {
    expect(toGeminiTools([nested])).toEqual([
      {
        functionDeclarations: [
          {
            name: 'nested',
            description: nested.description,
            parameters: {
              type: 'OBJECT',
              properties: {
                filter: {
                  type: 'OBJECT',
                  description: 'What to find.',
                  properties: {
                    kinds: {
                      type: 'ARRAY',
                      description: 'Kinds.',
                      items: { type: 'STRING', enum: ['a', 'b'], description: 'A kind.' },
                    },
                    depth: { type: 'INTEGER', minimum: 1, description: 'How deep. Default: 3.' },
                  },
                  required: ['kinds'],
                },
                labels: { type: 'OBJECT', description: 'Labels. Any keys; each value is: string.' },
              },
              required: ['filter'],
            },
          },
        ],
      },
    ]);
  });
});

describe('toGeminiSchema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['a list without items', { type: 'array' }, { type: 'ARRAY', items: { type: 'STRING' } }],
    ['a nullable type', { type: ['string', 'null'] }, { type: 'STRING', nullable: true }],
    ['a constant', { const: 'x' }, { type: 'STRING', enum: ['x'] }],
    [
      'an enum of numbers',
      { type: 'integer', enum: [1, 2] },
      { type: 'INTEGER', description: 'One of: 1, 2.' },
    ],
    [
      'alternatives',
      { oneOf: [{ type: 'string' }, { type: 'null' }, { type: 'number' }] },
      { nullable: true, anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }] },
    ],
    [
      'a closed object',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
      { type: 'OBJECT', properties: { a: { type: 'STRING' } }, description: 'No other keys.' },
    ],
    ['what the format does not know', { type: 'string', $schema: 'x', examples: ['a'] }, { type: 'STRING' }],
  ])('converts %s without losing its meaning', (_, schema, expected) => {
    expect(toGeminiSchema(schema)).toEqual(expected);
  });
});

describe('external schemas in the formats', () => {
  it.each<[string, JsonObject, JsonObject]>([
    [
      'a reference',
      { properties: { a: { $ref: '#/$defs/n', description: 'A.' } }, $defs: { n: { type: 'integer' } } },
      { a: { type: 'INTEGER', description: 'A.' } },
    ],
    [
      'parts',
      {
        properties: {
          a: {
            allOf: [
              { properties: { x: { type: 'string' } }, required: ['x'] },
              { properties: { y: { type: 'number' } } },
            ],
          },
        },
      },
      {
        a: { type: 'OBJECT', properties: { x: { type: 'STRING' }, y: { type: 'NUMBER' } }, required: ['x'] },
      },
    ],
    [
      'several types',
      { properties: { a: { type: ['string', 'integer', 'null'], description: 'A.' } } },
      { a: { nullable: true, anyOf: [{ type: 'STRING' }, { type: 'INTEGER' }], description: 'A.' } },
    ],
    [
      'a choice of one',
      { properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } },
      { a: { type: 'STRING', nullable: true } },
    ],
    [
      'mixed options',
      { properties: { a: { enum: ['x', '', 1, null] } } },
      {
        a: {
          nullable: true,
          anyOf: [
            { type: 'STRING', enum: ['x'], description: 'Or: "".' },
            { type: 'NUMBER', description: 'One of: 1.' },
          ],
        },
      },
    ],
    [
      'a format the API rejects',
      { properties: { a: { type: 'string', format: 'email' } } },
      { a: { type: 'STRING', description: 'Format: email.' } },
    ],
    [
      'a required key that is nowhere',
      { properties: { a: { type: 'object', properties: { b: { type: 'boolean' } }, required: ['b', 'c'] } } },
      {
        a: {
          type: 'OBJECT',
          properties: { b: { type: 'BOOLEAN' } },
          required: ['b'],
          description: 'Also required: c.',
        },
      },
    ],
    [
      'a tree',
      {
        properties: { a: { $ref: '#/$defs/t' } },
        $defs: { t: { type: 'object', properties: { sub: { $ref: '#/$defs/t' } } } },
      },
      {
        a: { type: 'OBJECT', properties: { sub: { type: 'OBJECT', description: "Again like 't' above." } } },
      },
    ],
    [
      'what has to hold beside a choice',
      { properties: { a: { type: 'string', oneOf: [{ maxLength: 1 }, { minLength: 9 }] } } },
      {
        a: {
          anyOf: [
            { type: 'STRING', maxLength: 1 },
            { type: 'STRING', minLength: 9 },
          ],
        },
      },
    ],
    [
      'a rule in words',
      { properties: { a: { type: 'integer', multipleOf: 5, not: { const: 10 } } } },
      { a: { type: 'INTEGER', description: `Rule 'multipleOf': 5. Rule 'not': {"const":10}.` } },
    ],
  ])('converts %s', (_, schema, expected) => {
    const [entry] = toGeminiTools([outside(schema)]) as {
      functionDeclarations: JsonObject[];
    }[];
    expect(entry?.functionDeclarations[0]).toMatchObject({ parameters: { properties: expected } });
  });

  it('folds what the formats reject at the top into one object, and keeps it below', () => {
    const tool = outside({
      properties: { a: { anyOf: [{ type: 'string' }] } },
      anyOf: [
        { properties: { id: { type: 'string' } }, required: ['id'] },
        { properties: { id: { type: 'integer' }, name: { $ref: '#/$defs/n' } }, required: ['name'] },
      ],
      $defs: { n: { type: 'string' } },
    });
    expect(toChatTool(tool).function.parameters).toEqual({
      type: 'object',
      properties: {
        a: { anyOf: [{ type: 'string' }] },
        id: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        name: { $ref: '#/$defs/n' },
      },
      $defs: { n: { type: 'string' } },
      description: 'Give one of: id; or name.',
    });
    expect(
      toAnthropicTool(
        outside({ $ref: '#/$defs/args', $defs: { args: { properties: { q: {} }, required: ['q'] } } }),
      ).input_schema,
    ).toMatchObject({
      type: 'object',
      properties: { q: {} },
      required: ['q'],
    });
  });

  it('are within the keywords of each format, whatever is admitted', () => {
    fc.assert(
      fc.property(schemas.node, (raw) => {
        const admitted = admitSchema({ properties: { p: raw }, $defs: { x: raw } });
        if (!admitted.ok) return;
        const tool = outside(admitted.schema);
        const text = JSON.stringify(toGeminiTools([tool]));
        expect(text.length).toBeLessThan(2_000_000);
        const [entry] = JSON.parse(text) as { functionDeclarations: { parameters: JsonObject }[] }[];
        const parameters = entry?.functionDeclarations[0]?.parameters;
        expect(parameters).toMatchObject({ type: 'OBJECT' });
        if (parameters) expectGemini(parameters);
        for (const schema of [toChatTool(tool).function.parameters, toAnthropicTool(tool).input_schema]) {
          expect(schema).toMatchObject({ type: 'object', properties: {} });
          for (const word of ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'enum', 'const'])
            expect(schema).not.toHaveProperty(word);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

function outside(schema: JsonObject): ToolDefinition {
  return { ...nested, name: 'mcp__test__x', parameters: { type: 'object', properties: {}, ...schema } };
}

const known = new Set(
  'type format title description nullable enum maxItems minItems properties required minLength maxLength pattern anyOf items minimum maximum'.split(
    ' ',
  ),
);

/**
 * Checks the rules of https://ai.google.dev/api/caching#Schema whose violation makes Gemini reject a request.
 */
function expectGemini(schema: JsonObject): void {
  expect(Object.keys(schema).filter((key) => !known.has(key))).toEqual([]);
  const { anyOf, type, items, properties, required, enum: options } = schema;
  if (Array.isArray(anyOf)) {
    expect(Object.keys(schema).filter((key) => !['anyOf', 'nullable', 'description'].includes(key))).toEqual(
      [],
    );
    expect(anyOf.length).toBeGreaterThan(1);
    for (const form of anyOf) expectGemini(form as JsonObject);
    return;
  }
  expect(type).toMatch(/^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/);
  if (options !== undefined) {
    expect(type).toBe('STRING');
    for (const option of options as unknown[]) expect(option).toMatch(/./s);
  }
  if (type === 'ARRAY') expectGemini(items as JsonObject);
  else expect(items).toBeUndefined();
  const entries = Object.entries((properties ?? {}) as Record<string, JsonObject>);
  if (properties !== undefined) expect(entries.length).toBeGreaterThan(0);
  for (const name of (required ?? []) as string[]) expect(entries.map(([key]) => key)).toContain(name);
  for (const [, each] of entries) expectGemini(each);
}

const leaf = fc.constantFrom<JsonObject>(
  ...[
    { type: 'string' },
    { type: ['string', 'null'] },
    { type: 'null' },
    { const: null },
    { const: { a: 1 } },
    {},
  ],
  ...[
    { enum: [1, 'a', null, '', [1]] },
    { type: 'array' },
    { type: 'object' },
    { type: 'string', format: 'email' },
  ],
  ...[
    { $ref: '#/$defs/x' },
    { $ref: '#' },
    { type: 'integer', enum: [1, 2], default: 1 },
    { required: ['a'] },
  ],
);
const schemas = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    leaf,
    ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].map((word) =>
      fc
        .array(tie('node'), { minLength: 1, maxLength: 3 })
        .map((list): JsonObject => ({ [word]: list, title: word })),
    ),
    fc.record({ items: tie('node') }),
    fc.record({
      properties: fc.record({ a: tie('node'), b: tie('node') }),
      required: fc.constant<Json>(['a', 'c']),
    }),
    fc.record({ additionalProperties: tie('node') }),
    fc.record({
      type: fc.constant<Json>(['object', 'array']),
      anyOf: fc.tuple(tie('node')).map((list): Json => list),
    }),
  ),
}));
