/** Describes in words what a schema expects of a call's arguments, and what the call contains. */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { shorten } from '#shared/shorten.ts';

/** One fault, as Ajv's standalone validators report it. */
export type ValidationError = {
  keyword: string;
  /** JSON pointer to the value; '' stands for all arguments. */
  instancePath: string;
  params: Record<string, unknown>;
};

/** One sentence per fault, for the model; repeated sentences only once. */
export function describeFaults(faults: readonly ValidationError[], values: JsonObject): string {
  const sentences = faults.map((fault) => describeError(fault, valueAt(values, fault.instancePath)));
  return [...new Set(sentences)].join(' ') || 'The arguments do not match the schema.';
}

function describeError(error: ValidationError, value: unknown): string {
  const name = nameOf(error);
  if (typeof error.params.rule === 'string') return describeOther(error, name, value);
  switch (error.keyword) {
    case 'required':
      return `Missing required parameter: '${[name, String(error.params.missingProperty)].filter(Boolean).join('.')}'.`;
    case 'type':
      return `Parameter '${name}' expected type '${String(error.params.type)}' but got ${describeValue(value)}.`;
    case 'enum':
      return `Parameter '${name}' must be one of: ${listOf(error.params.allowedValues)}; got ${describeValue(value)}.`;
    case 'minimum':
    case 'maximum':
      return `Parameter '${name}' must be ${String(error.params.comparison)} ${String(error.params.limit)}; got ${describeValue(value)}.`;
    case 'minLength':
      if (error.params.limit === 1) return `Parameter '${name}' must not be empty.`;
      return describeOther(error, name, value);
    case 'maxLength':
    case 'maxItems':
      return `Parameter '${name}' must have at most ${String(error.params.limit)} ${unitOf(error)}.`;
    case 'minItems':
      return `Parameter '${name}' must have at least ${String(error.params.limit)} ${unitOf(error)}.`;
    case 'pattern':
      return `Parameter '${name}' must match the pattern ${String(error.params.pattern)}; got ${describeValue(value)}.`;
    case 'additionalProperties':
      return `Parameter '${[name, String(error.params.additionalProperty)].filter(Boolean).join('.')}' is not known; leave it out.`;
    default:
      return describeOther(error, name, value);
  }
}

function unitOf({ keyword, params }: ValidationError): string {
  const unit = keyword.endsWith('Items') ? 'item' : 'character';
  return params.limit === 1 ? unit : `${unit}s`;
}

/** `params.rule` may hold the rule in words. */
function describeOther({ keyword, params }: ValidationError, name: string, value: unknown): string {
  const whole = name === '' ? 'The arguments' : `Parameter '${name}'`;
  if (typeof params.rule === 'string') return `${whole} ${params.rule}; got ${describeValue(value)}.`;
  return `${whole} breaks the rule '${keyword}'; got ${describeValue(value)}.`;
}

/** '/headers/accept' → 'headers.accept' */
function nameOf({ instancePath }: ValidationError): string {
  return instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Follows a JSON pointer. */
function valueAt(values: JsonObject, pointer: string): unknown {
  const keys = pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  return keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (isJsonObject(value)) return 'an object';
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return `${typeof value} ${shorten(text, 60)}`;
}

function listOf(values: unknown): string {
  return Array.isArray(values) ? values.map(String).join(', ') : String(values);
}
