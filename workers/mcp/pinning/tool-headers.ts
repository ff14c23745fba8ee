/**
 * Validates `x-mcp-header`, with which a schema marks arguments that are also sent as headers; a tool with an
 * invalid mark is not used (SEP-2243).
 */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { childSchemas } from '#workers/external-tools/schema-keywords.ts';

const keyword = 'x-mcp-header';
/** A header name: `token` of RFC 9110, 5.6.2. */
const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];

/** `schema` must have passed `refuseSize`, so that recursion is safe. */
export function hasValidHeaders(schema: JsonObject): boolean {
  return !(keyword in schema) && areValid(schema, new Set());
}

/**
 * Only properties, nested ones included, may be headers, because values inside choices and lists may be
 * absent.
 */
function areValid(schema: JsonObject, names: Set<string>): boolean {
  const properties = isJsonObject(schema.properties)
    ? Object.values(schema.properties).filter(isJsonObject)
    : [];
  const others = childSchemas(schema).filter((child) => !properties.includes(child.schema));
  return (
    properties.every((property) => isValid(property, names) && areValid(property, names)) &&
    others.every((child) => hasNone(child.schema))
  );
}

function isValid({ [keyword]: name, type }: JsonObject, names: Set<string>): boolean {
  if (name === undefined) return true;
  if (typeof name !== 'string' || !token.test(name) || !types.includes(type)) return false;
  const isNew = !names.has(name.toLowerCase());
  names.add(name.toLowerCase());
  return isNew;
}

function hasNone(schema: JsonObject): boolean {
  return !(keyword in schema) && childSchemas(schema).every((child) => hasNone(child.schema));
}
