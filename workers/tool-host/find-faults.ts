/** Reduces the interpreter's report to the faults that matter, in the form of Ajv's standalone validators. */
import type { OutputUnit } from '@cfworker/json-schema';
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import type { ValidationError } from '#workers/text/describe-faults.ts';
import { fromPointer, stepInto } from '#shared/tools/schema-pointer.ts';
import { patternOf } from './linear-patterns.ts';
import { describeRule } from './describe-rule.ts';

/** Errors of these keywords only say that something below is wrong; the error of the fault itself follows. */
const summaries: ReadonlySet<string> = new Set([
  ...['$ref', 'properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['items', 'prefixItems', 'unevaluatedItems', 'allOf', 'if', 'dependentSchemas'],
]);
/**
 * For these keywords the faults of every subschema would be confusing, so the subschemas are described
 * instead.
 */
const choices: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'contains', 'propertyNames']);

export function findFaults(
  units: readonly OutputUnit[],
  schema: JsonObject,
  values: JsonObject,
  originalOf: (schema: JsonObject) => JsonObject,
): ValidationError[] {
  const branches = units
    .filter(({ keyword }) => choices.has(keyword))
    .map((unit) => `${unit.keywordLocation}/`);
  return units
    .map((unit, index) => placeFalse(unit, units[index - 1]))
    .filter((unit) => !branches.some((branch) => unit.keywordLocation.startsWith(branch)))
    .filter(({ keyword }) => !summaries.has(keyword))
    .flatMap((unit) => toFaults(unit, schemaAt(schema, unit.keywordLocation), values, originalOf));
}

/** The interpreter reports a `false` schema without its location; the summary just before it has one. */
function placeFalse(unit: OutputUnit, before: OutputUnit | undefined): OutputUnit {
  if (unit.keyword !== 'false' || !before) return unit;
  return { ...unit, keywordLocation: `${before.keywordLocation}/false` };
}

/** `rewritten` is the schema that holds the keyword. */
function toFaults(
  unit: OutputUnit,
  rewritten: JsonObject,
  values: JsonObject,
  originalOf: (schema: JsonObject) => JsonObject,
): ValidationError[] {
  const [keyword, rule, rules] = ruleIn(unit.keyword, rewritten, originalOf);
  const path = fromPointer(unit.instanceLocation) ?? [];
  const instancePath = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const fault = (params: ValidationError['params']) => ({ keyword, instancePath, params });
  switch (keyword) {
    case 'required': {
      const value = valueAt(values, path);
      const names = Array.isArray(rule) ? rule.map(String) : [];
      return names
        .filter((name) => isJsonObject(value) && !Object.hasOwn(value, name))
        .map((missingProperty) => fault({ missingProperty }));
    }
    case 'type':
      return [fault({ type: Array.isArray(rule) ? rule.map(shown).join(' or ') : rule })];
    case 'enum':
      return [fault({ allowedValues: Array.isArray(rule) ? rule.map(shown) : rule })];
    case 'minimum':
    case 'maximum':
      return [fault({ comparison: keyword === 'minimum' ? '>=' : '<=', limit: rule })];
    case 'minLength':
      if (rule === 1) return [fault({ limit: 1 })];
      break;
  }
  return [fault({ rule: describeRule(keyword, rule, rules) })];
}

/** The keyword as the original schema has it, its value, and the schema it is in. */
function ruleIn(
  keyword: string,
  rewritten: JsonObject,
  originalOf: (schema: JsonObject) => JsonObject,
): [keyword: string, rule: Json | undefined, rules: JsonObject] {
  const rules = originalOf(rewritten);
  const pattern = keyword === 'format' ? patternOf(rewritten.format) : undefined;
  return pattern === undefined ? [keyword, rules[keyword], rules] : ['pattern', pattern, rules];
}

/** Strings without quotes, as for built-in tools. */
function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The schema that holds the keyword at the end of a location; `$ref`s on the way are followed. */
function schemaAt(root: JsonObject, location: string): JsonObject {
  const tokens = (fromPointer(location) ?? []).slice(0, -1);
  let place: Json | undefined = root;
  for (const token of tokens) {
    if (token === '$ref' && isJsonObject(place) && typeof place.$ref === 'string')
      place = (fromPointer(place.$ref) ?? []).reduce(stepInto, root);
    else place = stepInto(place, token);
  }
  return isJsonObject(place) ? place : {};
}

function valueAt(values: JsonObject, path: readonly string[]): Json | undefined {
  return path.reduce(stepInto, values);
}
