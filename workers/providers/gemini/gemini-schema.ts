/** JSON Schema as Gemini's `Schema` (https://ai.google.dev/api/caching#Schema); what that cannot say is said in the description. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { notesOf } from './gemini-notes.ts';
import { mergeSchemas } from './merge-schemas.ts';
import { settleSchema, startWay, type Way } from './settle-schema.ts';
import { typesOf } from './value-types.ts';

/** What says the same as its JSON Schema namesake, by the type it belongs to. */
const sameMeaning: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  array: ['minItems', 'maxItems'],
};
/** The API answers 400 to any other. */
const formats: Readonly<Record<string, readonly string[]>> = {
  string: ['date-time', 'enum'],
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
};

export function toGeminiSchema(schema: JsonObject): JsonObject {
  return convert(schema, startWay(schema));
}

function convert(given: JsonObject, before: Way): JsonObject {
  if (--before.budget.left < 0) return { type: 'STRING', description: 'JSON; see the description above.' };
  const { schema, way } = settleSchema(given, before);
  const { anyOf, oneOf, ...base } = schema;
  const list = [anyOf, oneOf].find((each) => Array.isArray(each) && each.length > 0);
  if (Array.isArray(list)) {
    // Where both stand, the second is a note of the first.
    const rest = anyOf !== undefined && oneOf !== undefined && list === anyOf ? { ...base, oneOf } : base;
    return convertChoice(list.filter(isJsonObject), rest, way);
  }
  const types = typesOf(base);
  const [only, ...more] = types.filter((type) => type !== 'null');
  if (more.length > 0 || only === undefined)
    return types.length === 0 ? anyValue(base) : convertTypes(types, base, way);
  return convertOne(only, types.includes('null'), base, way);
}

/** The rest holds for every form, and the wire takes nothing beside the forms but a text. */
function convertChoice(forms: readonly JsonObject[], base: JsonObject, way: Way): JsonObject {
  const { description, title: _, $defs: __, definitions: ___, ...common } = base;
  const settled = forms.map((form) => settleSchema(form, way));
  const real = settled.filter((form) => !isNull(form.schema));
  const nullable = real.length < settled.length;
  const converted = real.map((form) => convert(mergeSchemas(form.schema, common), form.way));
  const text = typeof description === 'string' ? description : '';
  return joinForms(converted, nullable || converted.some((form) => form.nullable === true), text);
}

function isNull(schema: JsonObject): boolean {
  const types = typesOf(schema);
  return types.length === 1 && types[0] === 'null';
}

/** Several types at once: a form for each, with the options of that type. */
function convertTypes(types: readonly string[], base: JsonObject, way: Way): JsonObject {
  const { description, ...rest } = base;
  const real = types.filter((type) => type !== 'null');
  const text = typeof description === 'string' ? description : '';
  if (real.length === 0)
    return { type: 'STRING', nullable: true, description: `${text} Always null.`.trim() };
  const forms = real.map((type) => {
    const options = Array.isArray(rest.enum)
      ? { enum: rest.enum.filter((each) => typesOf({ const: each }).includes(type)) }
      : {};
    return convertOne(type, false, { ...rest, ...options, type }, way);
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

function convertOne(type: string, nullable: boolean, schema: JsonObject, way: Way): JsonObject {
  const result: JsonObject = { ...(nullable ? { nullable } : {}), type: type.toUpperCase() };
  if (typeof schema.title === 'string') result.title = schema.title;
  for (const keyword of sameMeaning[type] ?? [])
    if (schema[keyword] !== undefined) result[keyword] = schema[keyword];
  const { format } = schema;
  if (typeof format === 'string' && formats[type]?.includes(format)) result.format = format;
  const options = textOptions(schema);
  if (type === 'string' && options.length > 0) result.enum = options;
  if (type === 'array') result.items = convertItems(schema, way);
  if (type === 'object') convertProperties(schema, result, way);
  const text = typeof schema.description === 'string' ? schema.description : '';
  const description = [text, ...notesOf(schema, type, result)].filter(Boolean).join(' ');
  return description ? { ...result, description } : result;
}

/** An empty option is refused by the API; the notes name it. */
function textOptions(schema: JsonObject): Json[] {
  const options = schema.const === undefined ? schema.enum : [schema.const];
  return Array.isArray(options) ? options.filter((each) => typeof each === 'string' && each !== '') : [];
}

function convertItems({ items, prefixItems }: JsonObject, way: Way): JsonObject {
  const first = Array.isArray(prefixItems) ? prefixItems.filter(isJsonObject) : [];
  const rest = isJsonObject(items) ? [items] : [];
  const [only, ...more] = [...first, ...rest];
  if (!only) return { type: 'STRING' };
  return convert(more.length === 0 ? only : { anyOf: [only, ...more] }, way);
}

function convertProperties(schema: JsonObject, result: JsonObject, way: Way): void {
  const { properties, required } = schema;
  if (!isJsonObject(properties) || Object.keys(properties).length === 0) return;
  result.properties = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, convert(isJsonObject(each) ? each : {}, way)]),
  );
  const known = Array.isArray(required)
    ? required.filter((name) => typeof name === 'string' && Object.hasOwn(properties, name))
    : [];
  if (known.length > 0) result.required = known;
}
