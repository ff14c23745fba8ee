/** Reads the functions and the possible answers of BFCL, and makes of each answer the calls that must be refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';

export type Answer = { name: string; values: JsonObject };
export type BfclCase = {
  id: string;
  functions: { name: string; description: string; parameters: JsonObject }[];
  /** One for each possible value of a parameter: the calls of one reply. */
  answers: Answer[][];
};

/** The names of types in Python, Java and JavaScript, as BFCL itself translates them for services. */
const types: Readonly<Record<string, string | undefined>> = {
  ...{ dict: 'object', HashMap: 'object', Hashtable: 'object', float: 'number', double: 'number' },
  ...{ tuple: 'array', list: 'array', ArrayList: 'array', Array: 'array', Queue: 'array', Stack: 'array' },
  ...{
    bool: 'boolean',
    Boolean: 'boolean',
    byte: 'integer',
    short: 'integer',
    long: 'integer',
    Bigint: 'integer',
  },
  ...{ char: 'string', String: 'string', any: undefined, Any: undefined },
};

/** `folder`: `bfcl_eval/data` of the repository. */
export function readCases(folder: string): BfclCase[] {
  return readdirSync(join(folder, 'possible_answer'))
    .filter((file) => !file.includes('multi_turn') && !/memory|web_search/.test(file))
    .toSorted()
    .flatMap((file) => {
      const questions = new Map(readLines(join(folder, file)).map((line) => [line.id, line]));
      return readLines(join(folder, 'possible_answer', file)).flatMap(({ id, ground_truth: truth }) => {
        const asked = questions.get(id);
        return asked && Array.isArray(asked.function) && Array.isArray(truth)
          ? [toCase(String(id), asked.function.filter(isJsonObject), truth.filter(isJsonObject))]
          : [];
      });
    });
}

function readLines(file: string): JsonObject[] {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as JsonObject);
}

function toCase(id: string, given: readonly JsonObject[], truth: readonly JsonObject[]): BfclCase {
  const functions = given.map(({ name, description, parameters }) => ({
    name: String(name),
    description: String(description ?? ''),
    parameters: toSchema(isJsonObject(parameters) ? parameters : {}),
  }));
  const choices = truth.map((each) => {
    const [name = '', values] = Object.entries(each)[0] ?? [];
    const found = functions.find((one) => one.name === name);
    return toAnswers(isJsonObject(values) ? values : {}, found?.parameters ?? {}).map((chosen) => ({
      name,
      values: chosen,
    }));
  });
  const most = Math.max(...choices.map(({ length }) => length));
  const answers = Array.from({ length: most }, (_, at) =>
    choices.flatMap((options) => options[Math.min(at, options.length - 1)] ?? []),
  );
  return { id, functions, answers };
}

function toSchema(raw: JsonObject): JsonObject {
  const { type, properties, items, ...rest } = raw;
  const named = typeof type === 'string' && Object.hasOwn(types, type) ? types[type] : type;
  return {
    ...rest,
    ...(named === undefined ? {} : { type: named }),
    ...(isJsonObject(properties)
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, each]) => [
              key,
              isJsonObject(each) ? toSchema(each) : each,
            ]),
          ),
        }
      : {}),
    ...(isJsonObject(items) ? { items: toSchema(items) } : {}),
  };
}

/** The arguments with the first value of each parameter, then one variant for each other value. */
function toAnswers(values: JsonObject, schema: JsonObject): JsonObject[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const options = Object.entries(values).map(([name, list]) => {
    const property = properties[name];
    const given = Array.isArray(list) ? list : [list];
    // An empty text stands for a parameter that is left out.
    const isLeftOut = (value: Json) => value === '' && !required.includes(name);
    const chosen = given.flatMap((value): (Json | undefined)[] =>
      isLeftOut(value) ? [undefined] : expand(value, isJsonObject(property) ? property : {}),
    );
    return { name, chosen };
  });
  const pick = (which: string | undefined, at: number) =>
    Object.fromEntries(
      options.flatMap(({ name, chosen }): [string, Json][] => {
        const value = chosen[name === which ? at : 0];
        return value === undefined ? [] : [[name, value]];
      }),
    );
  return [
    pick(undefined, 0),
    ...options.flatMap(({ name, chosen }) => chosen.slice(1).map((_, at) => pick(name, at + 1))),
  ];
}

/** Inside an object each value is a list of possible ones, again. */
function expand(value: Json, schema: JsonObject): Json[] {
  if (isJsonObject(value) && Object.values(value).every(Array.isArray)) return toAnswers(value, schema);
  const items = isJsonObject(schema.items) ? schema.items : {};
  if (Array.isArray(value) && value.some(isJsonObject))
    return [value.map((item) => expand(item, items)[0] ?? null)];
  return [value];
}

export type Mutation = { what: string; values: JsonObject };

/** Changes of valid arguments, each of which the schema forbids. */
export function mutationsOf(values: JsonObject, schema: JsonObject): Mutation[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required.map(String) : [];
  const missing = required
    .filter((name) => Object.hasOwn(values, name) && Object.hasOwn(properties, name))
    .map((name) => ({ what: `without ${name}`, values: without(values, name) }));
  const changed = Object.entries(values).flatMap(([name, value]) => {
    const property = properties[name];
    if (!isJsonObject(property)) return [];
    return wrongValues(value, property).map(({ what, value: wrong }) => ({
      what: `${name}: ${what}`,
      values: { ...values, [name]: wrong },
    }));
  });
  return [...missing, ...changed];
}

function without(values: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

const wrongTypes: Readonly<Record<string, Json[]>> = {
  string: [12_345, true, ['x']],
  integer: ['many', 1.5, [1]],
  number: ['many', [1]],
  boolean: ['maybe', 2],
  array: ['x', 1, { a: 1 }],
  object: ['x', 1, ['x']],
};

function wrongValues(value: Json, schema: JsonObject): { what: string; value: Json }[] {
  const { type, enum: options, items } = schema;
  const wrong = typeof type === 'string' ? (wrongTypes[type] ?? []) : [];
  const changed = wrong.map((each) => ({ what: `${JSON.stringify(each)} for ${String(type)}`, value: each }));
  const unknown =
    Array.isArray(options) && typeof value === 'string'
      ? [{ what: 'an unknown option', value: `${value}_unknown` }]
      : [];
  const inner =
    Array.isArray(value) && value.length > 0 && isJsonObject(items)
      ? wrongValues(value[0] ?? null, items).map(({ what, value: one }) => ({
          what: `item ${what}`,
          value: [one, ...value.slice(1)],
        }))
      : [];
  const nested = isJsonObject(value)
    ? mutationsOf(value, schema).map(({ what, values }) => ({ what: `in it ${what}`, value: values }))
    : [];
  return [...changed, ...unknown, ...inner, ...nested];
}
