/**
 * The gate for schemas of external tools: checks sizes, converts all dialects to one, then checks references.
 */
import { isJsonObject, type JsonObject } from '#shared/json.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { OpenSchema } from '#shared/tools/schema.ts';
import { refuseExpansion, resolveReferences } from './check-references.ts';
import { refuseSize } from './measure-json.ts';
import { readSchema, type SchemaPlaces } from './read-schema.ts';

export type AdmittedSchema = { ok: true; schema: OpenSchema } | { ok: false; refusal: ToolRefusal };

const notObject: AdmittedSchema = { ok: false, refusal: { reason: 'schema_not_object', detail: '' } };

/** Tool arguments are always an object; a tool without a schema gets an empty one. */
export function admitSchema(raw: unknown): AdmittedSchema {
  const given = raw ?? {};
  if (!isJsonObject(given) || !admitsObject(given)) return notObject;
  const tooBig = refuseSize(given);
  if (tooBig) return { ok: false, refusal: tooBig };
  const places: SchemaPlaces = new Map();
  const schema = readSchema(given, places);
  if (isRefusal(schema)) return { ok: false, refusal: schema };
  // It excludes every value.
  if (isJsonObject(schema.not) && Object.keys(schema.not).length === 0) return notObject;
  const refusal = resolveReferences(places) ?? refuseExpansion(schema, places);
  return refusal ? { ok: false, refusal } : { ok: true, schema: asParameters(schema) };
}

function admitsObject({ type }: JsonObject): boolean {
  return type === undefined || type === 'object' || (Array.isArray(type) && type.includes('object'));
}

function isRefusal(schema: JsonObject | ToolRefusal): schema is ToolRefusal {
  return typeof schema.reason === 'string';
}

function asParameters({ properties, required, ...rest }: JsonObject): OpenSchema {
  const named = isJsonObject(properties) ? properties : {};
  return {
    ...rest,
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(named).map(([name, each]) => [name, isJsonObject(each) ? each : {}]),
    ),
    ...(Array.isArray(required) ? { required: required.filter((each) => typeof each === 'string') } : {}),
  };
}
