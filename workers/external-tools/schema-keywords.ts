/**
 * The supported keywords of JSON Schema 2020-12, grouped by the type of their value; all others are dropped.
 */
import { isJsonObject, type JsonObject } from '#shared/json.ts';

export const schemaKeywords = [
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
] as const;
export const schemaListKeywords = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const;
export const schemaMapKeywords = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
] as const;
export const countKeywords = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'minContains',
  'maxContains',
] as const;
export const numberKeywords = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
] as const;
export const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'array',
  'object',
  'null',
]);

/**
 * Keywords whose subschemas apply to the same value, not to a nested one: a reference back through them is an
 * endless loop.
 */
const samePlace: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

export type ChildSchema = { schema: JsonObject; isSamePlace: boolean };

/** The direct subschemas that validation visits; definitions are visited only through a reference. */
export function childSchemas(schema: JsonObject): ChildSchema[] {
  const found = (keyword: string, values: readonly unknown[]) =>
    values.filter(isJsonObject).map((each) => ({ schema: each, isSamePlace: samePlace.has(keyword) }));
  return [
    ...schemaKeywords.flatMap((keyword) => found(keyword, [schema[keyword]])),
    ...schemaListKeywords.flatMap((keyword) => {
      const list = schema[keyword];
      return found(keyword, Array.isArray(list) ? list : []);
    }),
    ...schemaMapKeywords.flatMap((keyword) => {
      const map = keyword === '$defs' || keyword === 'definitions' ? undefined : schema[keyword];
      return found(keyword, isJsonObject(map) ? Object.values(map) : []);
    }),
  ];
}
