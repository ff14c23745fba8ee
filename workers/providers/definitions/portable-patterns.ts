/**
 * Moves regular expressions that a service may not compile into the description: services use the engines of Rust, Go
 * or Python, and refuse the whole request for one (https://github.com/NangoHQ/nango/issues/7547). Our own check of the
 * arguments keeps them.
 */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';

/**
 * Means the same in the engines of JavaScript, Rust, RE2 and Python: no look-around, references or named groups, no
 * classes by property, no bracket or double operator inside a class, no escapes but those of Unicode mode.
 */
const portable =
  /^(?:\\[dDwWsSbBnrtfv.*+?^$(){}|[\]/\\]|\[\^?(?:\\[dDwWsSnrtfv.*+?^$(){}|[\]/\\-]|(?!&&|--|~~|\|\|)[^\\[\]])+\]|\((?:\?:|(?!\?))|[^\\[\](])*$/;
/** RE2 repeats at most 1,000 times. */
const repeatsOften = /\{\d*,?\d{4,}/;

const isPortable = (pattern: string) => portable.test(pattern) && !repeatsOften.test(pattern);

/** Keywords whose values are data, and those that hold schemas by a name. */
const data: ReadonlySet<string> = new Set(['default', 'examples', 'enum', 'const']);
const maps: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** `schema` is plain JSON, which this changes. */
export function withPortablePatterns<Schema extends JsonObject>(schema: Schema): Schema {
  const left: Json[] = [schema];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (Array.isArray(next)) left.push(...next);
    if (!isJsonObject(next)) continue;
    removePatterns(next);
    for (const [keyword, value] of Object.entries(next))
      if (maps.has(keyword)) left.push(...Object.values(isJsonObject(value) ? value : {}));
      else if (!data.has(keyword)) left.push(value);
  }
  return schema;
}

function removePatterns(schema: JsonObject): void {
  const { pattern, patternProperties, description } = schema;
  if (typeof pattern === 'string' && !isPortable(pattern)) {
    Reflect.deleteProperty(schema, 'pattern');
    const text = `Must match /${pattern}/.`;
    schema.description = typeof description === 'string' && description ? `${description} ${text}` : text;
  }
  if (!isJsonObject(patternProperties)) return;
  const kept = Object.entries(patternProperties).filter(([name]) => isPortable(name));
  if (kept.length === Object.keys(patternProperties).length) return;
  schema.patternProperties = Object.fromEntries(kept);
  // It would forbid the names that the removed patterns allowed.
  if (schema.additionalProperties === false) Reflect.deleteProperty(schema, 'additionalProperties');
}
