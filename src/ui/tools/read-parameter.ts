/**
 * A parameter as the form handles it: in the schema subset of the built-in tools if it fits, otherwise any
 * JSON value.
 */
import type { JsonObject } from '#shared/json.ts';
import type { OpenSchema, ParameterSchema, ParametersSchema } from '#shared/tools/schema.ts';

export type FormParameter = ParameterSchema | { readonly type: 'any'; readonly description: string };
export type FormParameters = {
  properties: Readonly<Record<string, FormParameter>>;
  required?: readonly string[];
};

export function readParameters(schema: ParametersSchema | OpenSchema): FormParameters {
  const properties = Object.entries<JsonObject | ParameterSchema>(schema.properties).map(
    ([name, each]) => [name, readParameter({ ...each })] as const,
  );
  return {
    properties: Object.fromEntries(properties),
    ...(schema.required ? { required: schema.required } : {}),
  };
}

function readParameter(schema: Readonly<Record<string, unknown>>): FormParameter {
  const { type, default: preset } = schema;
  const description = typeof schema.description === 'string' ? schema.description : '';
  // Combinations and references need the JSON field.
  if ('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema || '$ref' in schema)
    return { type: 'any', description };
  switch (type) {
    case 'string':
      return readText(schema, description);
    case 'integer':
    case 'number':
      return { type, description, ...(typeof preset === 'number' ? { default: preset } : {}) };
    case 'boolean':
      return { type, description, ...(typeof preset === 'boolean' ? { default: preset } : {}) };
    case 'array':
      return { type, description, items: { type: 'string', description: '' } };
    case 'object':
      return { type, description };
    default:
      return { type: 'any', description };
  }
}

function readText(schema: Readonly<Record<string, unknown>>, description: string): FormParameter {
  const { minLength, default: preset } = schema;
  const options = onlyTexts(schema.enum);
  return {
    type: 'string',
    description,
    ...(options ? { enum: options } : {}),
    ...(typeof preset === 'string' ? { default: preset } : {}),
    ...(typeof minLength === 'number' ? { minLength } : {}),
  };
}

function onlyTexts(options: unknown): string[] | undefined {
  if (!Array.isArray(options)) return undefined;
  const texts = options.filter((each): each is string => typeof each === 'string');
  return texts.length === options.length ? texts : undefined;
}
