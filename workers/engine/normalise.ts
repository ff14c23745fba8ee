/** What may be mended in a model's arguments before validation (design section 3); nothing else is coerced. */
import { isJsonObject, type Json, type JsonObject } from '../../src/shared/json.ts';
import type { ParametersSchema } from '../../src/shared/schema.ts';

/** Unknown keys and nulls for optional parameters are dropped; an enum value matches in any case. */
export function normaliseArguments(values: JsonObject, schema: ParametersSchema): JsonObject {
  const known = Object.entries(schema.properties).flatMap(([name, property]): [string, Json][] => {
    if (!Object.hasOwn(values, name)) return [];
    const value = values[name];
    if (value === undefined || (value === null && !schema.required?.includes(name))) return [];
    const options = property.type === 'string' ? property.enum : undefined;
    return [[name, options ? matchOption(value, options) : copySafely(value)]];
  });
  return Object.fromEntries(known);
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
