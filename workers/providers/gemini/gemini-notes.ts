/** Describes in short sentences the JSON Schema keywords for which Gemini's `Schema` has no field. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { briefJson } from '../definitions/merge-schemas.ts';

const describedKeywords = [
  ...['exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'not', 'if', 'then', 'else', 'oneOf', 'contains'],
  ...[
    'uniqueItems',
    'patternProperties',
    'propertyNames',
    'minProperties',
    'maxProperties',
    'dependentRequired',
  ],
  ...['dependentSchemas', 'minContains', 'maxContains', 'unevaluatedProperties', 'unevaluatedItems'],
];

/** `written`: the converted schema, whose fields need no note. */
export function notesOf(schema: JsonObject, type: string, written: JsonObject): string[] {
  const text = typeof schema.description === 'string' ? schema.description : '';
  const notes = [
    ...optionNotes(schema, written),
    ...keyNotes(schema, written),
    ...(Array.isArray(schema.prefixItems) ? [`In this order: ${briefJson(schema.prefixItems)}.`] : []),
    ...(typeof schema.format === 'string' && written.format === undefined
      ? [`Format: ${schema.format}.`]
      : []),
    ...describedKeywords.flatMap((keyword) => {
      const rule = schema[keyword];
      return rule === undefined ? [] : [`Rule '${keyword}': ${briefJson(rule)}.`];
    }),
  ];
  // Descriptions of the built-in tools already name their defaults.
  const hasDefault = schema.default !== undefined && schema.default !== null && !/default/i.test(text);
  if (hasDefault) notes.push(`Default: ${briefJson(schema.default ?? null)}.`);
  return type === 'null' ? [] : notes;
}

/** Gemini's `enum` holds only non-empty strings. */
function optionNotes(schema: JsonObject, written: JsonObject): string[] {
  const options = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(options)) return [];
  const named: readonly Json[] = Array.isArray(written.enum) ? written.enum : [];
  const left = options.filter((option) => !named.includes(option) && option !== null);
  if (left.length === 0) return [];
  const listed = left.map((option) => briefJson(option)).join(', ');
  return [named.length > 0 ? `Or: ${listed}.` : `One of: ${listed}.`];
}

function keyNotes({ additionalProperties, required }: JsonObject, written: JsonObject): string[] {
  const named = Array.isArray(written.required) ? written.required : [];
  const left = Array.isArray(required) ? required.filter((name) => !named.includes(name)) : [];
  return [
    ...(left.length > 0 ? [`Also required: ${left.map(String).join(', ')}.`] : []),
    ...(additionalProperties === false ? ['No other keys.'] : []),
    ...(isJsonObject(additionalProperties)
      ? [`Any keys; each value is: ${describeType(additionalProperties)}.`]
      : []),
  ];
}

function describeType(schema: JsonObject): string {
  const { type, description } = schema;
  const types = Array.isArray(type) ? type.map(String).join(' or ') : type;
  const kind = typeof types === 'string' ? types : briefJson(schema);
  return typeof description === 'string' ? `${kind} (${description})` : kind;
}
