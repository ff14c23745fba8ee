/**
 * Converts an external schema to JSON Schema 2020-12: translates keywords of older drafts and OpenAPI, and
 * drops malformed and unknown keywords, so that later code can rely on the form.
 */
import * as limits from '#shared/limits.ts';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import { hasInvisibleCharacters, escapeInvisible, visibleText } from '#shared/invisible.ts';
import { toPointer } from '#shared/tools/schema-pointer.ts';
import {
  countKeywords,
  numberKeywords,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
  typeNames,
} from './schema-keywords.ts';

/** The new JSON pointer of each schema by its old one, to rewrite references. */
export type SchemaPlaces = Map<string, { pointer: string; schema: JsonObject }>;

type Reading = { places: SchemaPlaces; refuse(refusal: ToolRefusal): void };
type Place = { from: readonly string[]; to: readonly string[] };

/** `raw` must have passed `refuseSize`, so that recursion is safe. */
export function readSchema(raw: JsonObject, places: SchemaPlaces): JsonObject | ToolRefusal {
  const refusals: ToolRefusal[] = [];
  const schema = read(raw, { from: [], to: [] }, { places, refuse: (each) => void refusals.push(each) });
  // Invisible characters were removed from titles and descriptions; names and values must not be altered, so
  // they are rejected.
  const hidden = findHidden(schema);
  return refusals[0] ?? (hidden === undefined ? schema : { reason: 'schema_invisible', detail: hidden });
}

function read(raw: unknown, place: Place, reading: Reading): JsonObject {
  const schema: JsonObject = isJsonObject(raw)
    ? readKeywords(raw, place, reading)
    : raw === false
      ? { not: {} }
      : {};
  reading.places.set(toPointer(place.from), { pointer: toPointer(place.to), schema });
  return schema;
}

function readKeywords(raw: JsonObject, place: Place, reading: Reading): JsonObject {
  const schema: JsonObject = {};
  readTexts(raw, schema, reading);
  readValues(raw, schema, reading);
  readNumbers(raw, schema);
  readLists(raw, schema);
  const below = (keyword: string, key?: string, old = keyword): Place => ({
    from: [...place.from, old, ...(key === undefined ? [] : [key])],
    to: [...place.to, keyword, ...(key === undefined ? [] : [key])],
  });
  for (const keyword of schemaKeywords) {
    const value = raw[keyword];
    if (typeof value === 'boolean') schema[keyword] = value;
    else if (isJsonObject(value)) schema[keyword] = read(value, below(keyword), reading);
  }
  for (const keyword of schemaListKeywords) {
    const list = raw[keyword];
    if (Array.isArray(list) && list.length > 0)
      schema[keyword] = list.map((each, index) => read(each, below(keyword, `${index}`), reading));
  }
  for (const keyword of schemaMapKeywords) {
    const map = raw[keyword];
    if (!isJsonObject(map)) continue;
    schema[keyword] = Object.fromEntries(
      Object.entries(map).map(([key, each]) => [key, read(each, below(keyword, key), reading)]),
    );
  }
  readTuple(raw, schema, below, reading);
  readDependencies(raw, schema, below, reading);
  return schema;
}

function readTexts(raw: JsonObject, schema: JsonObject, { refuse }: Reading): void {
  const { title, description, format, pattern, $ref } = raw;
  if (typeof title === 'string') schema.title = visibleText(title);
  if (typeof description === 'string') schema.description = visibleText(description);
  // `url` is not a standard format, and the validator's regular expression for it backtracks.
  if (typeof format === 'string') schema.format = format === 'url' ? 'uri' : visibleText(format);
  const patterns = [
    pattern,
    ...(isJsonObject(raw.patternProperties) ? Object.keys(raw.patternProperties) : []),
  ];
  if (patterns.some((each) => typeof each === 'string' && each.length > limits.external.patternCharacters))
    refuse({ reason: 'schema_pattern_too_long', detail: `${limits.external.patternCharacters}` });
  if (typeof pattern === 'string') schema.pattern = pattern;
  if (typeof $ref === 'string') schema.$ref = $ref;
  const foreign = raw.$dynamicRef ?? raw.$recursiveRef;
  if (typeof foreign === 'string')
    refuse({ reason: 'schema_foreign_reference', detail: foreign.slice(0, 100) });
}

function readValues(raw: JsonObject, schema: JsonObject, reading: Reading): void {
  const types = (Array.isArray(raw.type) ? raw.type : [raw.type]).filter((each) =>
    typeNames.has(each),
  ) as string[];
  // OpenAPI 3.0 allows null by the flag `nullable`.
  const isNullable = raw.nullable === true && types.length > 0;
  const all = [...new Set(isNullable ? [...types, 'null'] : types)];
  if (all.length > 0) schema.type = all.length === 1 && all[0] !== undefined ? all[0] : all;
  readEnum(raw, schema, isNullable, reading);
  if (raw.const !== undefined) schema.const = raw.const;
  // Optional hints are dropped if they contain invisible characters.
  const { default: proposed, examples } = raw;
  if (proposed !== undefined && findHidden(proposed) === undefined) schema.default = proposed;
  if (Array.isArray(examples)) schema.examples = examples.filter((each) => findHidden(each) === undefined);
  if (raw.uniqueItems === true) schema.uniqueItems = true;
}

function readEnum(raw: JsonObject, schema: JsonObject, isNullable: boolean, { refuse }: Reading): void {
  if (!Array.isArray(raw.enum) || raw.enum.length === 0) return;
  if (raw.enum.length > limits.external.enumValues)
    refuse({ reason: 'schema_enum_too_long', detail: `${limits.external.enumValues}` });
  schema.enum = isNullable && !raw.enum.includes(null) ? [...raw.enum, null] : raw.enum;
}

function readNumbers(raw: JsonObject, schema: JsonObject): void {
  for (const keyword of countKeywords) {
    const value = raw[keyword];
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) schema[keyword] = value;
  }
  for (const keyword of numberKeywords) {
    const value = raw[keyword];
    const isFit =
      typeof value === 'number' && Number.isFinite(value) && (keyword !== 'multipleOf' || value > 0);
    if (isFit) schema[keyword] = value;
  }
  // In draft 4, `exclusiveMinimum` and `exclusiveMaximum` are flags that exclude the limit itself.
  if (raw.exclusiveMinimum === true) move(schema, 'minimum', 'exclusiveMinimum');
  if (raw.exclusiveMaximum === true) move(schema, 'maximum', 'exclusiveMaximum');
}

function move(schema: JsonObject, from: string, to: string): void {
  const value = schema[from];
  if (value === undefined) return;
  schema[to] = value;
  Reflect.deleteProperty(schema, from);
}

function readLists(raw: JsonObject, schema: JsonObject): void {
  const required = onlyTexts(raw.required);
  if (required.length > 0) schema.required = required;
  if (isJsonObject(raw.dependentRequired)) schema.dependentRequired = textLists(raw.dependentRequired);
}

function textLists(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, list]) => [key, onlyTexts(list)]));
}

function onlyTexts(list: Json | undefined): string[] {
  return Array.isArray(list) ? [...new Set(list.filter((each) => typeof each === 'string'))] : [];
}

type Below = (keyword: string, key?: string, old?: string) => Place;

/** Before 2020-12, tuple items were a list under `items`, and further items were under `additionalItems`. */
function readTuple(raw: JsonObject, schema: JsonObject, below: Below, reading: Reading): void {
  const { items, additionalItems } = raw;
  if (!Array.isArray(items) || items.length === 0) return;
  schema.prefixItems = items.map((each, index) =>
    read(each, below('prefixItems', `${index}`, 'items'), reading),
  );
  if (typeof additionalItems === 'boolean') schema.items = additionalItems;
  else if (isJsonObject(additionalItems))
    schema.items = read(additionalItems, below('items', undefined, 'additionalItems'), reading);
}

/** Before 2019-09, `dependencies` held both required names and schemas. */
function readDependencies(raw: JsonObject, schema: JsonObject, below: Below, reading: Reading): void {
  if (!isJsonObject(raw.dependencies)) return;
  const entries = Object.entries(raw.dependencies);
  const lists = entries.filter(([, each]) => Array.isArray(each));
  const schemas = entries.filter(([, each]) => isJsonObject(each));
  if (lists.length > 0) schema.dependentRequired = textLists(Object.fromEntries(lists));
  if (schemas.length === 0) return;
  schema.dependentSchemas = Object.fromEntries(
    schemas.map(([key, each]) => [key, read(each, below('dependentSchemas', key, 'dependencies'), reading)]),
  );
}

/**
 * The first text or key with an invisible character, in printable form: a model would read it, but a user
 * could not see it.
 */
function findHidden(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return isHidden(value) ? escapeInvisible(value).slice(0, 100) : undefined;
  if (Array.isArray(value)) return firstHidden(value);
  return isJsonObject(value) ? firstHidden([...Object.keys(value), ...Object.values(value)]) : undefined;
}

function firstHidden(values: readonly Json[]): string | undefined {
  for (const each of values) {
    const found = findHidden(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Line breaks and tabs are allowed: JSON shows them as escapes, and they are ordinary values, such as a
 * separator.
 */
function isHidden(text: string): boolean {
  return hasInvisibleCharacters(text.replace(/[\n\r\t]/g, ''));
}
