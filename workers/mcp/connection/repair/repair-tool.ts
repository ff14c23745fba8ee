/** A tool in the form that the library accepts. What makes it unusable stays visible, so that it is refused by name. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { textIn, withoutNull } from './repair-fields.ts';

/** A schema that no arguments fit. */
const impossible: JsonObject = { type: 'object', not: {} };

export function repairTool(entry: Json): JsonObject {
  const { name, title, description, inputSchema, outputSchema, annotations, execution, _meta } = isJsonObject(
    entry,
  )
    ? withoutNull(entry)
    : {};
  return {
    name: textIn(name),
    ...(title === undefined ? {} : { title: textIn(title) }),
    ...(description === undefined ? {} : { description: textIn(description) }),
    inputSchema: repairSchema(inputSchema),
    ...(isJsonObject(outputSchema) && admitsObject(outputSchema)
      ? { outputSchema: repairSchema(outputSchema) }
      : {}),
    ...(isJsonObject(annotations) ? { annotations: repairAnnotations(annotations) } : {}),
    ...(isJsonObject(execution) ? { execution } : {}),
    ...(isJsonObject(_meta) ? { _meta } : {}),
  };
}

/** Without a schema, a tool has no parameters. */
function repairSchema(schema: Json = {}): JsonObject {
  if (!isJsonObject(schema) || !admitsObject(schema)) return impossible;
  const { properties, required, ...rest } = schema;
  return {
    ...rest,
    type: 'object',
    ...(isJsonObject(properties) ? { properties: repairProperties(properties) } : {}),
    ...(Array.isArray(required) ? { required: required.filter((each) => typeof each === 'string') } : {}),
  };
}

function admitsObject({ type }: JsonObject): boolean {
  return (type ?? 'object') === 'object' || (Array.isArray(type) && type.includes('object'));
}

function repairProperties(properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(properties).map(([key, each]) => [
      key,
      isJsonObject(each) ? each : each === false ? { not: {} } : {},
    ]),
  );
}

/** Only booleans are hints; a title may stand there too. */
function repairAnnotations(annotations: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(annotations).filter(
      ([key, value]) => typeof value === 'boolean' || (key === 'title' && typeof value === 'string'),
    ),
  );
}
