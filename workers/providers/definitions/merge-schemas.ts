/** Merges two schemas that must both be satisfied into one, for formats without `allOf`. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';

/** Keywords that cannot be merged are described in words. */
export function mergeSchemas(a: JsonObject, b: JsonObject): JsonObject {
  const merged: [string, Json][] = Object.entries(a);
  const result: JsonObject = Object.fromEntries(merged);
  const notes: string[] = [];
  for (const [keyword, right] of Object.entries(b)) {
    const left = Object.hasOwn(a, keyword) ? a[keyword] : undefined;
    if (left === undefined || isSame(left, right)) result[keyword] = right;
    else if (keyword !== 'description') result[keyword] = mergeKeyword(keyword, left, right, notes);
  }
  const texts = [a.description, b.description].filter((each) => typeof each === 'string');
  const description = [...new Set(texts), ...notes].join(' ');
  return description === '' ? result : { ...result, description };
}

type Merge = (left: Json, right: Json) => Json;

const keepLeft: Merge = (left) => left;
const largest: Merge = (left, right) => Math.max(Number(left), Number(right));
const smallest: Merge = (left, right) => Math.min(Number(left), Number(right));
const mergeNested: Merge = (left, right) =>
  isJsonObject(left) && isJsonObject(right) ? { allOf: [left, right] } : left && right;

const merges: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  [
    'properties',
    (left, right) => (isJsonObject(left) && isJsonObject(right) ? mergeProperties(left, right) : left),
  ],
  [
    'required',
    (left, right) => (Array.isArray(left) && Array.isArray(right) ? [...new Set([...left, ...right])] : left),
  ],
  ['type', commonTypes],
  ['enum', commonOptions],
  ['items', mergeNested],
  ['additionalProperties', mergeNested],
  ...['minimum', 'minLength', 'minItems'].map((keyword) => [keyword, largest] as const),
  ...['maximum', 'maxLength', 'maxItems'].map((keyword) => [keyword, smallest] as const),
  ...['title', 'default', 'examples', '$defs', 'definitions'].map((keyword) => [keyword, keepLeft] as const),
]);

function mergeKeyword(keyword: string, left: Json, right: Json, notes: string[]): Json {
  const merge = merges.get(keyword);
  if (merge) return merge(left, right);
  notes.push(`Also ${keyword}: ${briefJson(right)}.`);
  return left;
}

function mergeProperties(left: JsonObject, right: JsonObject): JsonObject {
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  return Object.fromEntries(
    keys.map((key): [string, Json] => {
      const both = [left, right].flatMap((each) => (Object.hasOwn(each, key) ? (each[key] ?? []) : []));
      const [first = {}, second] = both;
      return [key, second === undefined || isSame(first, second) ? first : { allOf: [first, second] }];
    }),
  );
}

function commonTypes(left: Json, right: Json): Json {
  const one = typesOf(left);
  const other = typesOf(right);
  const has = (types: readonly Json[], type: Json) =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  const common = [
    ...new Set([...one.filter((each) => has(other, each)), ...other.filter((each) => has(one, each))]),
  ];
  const [only, ...more] = common;
  // No value matches both; either one is equally wrong.
  if (only === undefined) return left;
  return more.length === 0 ? only : common;
}

function typesOf(value: Json): Json[] {
  return Array.isArray(value) ? value : [value];
}

function commonOptions(left: Json, right: Json): Json {
  if (!Array.isArray(left) || !Array.isArray(right)) return left;
  const common = left.filter((each) => right.some((other) => isSame(each, other)));
  return common.length > 0 ? common : left;
}

function isSame(left: Json, right: Json): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

export function briefJson(value: Json): string {
  return shorten(JSON.stringify(value), 200);
}
