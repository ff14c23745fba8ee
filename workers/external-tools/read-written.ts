/** Reads a list or an object that a model wrote as a text, where the parameter takes no text. */
import { parseJson, type Json } from '#shared/json.ts';
import { measureJson } from '#shared/json-size.ts';

/** `types`: those of JSON Schema that the parameter takes. Anything else stays as it is. */
export function readWritten(value: Json, types: readonly string[]): Json {
  if (typeof value !== 'string' || types.includes('string')) return value;
  const read = parseJson(value);
  if (typeof read !== 'object' || read === null || measureJson(read).isTooDeep) return value;
  return types.includes(Array.isArray(read) ? 'array' : 'object') ? read : value;
}
