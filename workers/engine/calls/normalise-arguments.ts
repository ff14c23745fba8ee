/** Corrects frequent slips in a model's arguments before validation; nothing else is coerced. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { matchOption } from '#workers/text/match-option.ts';
import type { ParameterSchema, ParametersSchema } from '#shared/tools/schema.ts';

/**
 * At every level that the schema describes: drops unknown keys and nulls for optional parameters, matches
 * enum values in any case, and wraps a string where an object with one required string is expected, and one value
 * where a list of such values is.
 */
export function normaliseArguments(values: JsonObject, schema: ParametersSchema): JsonObject {
  const known = Object.entries(schema.properties).flatMap(([name, property]): [string, Json][] => {
    if (!Object.hasOwn(values, name)) return [];
    const value = values[name];
    if (value === undefined || (value === null && !schema.required?.includes(name))) return [];
    return [[name, correct(value, property)]];
  });
  return Object.fromEntries(known);
}

function correct(value: Json, schema: ParameterSchema): Json {
  if (schema.type === 'string') return schema.enum ? matchOption(value, schema.enum) : copySafely(value);
  if (schema.type === 'array') {
    if (Array.isArray(value)) return value.map((item) => correct(item, schema.items));
    const item = correct(value, schema.items);
    return isOne(item, schema.items) ? [item] : copySafely(value);
  }
  return schema.type === 'object' ? correctObject(value, schema) : copySafely(value);
}

function correctObject(
  value: Json,
  { properties, required }: Extract<ParameterSchema, { type: 'object' }>,
): Json {
  if (!properties) return copySafely(value);
  if (isJsonObject(value))
    return normaliseArguments(value, { type: 'object', properties, ...(required ? { required } : {}) });
  const [only, ...more] = required ?? [];
  const isShort = typeof value === 'string' && only !== undefined && more.length === 0;
  return isShort && properties[only]?.type === 'string' ? { [only]: value } : copySafely(value);
}

/** Whether it can only be meant as the one item of a list. A text may be a list written as JSON. */
function isOne(value: Json, { type }: ParameterSchema): boolean {
  if (type === 'string') return typeof value === 'string' && !/^\s*\[/.test(value);
  if (type === 'integer' || type === 'number') return typeof value === 'number';
  return type === 'object' && isJsonObject(value);
}

/** A deep copy without keys that could change an object's prototype. */
function copySafely(value: Json): Json {
  if (Array.isArray(value)) return value.map(copySafely);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key]) => !['__proto__', 'constructor', 'prototype'].includes(key),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, copySafely(inner)]));
}
