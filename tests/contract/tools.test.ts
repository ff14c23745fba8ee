/** Every built-in tool keeps the contract of `defineTool`. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languageCodes } from '#shared/text/index.ts';
import { readOwnTexts } from '#scripts/vite/texts.ts';
import type { ParameterSchema } from '#shared/tools/schema.ts';
import { serverKinds } from '#shared/models/provider.ts';
import type { Resource } from '#shared/tools/tool.ts';
import { urlParametersOf } from '#shared/tools/tool-exchange.ts';
import { definitions } from '#workers/engine/calls/manifest.ts';
import { placesOf } from '#workers/engine/calls/touches.ts';
import { validators } from '#workers/engine/calls/validators.ts';
import { loadProvider } from '#workers/providers/index.ts';
import { engineTools } from '#workers/domains/load-all-tools.ts';
import { codeToolLoaders } from '#workers/tools/code-tools.ts';
import { tools as hostTools } from '#workers/tools/load-all.ts';
import type { Json, JsonObject } from '#shared/json.ts';
import type { ParametersSchema } from '#shared/tools/schema.ts';
import { checkValues } from '#workers/tool-host/check-values.ts';
import { formats } from '#tests/fixtures/formats/index.ts';

const tools = [...hostTools, ...engineTools];

/** A mark of punctuation ends the sentence only at the end of the text, or in an abbreviation such as "e.g.". */
const oneSentence = /^(?=.{11,201}$)[A-Z](?:[^.!?\n]|[.!?](?=[^\s'")])|\b(?:e\.g|i\.e|etc|vs)\.(?= ))*\.$/;

describe('the manifest', () => {
  it('has exactly the tools of the registry, without their code', () => {
    expect(definitions.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(JSON.stringify(definitions)).toBe(JSON.stringify(tools));
  });
});

/** One plain sentence, without names of parameters. */
const forPeople = /^[^_`.。।\n]{5,80}[.。।]$/;
/** Described before they exist: remove a name when its tool is registered. */
const announced = ['edit_image', 'make_chart', 'update_task'];

/** A tool without such a text is shown by the `title` in its file. */
describe.each(languageCodes)('the texts in %s', (language) => {
  it('have the titles of the same tools as English, all of which exist', () => {
    const titled = (code: typeof language) =>
      Object.keys(readOwnTexts(code))
        .filter((key) => /^tool\..*\.title$/.test(key))
        .map((key) => key.split('.')[1]?.replaceAll('-', '_') ?? '');
    expect(titled(language).toSorted()).toEqual(titled('en').toSorted());
    const names = tools.map(({ name }) => name);
    expect(titled(language).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('have one sentence for people about each tool, and about no other', () => {
    const prefix = 'tool-about.';
    const about = Object.entries(readOwnTexts(language)).filter(([key]) => key.startsWith(prefix));
    const described = about.map(([key]) => key.slice(prefix.length).replaceAll('-', '_'));
    const names = tools.map(({ name }) => name).filter((name) => !name.startsWith('test_'));
    expect(names.filter((name) => !described.includes(name))).toEqual([]);
    names.push(...announced);
    expect(described.filter((name) => !names.includes(name))).toEqual([]);
    const odd = about.filter(([, text]) => typeof text !== 'string' || !forPeople.test(text));
    expect(odd).toEqual([]);
  });
});

it.each([
  ['Show it, e.g. a page.', true],
  ['Read note.md or v1.2 of it.', true],
  ['Show it. Then hide it.', false],
  ['Can you show it? Show it now.', false],
  ["Show 'it.' Then hide it.", false],
])('%s is one sentence: %s', (text, isOne) => {
  expect(oneSentence.test(text)).toBe(isOne);
});

describe.each(tools.map((tool) => [tool.name, tool] as const))('%s', (name, tool) => {
  it('has a title, and a description of one sentence for the model', () => {
    expect(tool.title).not.toBe('');
    expect(tool.description).toMatch(oneSentence);
  });

  it('describes every parameter, also inside objects and lists', () => {
    for (const schema of everySchema(Object.values(tool.parameters.properties)))
      expect(schema.description).toMatch(/\w/);
  });

  it('leaves it to the schema to say the default', () => {
    for (const schema of everySchema(Object.values(tool.parameters.properties)))
      if ('default' in schema) expect(schema.description).not.toMatch(/\bdefaults? (to|is)\b/i);
  });

  it('requires only parameters it has, and defaults only to values it admits', () => {
    const names = Object.keys(tool.parameters.properties);
    for (const required of tool.parameters.required ?? []) expect(names).toContain(required);
    for (const parameter of [
      ...urlParametersOf(tool.contacts),
      ...(tool.summaryParameter ? [tool.summaryParameter] : []),
    ])
      expect(names).toContain(parameter);
    for (const schema of Object.values(tool.parameters.properties)) {
      if (schema.type === 'string' && schema.enum && schema.default !== undefined)
        expect(schema.enum).toContain(schema.default);
    }
  });

  it('declares what its calls read and change in the workspace, by parameters that hold a path', () => {
    const { reads = [], writes = [] } = tool.touches ?? {};
    const resources = [...reads, ...writes];
    for (const resource of resources) {
      if (typeof resource === 'string') continue;
      const parameter = tool.parameters.properties[resource.path];
      if (parameter?.type !== 'string') throw new Error(`${resource.path} is not a text parameter.`);
      if (tool.parameters.required?.includes(resource.path) || parameter.default !== undefined) continue;
      // If the path is optional and missing, the call uses something else, such as an address.
      const places = placesOf(tool, {});
      expect([...places.reads, ...places.writes].filter((place) => typeof place !== 'string')).toEqual([]);
    }
    const ofWorkspace = (list: readonly Resource[]) =>
      list.filter((each) => each === 'workspace' || typeof each === 'object');
    // Without `touches`, the capabilities decide what a call reads and changes.
    if (!tool.touches) return;
    // The files that a background process writes come from a shell.
    const changes = tool.capabilities.some((each) => each === 'files.write' || each === 'shell');
    expect(ofWorkspace(writes).length > 0).toBe(changes);
    if (tool.capabilities.includes('files.read') && !changes) expect(ofWorkspace(reads)).not.toEqual([]);
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

  it('runs in the engine only if it just waits there; a tool with work or a port runs in a host', () => {
    const isEngine = engineTools.some((each) => each.name === name);
    expect(tool.runs === 'engine').toBe(isEngine);
    expect(tool.runs === 'code').toBe(Object.hasOwn(codeToolLoaders, name));
    if (isEngine) expect(tool.contacts.type).toMatch(/^(nothing|user)$/);
    // A tool in a host may wait for the user only through the port `host`.
    else if (tool.waitsForUser) expect(tool.capabilities).toContain('host');
  });

  it('passes its URLs through the egress gate where it has the network', () => {
    const urls = Object.keys(tool.parameters.properties).filter((parameter) => /url/i.test(parameter));
    if (tool.capabilities.includes('network')) expect(urlParametersOf(tool.contacts)).toEqual(urls);
  });

  it('has a compiled validator that gives the verdict of the interpreted schema, on hostile values too', () => {
    const validate = validators[name];
    expect(validate?.('text')).toBe(false);
    expect(validate?.({})).toBe((tool.parameters.required ?? []).length === 0);
    const schema = JSON.parse(JSON.stringify(tool.parameters)) as JsonObject;
    const seen = { valid: 0, invalid: 0, unchecked: 0 };
    fc.assert(
      fc.property(valuesFor(tool.parameters), (values) => {
        const verdict = checkValues(schema, values).type;
        seen[verdict]++;
        expect(validate?.(values)).toBe(verdict === 'valid');
      }),
      { numRuns: 300, seed: 20_261_123 },
    );
    // Both verdicts must occur. A tool without parameters accepts every object.
    expect(seen.valid).toBeGreaterThan(0);
    if (Object.keys(tool.parameters.properties).length > 0) expect(seen.invalid).toBeGreaterThan(0);
  });

  it.each(serverKinds)('converts to the format %s without losing its schema', async (kind) => {
    const { definitions } = await loadProvider(kind);
    formats[kind].expectDefinitions(tool, definitions([tool]));
  });
});

function everySchema(schemas: readonly ParameterSchema[]): ParameterSchema[] {
  return schemas.flatMap((schema) => {
    if (schema.type === 'array') return [schema, ...everySchema([schema.items])];
    return schema.type === 'object'
      ? [schema, ...everySchema(Object.values(schema.properties ?? {}))]
      : [schema];
  });
}

/** JSON that a careless or hostile model could send for a parameter of any type. */
const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    '',
    ' ',
    '0',
    0,
    -0,
    -1,
    0.5,
    1e308,
    2 ** 53,
    [],
    [[]],
    {},
    [null],
    '\u0000',
    '😀',
  ),
  fc.constantFrom<Json>('__proto__', 'constructor', { length: 1 }, { toString: 'x' }, 'x'.repeat(10_000)),
  fc.jsonValue() as fc.Arbitrary<Json>,
);

/**
 * Objects close to the schema: valid values, some of them missing, replaced by junk, or with additional ones.
 */
function valuesFor({ properties, required = [] }: ParametersSchema): fc.Arbitrary<JsonObject> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, nearly(schema)] as const),
  );
  const record = (requiredKeys: string[]) => fc.record(fields, { requiredKeys }) as fc.Arbitrary<JsonObject>;
  const whole = record([...required]);
  const partial = record([]);
  const extra = fc.dictionary(fc.constantFrom('extra', 'path', 'url', 'constructor', 'toString'), junk, {
    maxKeys: 2,
  });
  return fc.oneof(
    { weight: 4, arbitrary: whole },
    { weight: 2, arbitrary: partial },
    { weight: 1, arbitrary: fc.tuple(whole, extra).map(([values, more]) => ({ ...values, ...more })) },
  );
}

function nearly(schema: ParameterSchema): fc.Arbitrary<Json> {
  return fc.oneof({ weight: 12, arbitrary: valueOf(schema) }, { weight: 1, arbitrary: junk });
}

function valueOf(schema: ParameterSchema): fc.Arbitrary<Json> {
  switch (schema.type) {
    case 'string':
      return schema.enum ? fc.constantFrom<Json>(...schema.enum) : fc.string({ minLength: 1 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -10, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(nearly(schema.items), { minLength: 1, maxLength: 3 });
    case 'object':
      return schema.properties
        ? valuesFor({ ...schema, properties: schema.properties })
        : fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 });
  }
}
