/** The types that a schema allows, explicit or implied: `properties` without `type` implies an object. */
import type { Json, JsonObject } from '#shared/json.ts';

const implied: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'propertyNames']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'format', 'minLength', 'maxLength']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Empty if any type is allowed. */
export function typesOf(schema: JsonObject): string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  const said = Array.isArray(type) ? type.filter((each) => typeof each === 'string') : [];
  if (said.length > 0) return [...new Set(said)];
  const options = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(options) && options.length > 0) return [...new Set(options.map(typeOf))];
  const kind = implied.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined));
  return kind ? [kind[0]] : [];
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
