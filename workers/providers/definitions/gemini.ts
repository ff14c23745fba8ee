/** Tool definitions as generateContent wants them: an OpenAPI subset with upper-case types. */
import { isJsonObject, type Json, type JsonObject } from '../../../src/shared/json.ts';
import type { ToolDefinition } from '../../../src/shared/tool.ts';

/** The fields of `Schema` (https://ai.google.dev/api/caching#Schema) that say the same as their JSON Schema namesakes. */
const sameMeaning = [
  'format',
  'title',
  'pattern',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
];

/** One declaration per tool, all in one entry of `tools`; a tool without parameters has no `parameters` at all. */
export function toGeminiTools(tools: readonly ToolDefinition[]): JsonObject[] {
  const functionDeclarations = tools.map(({ name, description, parameters }): JsonObject => {
    if (Object.keys(parameters.properties).length === 0) return { name, description };
    return {
      name,
      description,
      parameters: toGeminiSchema(JSON.parse(JSON.stringify(parameters)) as JsonObject),
    };
  });
  return [{ functionDeclarations }];
}

/** What the subset cannot say in a field is said in the description, so that no meaning is lost. */
export function toGeminiSchema(schema: JsonObject): JsonObject {
  const variants = readVariants(schema);
  const types = readTypes(schema);
  const result: JsonObject = {};
  const notes: string[] = [];

  if (types.includes('null') || variants.some(isNull)) result.nullable = true;
  const type = types.find((each) => each !== 'null');
  if (type) result.type = type.toUpperCase();
  for (const key of sameMeaning)
    if (schema[key] !== undefined && schema[key] !== null) result[key] = schema[key];

  const alternatives = variants.filter((variant) => !isNull(variant)).map(toGeminiSchema);
  if (alternatives.length > 0) result.anyOf = alternatives;
  readOptions(schema, type, result, notes);
  if (type === 'array')
    result.items = toGeminiSchema(isJsonObject(schema.items) ? schema.items : { type: 'string' });
  readProperties(schema, result, notes);
  if (schema.default !== undefined && schema.default !== null)
    notes.push(`Default: ${JSON.stringify(schema.default)}.`);

  const description = describe(schema, notes);
  if (description) result.description = description;
  return result;
}

function readTypes({ type }: JsonObject): string[] {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((each) => typeof each === 'string') : [];
}

function readVariants({ anyOf, oneOf }: JsonObject): JsonObject[] {
  const list = Array.isArray(anyOf) ? anyOf : oneOf;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function isNull({ type }: JsonObject): boolean {
  return type === 'null';
}

/** `enum` holds strings only; other constants move into the description. */
function readOptions(
  schema: JsonObject,
  type: string | undefined,
  result: JsonObject,
  notes: string[],
): void {
  const options = schema.const !== undefined ? [schema.const] : schema.enum;
  if (!Array.isArray(options)) return;
  const isText = options.every((option) => typeof option === 'string');
  if (isText && (type === undefined || type === 'string')) {
    result.type = 'STRING';
    result.enum = options;
  } else {
    notes.push(`One of: ${options.map((option) => JSON.stringify(option)).join(', ')}.`);
  }
}

function readProperties(schema: JsonObject, result: JsonObject, notes: string[]): void {
  if (isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0) {
    const entries = Object.entries(schema.properties);
    result.properties = Object.fromEntries(
      entries.map(([name, value]) => [name, toGeminiSchema(isJsonObject(value) ? value : {})]),
    );
    if (Array.isArray(schema.required) && schema.required.length > 0) result.required = schema.required;
  }
  const { additionalProperties } = schema;
  if (additionalProperties === false) notes.push('No other keys.');
  if (isJsonObject(additionalProperties))
    notes.push(`Any keys; each value is: ${describeType(additionalProperties)}.`);
}

function describeType(schema: JsonObject): string {
  return [
    readTypes(schema).join(' or ') || 'anything',
    typeof schema.description === 'string' ? `(${schema.description})` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function describe(schema: JsonObject, notes: readonly string[]): string {
  const own: Json = schema.description ?? '';
  const text = typeof own === 'string' ? own : '';
  // Ours say their defaults in words already.
  const missing = notes.filter((note) => !(note.startsWith('Default') && /default/i.test(text)));
  return [text, ...missing].filter(Boolean).join(' ');
}
