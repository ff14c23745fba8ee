/** Describes a broken rule of JSON Schema in words for the model: what the value must be. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';

const maxForms = 8;

/** Returns a text that follows "Parameter 'x' …". */
export function describeRule(keyword: string, rule: Json | undefined, schema: JsonObject): string {
  const phrase = Object.hasOwn(phrases, keyword) ? phrases[keyword] : undefined;
  const value = JSON.stringify(rule ?? null);
  if (phrase) return phrase(value, schema);
  return `breaks the rule '${keyword}'${rule === undefined ? '' : ` (${brief(value)})`}`;
}

/** By JSON Schema keyword; `value`: the keyword's value as JSON. */
const phrases: Readonly<Record<string, (value: string, schema: JsonObject) => string>> = {
  const: (value) => `must be ${brief(value)}`,
  pattern: (value) => `must match the pattern ${brief(value)}`,
  format: (value) => `must have the format ${value}`,
  exclusiveMinimum: (value) => `must be > ${value}`,
  exclusiveMaximum: (value) => `must be < ${value}`,
  multipleOf: (value) => `must be a multiple of ${value}`,
  minLength: (value) => `must have at least ${value} characters`,
  maxLength: (value) => `must have at most ${value} characters`,
  minItems: (value) => `must have at least ${value} items`,
  maxItems: (value) => `must have at most ${value} items`,
  minProperties: (value) => `must have at least ${value} keys`,
  maxProperties: (value) => `must have at most ${value} keys`,
  uniqueItems: () => 'must not have the same item twice',
  dependentRequired: (value) => `lacks what goes with it: ${brief(value)}`,
  dependencies: (value) => `lacks what goes with it: ${brief(value)}`,
  false: () => 'is not a parameter of this tool',
  not: (value) => (value === '{}' ? 'must not be given' : `must not match ${brief(value)}`),
  anyOf: (_, { anyOf }) => `must be one of these forms: ${formsOf(anyOf)}`,
  oneOf: (_, { oneOf }) => `must be exactly one of these forms: ${formsOf(oneOf)}`,
};

function formsOf(list: Json | undefined): string {
  const forms = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const more = forms.length > maxForms ? [`${forms.length - maxForms} more`] : [];
  return [...forms.slice(0, maxForms).map(formOf), ...more].join('; ');
}

function formOf(schema: JsonObject): string {
  if (schema.const !== undefined) return brief(JSON.stringify(schema.const));
  if (Array.isArray(schema.enum)) return `one of ${brief(JSON.stringify(schema.enum))}`;
  const type = Array.isArray(schema.type) ? schema.type.map(String).join(' or ') : schema.type;
  const required = Array.isArray(schema.required) ? ` with ${schema.required.map(String).join(', ')}` : '';
  if (typeof type === 'string') return `${type}${required}`;
  return required ? `object${required}` : brief(JSON.stringify(schema));
}

function brief(text: string): string {
  return shorten(text, 100);
}
