/** Reads fields whose type is not the one that the protocol asks for. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';

/** Many languages write an absent field as null. */
export function withoutNull(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null));
}

/** A number or an object where a text belongs, as text; '' if absent. */
export function textIn(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

export function objectsIn(list: readonly Json[]): JsonObject[] {
  return list.filter(isJsonObject);
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isJsonObject(value) ? value : undefined;
}
