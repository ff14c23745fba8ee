/** Every tool of the registry keeps the contract of `defineTool`, whatever it does. */
import { describe, expect, it } from 'vitest';
import type { ParameterSchema } from '#shared/tools/schema.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { formatDefinitions } from '#workers/providers/definitions/index.ts';
import { engineTools } from '#workers/engine/tools/index.ts';
import { tools as hostTools } from '#workers/tools/load-all.ts';

const tools = [...hostTools, ...engineTools];

describe('the manifest', () => {
  it('has exactly the tools of the registry, without their code', () => {
    expect(definitions.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(JSON.stringify(definitions)).toBe(JSON.stringify(tools));
  });
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a title, and a description of one sentence for the model', () => {
    expect(tool.title).not.toBe('');
    expect(tool.description).toMatch(/^[A-Z].{10,200}\.$/s);
  });

  it('describes every parameter, also inside objects and lists', () => {
    for (const schema of everySchema(Object.values(tool.parameters.properties)))
      expect(schema.description).toMatch(/\w/);
  });

  it('requires only parameters it has, and defaults only to values it admits', () => {
    const names = Object.keys(tool.parameters.properties);
    for (const required of tool.parameters.required ?? []) expect(names).toContain(required);
    for (const parameter of [
      ...tool.urlParameters,
      ...(tool.summaryParameter ? [tool.summaryParameter] : []),
    ])
      expect(names).toContain(parameter);
    for (const schema of Object.values(tool.parameters.properties)) {
      if (schema.type === 'string' && schema.enum && schema.default !== undefined)
        expect(schema.enum).toContain(schema.default);
    }
  });

  it('has a deadline within the maximum of its kind', () => {
    const most =
      tool.category === 'io'
        ? 30
        : tool.category === 'network'
          ? 120
          : ['code', 'git'].includes(tool.category)
            ? 300
            : 60;
    expect(tool.timeoutSeconds).toBeGreaterThan(0);
    expect(tool.timeoutSeconds).toBeLessThanOrEqual(most);
  });

  it('runs in the engine only where it waits there: what has work to do, or a port, runs in a host', () => {
    const isEngine = engineTools.some((each) => each.name === name);
    expect(tool.runs === 'engine').toBe(isEngine);
    if (isEngine) expect(tool.urlParameters).toEqual([]);
    else expect(tool.waitsForUser).toBeUndefined();
  });

  it('passes its URLs through the egress gate where it has the network', () => {
    const urls = Object.keys(tool.parameters.properties).filter((parameter) => /url/i.test(parameter));
    if (tool.capabilities.includes('network')) expect(tool.urlParameters).toEqual(urls);
  });

  it('has a compiled validator that ignores nothing it should refuse', () => {
    const validate = validators[name];
    expect(validate?.('text')).toBe(false);
    const required = tool.parameters.required ?? [];
    expect(validate?.({})).toBe(required.length === 0);
  });

  it('converts to the three JSON Schema wires without losing its schema', () => {
    const { description, parameters } = tool;
    expect(formatDefinitions('openai-chat', [tool])).toEqual([
      { type: 'function', function: { name, description, parameters } },
    ]);
    expect(formatDefinitions('openai-responses', [tool])).toEqual([
      { type: 'function', name, description, parameters, strict: false },
    ]);
    expect(formatDefinitions('anthropic', [tool])).toEqual([{ name, description, input_schema: parameters }]);
  });

  it('converts to Gemini with the fields that wire knows, and the same parameters', () => {
    const [entry] = formatDefinitions('gemini', [tool]) as {
      functionDeclarations: { name: string; parameters?: GeminiSchema }[];
    }[];
    const [declaration] = entry?.functionDeclarations ?? [];
    expect(declaration?.name).toBe(name);
    expect(Object.keys(declaration?.parameters?.properties ?? {})).toEqual(
      Object.keys(tool.parameters.properties),
    );
    if (declaration?.parameters) expectGemini(declaration.parameters);
  });
});

type GeminiSchema = { type: string; properties?: Record<string, GeminiSchema>; items?: GeminiSchema };

/** The rules of https://ai.google.dev/api/caching#Schema that a request is refused for. */
function expectGemini(schema: GeminiSchema): void {
  const known = [
    'type',
    'format',
    'title',
    'description',
    'nullable',
    'enum',
    'maxItems',
    'minItems',
    'properties',
    'required',
    'minLength',
    'maxLength',
    'pattern',
    'anyOf',
    'items',
    'minimum',
    'maximum',
  ];
  expect(Object.keys(schema).filter((key) => !known.includes(key))).toEqual([]);
  expect(schema.type).toMatch(/^(STRING|NUMBER|INTEGER|BOOLEAN|ARRAY|OBJECT)$/);
  if (schema.type === 'ARRAY') expect(schema.items).toBeDefined();
  for (const inner of [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])])
    expectGemini(inner);
}

function everySchema(schemas: readonly ParameterSchema[]): ParameterSchema[] {
  return schemas.flatMap((schema) => {
    if (schema.type === 'array') return [schema, ...everySchema([schema.items])];
    return schema.type === 'object'
      ? [schema, ...everySchema(Object.values(schema.properties ?? {}))]
      : [schema];
  });
}
