/** A schema without `$ref` and `allOf` at its top, for wires that know neither: the target and all parts in one. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { fromPointer, stepInto } from '#shared/tools/schema-pointer.ts';
import { mergeSchemas } from './merge-schemas.ts';

/** Where a conversion stands: the references it is inside of, and how many schemas it may still write. */
export type Way = { root: JsonObject; inside: ReadonlySet<string>; budget: { left: number } };

/** Schemas from outside are within it; whatever else comes is cut, not written for ever. */
const mostSchemas = 4_000;

export function startWay(root: JsonObject): Way {
  return { root, inside: new Set(), budget: { left: mostSchemas } };
}

export type Settled = { schema: JsonObject; way: Way };

export function settleSchema(schema: JsonObject, way: Way): Settled {
  const { $ref, allOf, ...own } = schema;
  let settled: Settled = { schema: own, way };
  if (typeof $ref === 'string') settled = join(settled, followReference($ref, settled.way));
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  for (const part of parts) settled = join(settled, settleSchema(part, settled.way));
  return settled;
}

function join(one: Settled, other: Settled): Settled {
  const inside = new Set([...one.way.inside, ...other.way.inside]);
  return { schema: mergeSchemas(one.schema, other.schema), way: { ...one.way, inside } };
}

/** A reference to what it is inside of is named, not written out again. */
function followReference(reference: string, way: Way): Settled {
  const target = (fromPointer(reference) ?? ['']).reduce<Json | undefined>(stepInto, way.root);
  const name = fromPointer(reference)?.at(-1) ?? 'the whole';
  if (!isJsonObject(target)) return { schema: {}, way };
  if (way.inside.has(reference) || --way.budget.left < 0) {
    const { type = 'object' } = target;
    return { schema: { type, description: `Again like '${name}' above.` }, way };
  }
  return settleSchema(target, { ...way, inside: new Set([...way.inside, reference]) });
}
