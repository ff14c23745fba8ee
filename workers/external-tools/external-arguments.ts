/** Arguments of external tools: rejects dangerous ones, and repairs common mistakes of models. */
import * as limits from '#shared/limits.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import { shorten } from '#shared/shorten.ts';
import { matchOption } from '#workers/text/match-option.ts';
import { readWritten } from './read-written.ts';
import { prototypeKeys } from './measure-json.ts';

/**
 * The reason to reject the arguments, as one sentence for the model, or undefined. Iterative, because the
 * nesting depth has not been checked yet.
 */
export function refuseArguments(values: JsonObject): string | undefined {
  const left: { value: Json; path: string; depth: number }[] = [{ value: values, path: '', depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, path, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.external.argumentDepth)
      return `Parameter '${shorten(path, 100)}' is nested deeper than ${limits.external.argumentDepth} levels. Send it flatter.`;
    for (const [key, each] of Object.entries(value)) {
      const name = path === '' ? key : `${path}.${key}`;
      if (!Array.isArray(value) && prototypeKeys.has(key))
        return `Parameter '${name.slice(-100)}' has a name that is not allowed: ${[...prototypeKeys].join(', ')} are refused at any depth. Use another key.`;
      left.push({ value: each, path: name, depth: depth + 1 });
    }
  }
  return undefined;
}

/** Normalises arguments as for built-in tools, but keeps unknown keys, and nulls that the schema allows. */
export function normaliseExternalArguments(values: JsonObject, schema: OpenSchema): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]): [string, Json][] => {
      const property = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
      if (!property) return [[name, value]];
      if (value === null && !schema.required?.includes(name) && !mayBeNull(property)) return [];
      const options = onlyTexts(property.enum);
      return [[name, options ? matchOption(value, options) : readWritten(value, typesOf(property))]];
    }),
  );
}

/** The types that the schema names, or all of its choices; `string` where it leaves them open. */
function typesOf({ type, anyOf, oneOf }: JsonObject): string[] {
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (type === undefined && choices)
    return choices.flatMap((each) => (isJsonObject(each) ? typesOf(each) : ['string']));
  const named = Array.isArray(type) ? type : [type];
  return named.map((each) => (typeof each === 'string' ? each : 'string'));
}

/** True for a schema without a type, too: its reference or choice may allow null. */
function mayBeNull(schema: JsonObject): boolean {
  if (schema.type === undefined) return true;
  return Array.isArray(schema.type) ? schema.type.includes('null') : schema.type === 'null';
}

function onlyTexts(options: Json | undefined): string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  const texts = options.filter((each) => typeof each === 'string');
  return texts.length === options.length ? texts : undefined;
}
