/** Schemas of real tools, as services take them, and arguments that models write for them. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#shared/json.ts';
import type { ParametersSchema } from '#shared/tools/schema.ts';
import type { ExternalTool } from '#shared/tools/tool.ts';
import { normaliseArguments } from '#workers/engine/calls/normalise-arguments.ts';
import { admitTool } from '#workers/external-tools/admit-tool.ts';
import { normaliseExternalArguments } from '#workers/external-tools/external-arguments.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';
import { toAnthropicTool } from '#workers/providers/anthropic/anthropic-tools.ts';
import { toGeminiTools } from '#workers/providers/gemini/gemini-tools.ts';
import { toChatTool } from '#workers/providers/openai-chat/openai-chat-tools.ts';
import { toResponsesTool } from '#workers/providers/openai-responses/openai-responses-tools.ts';

function admitted(properties: JsonObject): ExternalTool {
  const tool = admitTool(
    { name: 'look', parameters: { type: 'object', properties } },
    { prefix: 'mcp', name: 'odd', category: 'network', capabilities: [] },
  );
  return tool.ok ? tool.definition : expect.fail(tool.refusal.reason);
}

const verdict = (tool: ExternalTool, values: JsonObject) =>
  checkValues(tool.parameters, normaliseExternalArguments(values, tool.parameters)).type;

describe('a pattern that the engines of services cannot compile', () => {
  const cases: [source: string, pattern: string, fits: string, not: string | undefined][] = [
    ['NangoHQ/nango#7547', '^[a-zA-Z0-9,.;:=+~[\\]|@${}"\'\\\\/_ -]+$', 'a[1]', 'ä'],
    ['Dokploy/mcp#72', '^[a-zA-Z0-9@#%^&*()_+\\-=[\\]{}|;:,.<>?~`]*$', 'a[1]', 'ä'],
    ['pleaseai/shunt#488', '^[^\\p{Cc}]+$', 'a', undefined],
    ['pleaseai/shunt#558', '^(?!\\.)(?!.*\\.\\.)[a-z.]+@x$', 'a.b@x', undefined],
    ['langchain-ai/langchainjs#11351', '^https\\:\\/\\/', 'https://a', 'ftp://a'],
    ['own', '^(?<year>\\d{4})$', '2026', undefined],
    ['own', '^.{1,5000}$', 'a', undefined],
    ['own', '(a)\\1', 'aa', undefined],
  ];

  it.each(cases)('%s: %s is told in words, and checked here', (_, pattern, fits, not) => {
    const tool = admitted({ text: { type: 'string', pattern, description: 'A text.' } });
    const sent = [toChatTool(tool), toAnthropicTool(tool), toResponsesTool(tool), toGeminiTools([tool])];
    for (const each of sent) {
      expect(JSON.stringify(each)).not.toContain('"pattern"');
      expect(JSON.stringify(each)).toContain(JSON.stringify(`A text. Must match /${pattern}/.`).slice(1, -1));
    }
    expect(verdict(tool, { text: fits })).toBe('valid');
    if (not !== undefined) expect(verdict(tool, { text: not })).toBe('invalid');
  });

  it.each([
    '^[a-z]+$',
    '^\\d{4}-\\d{2}$',
    '^(?:a|b)\\.[^\\s/]*$',
    '^[\\w.-]+@[\\w-]+$',
    '^\\(\\d{3}\\) \\S+$',
  ])('own: %s is sent', (pattern) =>
    expect(JSON.stringify(toChatTool(admitted({ text: { type: 'string', pattern } })))).toContain(
      '"pattern"',
    ),
  );

  it('own: a parameter called pattern and a default value stay', () => {
    const properties = {
      pattern: { type: 'string', default: { pattern: '(?=a)' } },
      default: { type: 'string' },
    };
    expect(toChatTool(admitted(properties)).function.parameters).toMatchObject({ properties });
  });

  it('own: without its names of parameters, further ones are allowed', () => {
    const rule = { type: 'object', patternProperties: { '^(?=a)': {} }, additionalProperties: false };
    const { parameters } = toChatTool(admitted({ more: rule })).function;
    expect(parameters).toMatchObject({ properties: { more: { patternProperties: {} } } });
    expect(JSON.stringify(parameters)).not.toContain('additionalProperties');
  });
});

describe('schemas for Gemini', () => {
  const parametersOf = (properties: JsonObject) => {
    const [{ functionDeclarations } = {}] = toGeminiTools([admitted(properties)]);
    return functionDeclarations;
  };

  it('DEEIX-AI/DEEIX-Chat#546: a reference to another parameter is written out', () =>
    expect(
      parametersOf({
        headers: { type: 'object' },
        actions: { type: 'array', items: { $ref: '#/properties/headers' } },
      }),
    ).toMatchObject([
      { parameters: { properties: { actions: { type: 'ARRAY', items: { type: 'OBJECT' } } } } },
    ]));

  it('sbroenne/mcp-server-excel#672: every list says what is in it', () => {
    const rows = (type: string) => ({ type: 'array', items: { type } });
    const declared = JSON.stringify(
      parametersOf({
        values: { type: 'array', items: { anyOf: [rows('string'), rows('number'), { type: 'array' }] } },
      }),
    );
    expect(declared.match(/"ARRAY"/g)).toHaveLength(3);
    expect(declared.match(/"ARRAY","items"/g)).toHaveLength(3);
  });
});

it('anthropics/claude-code#95504: a rule at the top of a schema is told Anthropic in words, and checked here', () => {
  const rule = { if: { properties: { mode: { const: 'x' } } }, then: { required: ['size'] } };
  const tool = admitTool(
    {
      name: 'look',
      parameters: { type: 'object', properties: { mode: { type: 'string' } }, allOf: [rule] },
    },
    { prefix: 'mcp', name: 'odd', category: 'network', capabilities: [] },
  );
  const { definition } = tool.ok ? tool : expect.fail('It was refused.');
  const { input_schema: sent } = toAnthropicTool(definition);
  expect(Object.keys(sent)).not.toContain('allOf');
  expect(sent).toMatchObject({ type: 'object', description: expect.stringContaining('"required":["size"]') });
  expect(verdict(definition, { mode: 'y' })).toBe('valid');
  expect(verdict(definition, { mode: 'x' })).toBe('invalid');
});

describe('a list or an object that a model wrote as a text', () => {
  const list = { type: 'array', items: { type: 'string' } };
  it.each<[source: string, property: JsonObject, given: string, values: unknown]>([
    ['anomalyco/opencode#32812', list, '["a"]', ['a']],
    ['pocketpaw/pocketpaw#1636', { type: 'object' }, '{"name":"x"}', { name: 'x' }],
    ['own', { anyOf: [list, { type: 'null' }] }, '["a"]', ['a']],
    ['modelcontextprotocol/python-sdk#1112', { type: 'string' }, '{"name":"x"}', '{"name":"x"}'],
    ['own', { type: ['array', 'string'] }, '["a"]', '["a"]'],
    ['own', {}, '["a"]', '["a"]'],
    ['own', list, '["a"', '["a"'],
    ['own', list, '{"a":1}', '{"a":1}'],
    ['own', { type: 'integer' }, '5', '5'],
  ])('%s: for %j', (_, property, given, values) => {
    const parameters = admitted({ value: property }).parameters;
    expect(normaliseExternalArguments({ value: given }, parameters)).toEqual({ value: values });
  });

  it('own: also for a tool of the app, at any level', () => {
    const schema: ParametersSchema = {
      type: 'object',
      properties: {
        paths: { type: 'array', description: '', items: { type: 'string', description: '' } },
        text: { type: 'string', description: '' },
      },
    };
    expect(normaliseArguments({ paths: '["a"]', text: '["a"]' }, schema)).toEqual({
      paths: ['a'],
      text: '["a"]',
    });
  });
});
