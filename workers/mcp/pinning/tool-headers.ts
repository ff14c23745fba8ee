/** Checks `x-mcp-header`, by which a schema marks arguments that are sent as headers too; an invalid mark bars the tool (SEP-2243). */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import { childSchemas } from '#workers/external-tools/schema-keywords.ts';

const keyword = 'x-mcp-header';
/** RFC 9110, 5.6.2 */
const token = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;
const types: readonly unknown[] = ['string', 'integer', 'boolean'];

/** `schema` has passed `refuseSize`, so that recursion is safe. */
export function hasValidHeaders(schema: JsonObject): boolean {
  return !(keyword in schema) && areValid(schema, new Set());
}

/** Only properties, nested ones included, may be headers: what a choice or a list holds may be absent. */
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
