/** Converts JSON Schema to Gemini's `Schema` (https://ai.google.dev/api/caching#Schema); the rest goes into the description. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { notesOf } from './gemini-notes.ts';
import { inlineReferences, startScope, type Scope } from '../definitions/inline-references.ts';
import { mergeSchemas } from '../definitions/merge-schemas.ts';

/** Keywords that mean the same as in JSON Schema, by type. */
const sameMeaning: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
};
/** The API rejects any other (400). */
const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

export function toGeminiSchema(schema: JsonObject): JsonObject {
  return convert(schema, startScope(schema));
}

function convert(given: JsonObject, outer: Scope): JsonObject {
  if (--outer.budget.left < 0) return { type: 'STRING', description: 'JSON; see the description above.' };
  const { schema, scope } = inlineReferences(given, outer);
  const { anyOf, oneOf, ...base } = schema;
  const list = [anyOf, oneOf].find((each) => Array.isArray(each) && each.length > 0);
  if (Array.isArray(list)) {
    // If both are there, `oneOf` becomes a note.
    const rest = anyOf !== undefined && oneOf !== undefined && list === anyOf ? { ...base, oneOf } : base;
    return convertChoice(list.filter(isJsonObject), rest, scope);
  }
  const types = typesOf(base);
  const [only, ...more] = types.filter((type) => type !== 'null');
  if (more.length > 0 || only === undefined)
    return types.length === 0 ? anyValue(base) : convertTypes(types, base, scope);
  return convertOne(only, types.includes('null'), base, scope);
}

/** Merges `base` into every form, because the API accepts only a description beside `anyOf`. */
function convertChoice(forms: readonly JsonObject[], base: JsonObject, scope: Scope): JsonObject {
  const { description, title: _, $defs: __, definitions: ___, ...common } = base;
  const inlined = forms.map((form) => inlineReferences(form, scope));
  const real = inlined.filter((form) => !isNull(form.schema));
  const nullable = real.length < inlined.length;
  const converted = real.map((form) => convert(mergeSchemas(form.schema, common), form.scope));
  const text = typeof description === 'string' ? description : '';
  return joinForms(converted, nullable || converted.some((form) => form.nullable === true), text);
}

function isNull(schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === 'null';
}

/** Several types: a form for each, with the enum values of that type. */
function convertTypes(types: readonly string[], base: JsonObject, scope: Scope): JsonObject {
  const { description, ...rest } = base;
  const real = types.filter((type) => type !== 'null');
  const text = typeof description === 'string' ? description : '';
  if (real.length === 0)
    return { type: 'STRING', nullable: true, description: `${text} Always null.`.trim() };
  const forms = real.map((type) => {
    const options = Array.isArray(rest.enum)
      ? { enum: rest.enum.filter((each) => typesOf({ const: each }).includes(type)) }
      : {};
    return convertOne(type, false, { ...rest, ...options, type }, scope);
  });
  return joinForms(forms, types.includes('null'), text);
}

function joinForms(forms: readonly JsonObject[], nullable: boolean, text: string): JsonObject {
  const different = [...new Map(forms.map((each) => [JSON.stringify(each), each])).values()];
  const [only, ...more] = different;
  if (only && more.length === 0) {
    const own = typeof only.description === 'string' ? only.description : '';
    const description = [text, own].filter(Boolean).join(' ');
    return { ...only, ...(nullable ? { nullable } : {}), ...(description ? { description } : {}) };
  }
  if (!only) return { type: 'STRING', nullable: true, description: `${text} Always null.`.trim() };
  return { ...(nullable ? { nullable } : {}), anyOf: different, ...(text ? { description: text } : {}) };
}

function anyValue({ description, ...rest }: JsonObject): JsonObject {
  const types = ['STRING', 'NUMBER', 'BOOLEAN', 'OBJECT'].map((type) => ({ type }));
  const notes = notesOf(rest, '', {});
  const text = [typeof description === 'string' ? description : '', ...notes].filter(Boolean).join(' ');
  return {
    anyOf: [...types, { type: 'ARRAY', items: { type: 'STRING' } }],
    nullable: true,
    ...(text ? { description: text } : {}),
  };
}

function convertOne(type: string, nullable: boolean, schema: JsonObject, scope: Scope): JsonObject {
  const result: JsonObject = { ...(nullable ? { nullable } : {}), type: type.toUpperCase() };
  if (typeof schema.title === 'string') result.title = schema.title;
  for (const keyword of sameMeaning[type] ?? [])
    if (schema[keyword] !== undefined) result[keyword] = schema[keyword];
  const { format } = schema;
  if (typeof format === 'string' && formats[type]?.includes(format)) result.format = format;
  const options = textOptions(schema);
  if (type === 'string' && options.length > 0) result.enum = options;
  if (type === 'array') result.items = convertItems(schema, scope);
  if (type === 'object') convertProperties(schema, result, scope);
  const text = typeof schema.description === 'string' ? schema.description : '';
  const description = [text, ...notesOf(schema, type, result)].filter(Boolean).join(' ');
  return description ? { ...result, description } : result;
}

/** The API rejects an empty string in `enum`; the notes name it. */
function textOptions(schema: JsonObject): Json[] {
  const options = schema.const === undefined ? schema.enum : [schema.const];
  return Array.isArray(options) ? options.filter((each) => typeof each === 'string' && each !== '') : [];
}

function convertItems({ items, prefixItems }: JsonObject, scope: Scope): JsonObject {
  const first = Array.isArray(prefixItems) ? prefixItems.filter(isJsonObject) : [];
  const rest = isJsonObject(items) ? [items] : [];
  const [only, ...more] = [...first, ...rest];
  if (!only) return { type: 'STRING' };
  return convert(more.length === 0 ? only : { anyOf: [only, ...more] }, scope);
}

function convertProperties(schema: JsonObject, result: JsonObject, scope: Scope): void {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return;
  result.properties = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, convert(isJsonObject(each) ? each : {}, scope)]),
  );
  const known = Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  if (known.length > 0) result.required = known;
}

const implied: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/**
 * The types that a schema allows, explicit or implied: `properties` without `type` implies an object. Empty if
 * any type is allowed.
 */
function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  const said = Array.isArray(type) ? type.filter((each) => typeof each === 'string') : [];
  if (said.length > 0) return [...new Set(said)];
  const options = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(options) && options.length > 0) return [...new Set(options.map(typeOf))];
  const kind = implied.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined));
  return kind ? [kind[0]] : [];
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
