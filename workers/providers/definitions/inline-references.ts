/** Inlines `$ref` and `allOf` at the top of a schema, for formats that support neither. */
import { isJsonObject, type Json, type JsonObject } from '#shared/json.ts';
import { fromPointer, stepInto } from '#shared/tools/schema-pointer.ts';
import { mergeSchemas } from './merge-schemas.ts';

/** State of a conversion: the references being inlined, and how many schemas may still be written. */
export type Scope = { root: JsonObject; inside: ReadonlySet<string>; budget: { left: number } };

/** More than any accepted external tool has; beyond it the schema is cut, so that nested references end. */
const maxSchemas = 4_000;

export function startScope(root: JsonObject): Scope {
  return { root, inside: new Set(), budget: { left: maxSchemas } };
}

type Inlined = { schema: JsonObject; scope: Scope };

export function inlineReferences(schema: JsonObject, scope: Scope): Inlined {
  const { $ref, allOf, ...own } = schema;
  let result: Inlined = { schema: own, scope };
  if (typeof $ref === 'string') result = join(result, followReference($ref, result.scope));
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonObject) : [];
  for (const part of parts) result = join(result, inlineReferences(part, result.scope));
  return result;
}

function join(one: Inlined, other: Inlined): Inlined {
  const inside = new Set([...one.scope.inside, ...other.scope.inside]);
  return { schema: mergeSchemas(one.schema, other.schema), scope: { ...one.scope, inside } };
}

/** A recursive reference is named in the description instead of inlined. */
function followReference(reference: string, scope: Scope): Inlined {
  const target = (fromPointer(reference) ?? ['']).reduce<Json | undefined>(stepInto, scope.root);
  const name = fromPointer(reference)?.at(-1) ?? 'the whole';
  if (!isJsonObject(target)) return { schema: {}, scope };
  if (scope.inside.has(reference) || --scope.budget.left < 0) {
    const { type = 'object' } = target;
    return { schema: { type, description: `Again like '${name}' above.` }, scope };
  }
  return inlineReferences(target, { ...scope, inside: new Set([...scope.inside, reference]) });
}
