/** Determines which resources a call will read and write, from its tool's declaration and its arguments. */
import { isJsonObject, type Json } from '#shared/json.ts';
import type { Resource, ToolDefinition, Touches } from '#shared/tools/tool.ts';
import type { TouchedPlace, TouchedPlaces } from '#workers/contracts/touched-places.ts';
import { resolvePath } from '#workers/storage/workspace/path-gate.ts';

/** `given`: the arguments as the model made them, not validated yet. */
export function placesOf(tool: ToolDefinition | undefined, given: Json): TouchedPlaces {
  // Without a tool or an arguments object, the call is rejected before it touches anything.
  if (!tool || !isJsonObject(given)) return { reads: [], writes: [] };
  const { reads = [], writes = [] } = tool.touches ?? touchesByCapability(tool);
  const toPlaces = (resource: Resource): TouchedPlace[] => {
    if (resource === 'workspace') return [[]];
    if (typeof resource === 'string') return [resource];
    const path = pathIn(resource.path, given[resource.path], tool);
    return path ? [path] : [];
  };
  return { reads: reads.flatMap(toPlaces), writes: writes.flatMap(toPlaces) };
}

function touchesByCapability({ capabilities }: ToolDefinition): Touches {
  if (capabilities.includes('files.write')) return { writes: ['workspace'] };
  return capabilities.includes('files.read') ? { reads: ['workspace'] } : {};
}

/**
 * The path in a parameter: the whole workspace (`[]`) if the value is not a valid path; undefined if the
 * parameter is optional and absent.
 */
function pathIn(
  parameter: string,
  given: Json | undefined,
  { parameters }: ToolDefinition,
): readonly string[] | undefined {
  const schema: unknown = parameters.properties[parameter];
  const path = given ?? (isJsonObject(schema) ? schema['default'] : undefined);
  if (path === undefined && !parameters.required?.includes(parameter)) return undefined;
  if (typeof path !== 'string') return [];
  try {
    // Lower case, because names that differ only in case can be the same file in a linked folder.
    return resolvePath(path).map((name) => name.toLowerCase());
  } catch {
    // The call will be rejected with the reason; until then, assume that it touches everything.
    return [];
  }
}
