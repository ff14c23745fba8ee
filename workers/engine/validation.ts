/** Validates arguments with the compiled schema, and says in words what was expected and what came. */
import type { ValidationError, Validator } from 'virtual:tool-manifest';
import { isJsonObject, type JsonObject } from '../../src/shared/json.ts';

/** Undefined where the arguments are valid; else one sentence per fault, for the model. */
export function explainInvalid(validate: Validator, values: JsonObject): string | undefined {
  if (validate(values)) return undefined;
  const sentences = (validate.errors ?? []).map(describeError);
  return [...new Set(sentences)].join(' ') || 'The arguments do not match the schema.';
}

function describeError(error: ValidationError): string {
  const name = nameOf(error);
  switch (error.keyword) {
    case 'required':
      return `Missing required parameter: '${[name, String(error.params.missingProperty)].filter(Boolean).join('.')}'.`;
    case 'type':
      return `Parameter '${name}' expected type '${String(error.params.type)}' but got ${describeValue(error.data)}.`;
    case 'enum':
      return `Parameter '${name}' must be one of: ${listOf(error.params.allowedValues)}; got ${describeValue(error.data)}.`;
    case 'minimum':
    case 'maximum':
      return `Parameter '${name}' must be ${String(error.params.comparison)} ${String(error.params.limit)}; got ${describeValue(error.data)}.`;
    case 'minLength':
      return `Parameter '${name}' must not be empty.`;
    default:
      return `Parameter '${name}' breaks the rule '${error.keyword}'; got ${describeValue(error.data)}.`;
  }
}

/** '/headers/accept' → 'headers.accept' */
function nameOf({ instancePath }: ValidationError): string {
  return instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return `${typeof value} ${text.length > 60 ? `${text.slice(0, 60)}…` : text}`;
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values);
}
