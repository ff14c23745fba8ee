/** What may be mended in a model's arguments before validation (design section 3); nothing else is coerced. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { ParameterSchema, ParametersSchema } from '#shared/tools/schema.ts';

/**
 * Unknown keys and nulls for optional parameters are dropped; an enum value matches in any case; a string stands for an
 * object that requires one string only. At every level of what the schema describes.
 */
export function normaliseArguments(values: JsonObject, schema: ParametersSchema): JsonObject {
  const known = Object.entries(schema.properties).flatMap(([name, property]): [string, Json][] => {
    if (!Object.hasOwn(values, name)) return [];
    const value = values[name];
    if (value === undefined || (value === null && !schema.required?.includes(name))) return [];
    return [[name, mend(value, property)]];
  });
  return Object.fromEntries(known);
}

function mend(value: Json, schema: ParameterSchema): Json {
  if (schema.type === 'string') return schema.enum ? matchOption(value, schema.enum) : copySafely(value);
  if (schema.type === 'array' && Array.isArray(value)) return value.map((item) => mend(item, schema.items));
  if (schema.type !== 'object' || !schema.properties) return copySafely(value);
  const { properties, required } = schema;
  if (isJsonObject(value))
    return normaliseArguments(value, { type: 'object', properties, ...(required ? { required } : {}) });
  const [only, ...more] = required ?? [];
  const isShort = typeof value === 'string' && only !== undefined && more.length === 0;
  return isShort && properties[only]?.type === 'string' ? { [only]: value } : copySafely(value);
}

/** An option in any case becomes the option, where only one matches. */
export function matchOption(value: Json, options: readonly string[]): Json {
  if (typeof value !== 'string' || options.includes(value)) return value;
  const same = options.filter((option) => option.toLowerCase() === value.toLowerCase());
  return same.length === 1 && same[0] !== undefined ? same[0] : value;
}

/** Keys that reach an object's prototype never get through, however deep. */
function copySafely(value: Json): Json {
  if (Array.isArray(value)) return value.map(copySafely);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(
    ([key]) => !['__proto__', 'constructor', 'prototype'].includes(key),
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, copySafely(inner)]));
}
