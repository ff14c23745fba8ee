/**
 * Replaces the patterns in a schema by rules that the schema interpreter checks in linear time. The
 * interpreter compiles patterns with the browser's backtracking engine and has no option for another one, but
 * its table of formats can be extended. So a `pattern` becomes a format that RE2 checks. A pattern of
 * property names becomes the list of those names in the values that RE2 matches. A pattern that RE2 does not
 * support (look-around, backreferences) counts as matched: matching it here could hang, and the tool server
 * checks it itself.
 */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import {
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from '#workers/external-tools/schema-keywords.ts';
import { compileLinear, type LinearPattern } from '#workers/text/linear-pattern.ts';

export type LinearSchema = {
  /** Takes a schema of the original document. */
  rewrite(schema: JsonObject): JsonObject;
  /** The schema before it was rewritten, for messages about it. */
  originalOf(rewritten: JsonObject): JsonObject;
};

/** The interpreter's checks of strings, by the name of the format. */
export type Formats = Record<string, (text: string) => boolean>;

const prefix = 'pattern:';
const everything: LinearPattern = { test: () => true, indexIn: () => 0 };

const compiled = new Map<string, LinearPattern>();
const maxCompiled = 1_000;

/** The pattern that the name of a format stands for; undefined if this module did not make the name. */
export function patternOf(format: Json | undefined): string | undefined {
  return typeof format === 'string' && format.startsWith(prefix) ? format.slice(prefix.length) : undefined;
}

/** Adds a format to `formats` for each pattern. */
export function linearSchema(values: JsonObject, formats: Formats): LinearSchema {
  const names = namesIn(values);
  const copies = new Map<JsonObject, JsonObject>();
  const originals = new Map<JsonObject, JsonObject>();
  const rewriteAny = (value: Json) => (isJsonObject(value) ? rewrite(value) : value);

  function rewrite(schema: JsonObject): JsonObject {
    const known = copies.get(schema);
    if (known) return known;
    const copy = withFormat(schema, formats);
    copies.set(schema, copy);
    originals.set(copy, schema);
    for (const keyword of schemaKeywords)
      if (copy[keyword] !== undefined) copy[keyword] = rewriteAny(copy[keyword]);
    for (const keyword of schemaListKeywords) {
      const list = copy[keyword];
      if (Array.isArray(list)) copy[keyword] = list.map(rewriteAny);
    }
    for (const keyword of schemaMapKeywords) {
      const map = copy[keyword];
      if (isJsonObject(map)) copy[keyword] = rewriteMap(map, keyword === 'patternProperties');
    }
    return copy;
  }

  function rewriteMap(map: JsonObject, hasPatterns: boolean): JsonObject {
    const entries = Object.entries(map).map(([name, schema], index): [string, Json] => [
      // Two patterns may match the same names, and both must apply, so the empty groups make their keys
      // different.
      hasPatterns ? `${oneOf(names.filter(compile(name, formats).test))}${'(?:)'.repeat(index)}` : name,
      rewriteAny(schema),
    ]);
    return Object.fromEntries(entries);
  }

  return { rewrite, originalOf: (rewritten) => originals.get(rewritten) ?? rewritten };
}

function withFormat({ pattern, ...schema }: JsonObject, formats: Formats): JsonObject {
  if (typeof pattern !== 'string') return schema;
  const { test } = compile(pattern, formats);
  const format = prefix + pattern;
  formats[format] = test;
  if (schema.format === undefined) return { ...schema, format };
  return { ...schema, allOf: [...(Array.isArray(schema.allOf) ? schema.allOf : []), { format }] };
}

function compile(source: string, formats: Formats): LinearPattern {
  const known = compiled.get(source);
  if (known) return known;
  if (compiled.size >= maxCompiled) forgetAll(formats);
  let pattern = everything;
  try {
    pattern = compileLinear(source);
  } catch {
    // RE2 does not support the pattern, so it counts as matched.
  }
  compiled.set(source, pattern);
  return pattern;
}

function forgetAll(formats: Formats): void {
  for (const source of compiled.keys()) Reflect.deleteProperty(formats, prefix + source);
  compiled.clear();
}

/** All names of properties, at any depth. */
function namesIn(values: JsonObject): string[] {
  const names = new Set<string>();
  const left: Json[] = [values];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (!Array.isArray(next)) for (const name of Object.keys(next)) names.add(name);
    for (const each of Object.values(next)) left.push(each);
  }
  return [...names];
}

/** A pattern that matches exactly these texts. */
function oneOf(texts: readonly string[]): string {
  if (texts.length === 0) return '[^\\s\\S]';
  return `^(?:${texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|')})$`;
}
