/** A Vega-Lite specification as untrusted JSON, and its walk. */
import type { Json, JsonObject } from '#shared/json.ts';
import { ToolError } from '#workers/contracts/tool-error.ts';

/** `JSON.parse` and the compiler recurse. */
const maxDepth = 40;
const maxCharacters = 2_000_000;

/** The keys that hold other views. */
const listsOfViews = ['layer', 'concat', 'hconcat', 'vconcat'] as const;

export type View = { view: JsonObject; place: string };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fault(place: string, what: string): ToolError {
  return new ToolError('validation_error', `Parameter 'spec', at ${place}: ${what}`);
}

export function parseSpec(text: string): JsonObject {
  if (text.length > maxCharacters)
    throw fault(
      'its text',
      `it has ${text.length} characters, the maximum is ${maxCharacters}. Put the data into a file.`,
    );
  let spec: Json;
  try {
    spec = JSON.parse(text) as Json;
  } catch (error) {
    throw fault('its text', `it is no JSON: ${error instanceof Error ? error.message : ''}`);
  }
  if (!isObject(spec)) throw fault('its text', 'it must be a JSON object.');
  if (depthOf(spec) > maxDepth) throw fault('its text', `it is nested deeper than ${maxDepth} levels.`);
  return spec;
}

/** Without recursion. Stops where it is too deep. */
function depthOf(root: Json): number {
  let level: Json[] = [root];
  let depth = 0;
  while (level.length > 0 && depth <= maxDepth) {
    depth++;
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? Object.values<Json>(each) : [],
    );
  }
  return depth;
}

/** Each view, the outermost first. `place` is where it is, such as `layer[0]`. */
export function* viewsOf(view: JsonObject, place = ''): Generator<View> {
  yield { view, place };
  for (const key of listsOfViews) {
    const list = view[key];
    if (!Array.isArray(list)) continue;
    for (const [index, inner] of list.entries())
      if (isObject(inner)) yield* viewsOf(inner, joined(place, `${key}[${index}]`));
  }
  if (isObject(view.spec)) yield* viewsOf(view.spec, joined(place, 'spec'));
}

export function joined(place: string, key: string): string {
  return place === '' ? key : `${place}.${key}`;
}

/** Every object in it, except rows of data. */
export function* objectsIn(
  value: Json | undefined,
  place = '',
): Generator<{ object: JsonObject; place: string }> {
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) yield* objectsIn(each, `${place}[${index}]`);
    return;
  }
  if (!isObject(value)) return;
  yield { object: value, place };
  for (const [key, each] of Object.entries(value))
    if (key !== 'values' && key !== 'datasets') yield* objectsIn(each, joined(place, key));
}
