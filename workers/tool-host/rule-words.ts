/** A broken rule of JSON Schema in words for the model: what the value must be. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';

const mostForms = 8;

/** Goes after "Parameter 'x' …". */
export function ruleOf(keyword: string, rule: Json | undefined, schema: JsonObject): string {
  const limit = JSON.stringify(rule ?? null);
  switch (keyword) {
    case 'const':
      return `must be ${brief(limit)}`;
    case 'pattern':
      return `must match the pattern ${brief(limit)}`;
    case 'format':
      return `must have the format ${limit}`;
    case 'exclusiveMinimum':
      return `must be > ${limit}`;
    case 'exclusiveMaximum':
      return `must be < ${limit}`;
    case 'multipleOf':
      return `must be a multiple of ${limit}`;
    case 'minLength':
    case 'maxLength':
      return `must have at ${keyword === 'minLength' ? 'least' : 'most'} ${limit} characters`;
    case 'minItems':
    case 'maxItems':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${limit} items`;
    case 'minProperties':
    case 'maxProperties':
      return `must have at ${keyword === 'minProperties' ? 'least' : 'most'} ${limit} keys`;
    case 'uniqueItems':
      return 'must not have the same item twice';
    case 'dependentRequired':
    case 'dependencies':
      return `lacks what goes with it: ${brief(limit)}`;
    case 'false':
      return 'is not a parameter of this tool';
    case 'not':
      return isJsonObject(rule) && Object.keys(rule).length === 0
        ? 'must not be given'
        : `must not match ${brief(limit)}`;
    case 'anyOf':
      return `must be one of these forms: ${formsOf(schema.anyOf)}`;
    case 'oneOf':
      return `must be exactly one of these forms: ${formsOf(schema.oneOf)}`;
    default:
      return `breaks the rule '${keyword}'${rule === undefined ? '' : ` (${brief(limit)})`}`;
  }
}

function formsOf(list: Json | undefined): string {
  const forms = Array.isArray(list) ? list.filter(isJsonObject) : [];
  const more = forms.length > mostForms ? [`${forms.length - mostForms} more`] : [];
  return [...forms.slice(0, mostForms).map(formOf), ...more].join('; ');
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
