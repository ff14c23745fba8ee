/**
 * Checks a schema's references: they must stay within the schema, and neither loop nor expand exponentially.
 */
import * as limits from '#shared/limits.ts';
import type { JsonObject } from '#shared/json.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';
import type { SchemaPlaces } from './read-schema.ts';
import { childSchemas } from './schema-keywords.ts';
import { fromPointer, toPointer } from '#shared/tools/schema-pointer.ts';

/** Rewrites each reference to the new JSON pointer of its target, or returns why one cannot be resolved. */
export function resolveReferences(places: SchemaPlaces): ToolRefusal | undefined {
  let references = 0;
  for (const { schema } of [...places.values()]) {
    if (typeof schema.$ref !== 'string') continue;
    const detail = schema.$ref.slice(0, 100);
    if (++references > limits.external.references)
      return { reason: 'schema_too_many_references', detail: `${limits.external.references}` };
    const tokens = fromPointer(schema.$ref);
    if (!tokens) return { reason: 'schema_foreign_reference', detail };
    const target = places.get(toPointer(tokens));
    if (!target) return { reason: 'schema_missing_reference', detail };
    schema.$ref = target.pointer;
  }
  return undefined;
}

type Walk = { targets: ReadonlyMap<string, JsonObject>; left: number };

/**
 * Counts the schemas that inlining all references would produce, each once per path; rejects too many, and
 * loops.
 */
export function refuseExpansion(root: JsonObject, places: SchemaPlaces): ToolRefusal | undefined {
  const targets = new Map([...places.values()].map(({ pointer, schema }) => [pointer, schema]));
  return expand(root, { targets, left: limits.external.expandedSchemas }, new Set(), new Set(['#']));
}

/**
 * `path`: the references followed since the root; `here`: those followed since the last step into a nested
 * value.
 */
function expand(
  schema: JsonObject,
  walk: Walk,
  path: ReadonlySet<string>,
  here: ReadonlySet<string>,
): ToolRefusal | undefined {
  if (--walk.left < 0) return { reason: 'schema_expands', detail: `${limits.external.expandedSchemas}` };
  for (const child of childSchemas(schema)) {
    const refusal = expand(child.schema, walk, path, child.isSamePlace ? here : new Set());
    if (refusal) return refusal;
  }
  const reference = schema.$ref;
  const target = typeof reference === 'string' ? walk.targets.get(reference) : undefined;
  if (typeof reference !== 'string' || !target) return undefined;
  if (here.has(reference)) return { reason: 'schema_loop', detail: reference.slice(0, 100) };
  if (path.has(reference)) return undefined;
  return expand(target, walk, new Set([...path, reference]), new Set([...here, reference]));
}
