import type { Tool as AnthropicTool } from '@anthropic-ai/sdk/resources/messages';
import type { FunctionDeclaration } from '@google/genai';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionTool } from 'openai/resources/responses/responses';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import type { ToolDefinition } from '../../../../src/shared/tool.ts';
import { toAnthropicTool } from '../../../../workers/providers/definitions/anthropic.ts';
import { toGeminiSchema } from '../../../../workers/providers/definitions/gemini-schema.ts';
import { toGeminiTools } from '../../../../workers/providers/definitions/gemini.ts';
import { toChatTool } from '../../../../workers/providers/definitions/openai-chat.ts';
import { toResponsesTool } from '../../../../workers/providers/definitions/openai-responses.ts';
import { defineTool } from '../../../../workers/tools/tool.ts';

/** The trap of RFC-004's Layer 2 bug: maps, lists and enums inside each other. */
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

  it('keep their JSON Schema on the three wires that speak it', () => {
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
    ['what the wire does not know', { type: 'string', $schema: 'x', examples: ['a'] }, { type: 'STRING' }],
  ])('converts %s without losing its meaning', (_, schema, expected) => {
    expect(toGeminiSchema(schema)).toEqual(expected);
  });
});
