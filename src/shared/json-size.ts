/** How deep and how large a JSON value is, asked before anything walks it freely: whatever copies JSON recurses. */
import { isJsonObject, type Json } from './json.ts';
import { limits } from './limits.ts';

/** `characters`: of keys and strings, and a few for every value; where it is too deep, those of the levels that may be. */
export type JsonMeasure = { isTooDeep: boolean; characters: number };

/** Level by level instead of by recursion, because the depth is what is not known yet. */
export function measureJson(value: Json, levels: number = limits.jsonLevels): JsonMeasure {
  let characters = 0;
  let layer: readonly Json[] = [value];
  for (let level = 0; layer.length > 0; level++) {
    const inner: Json[] = [];
    for (const each of layer) {
      const isNested = typeof each === 'object' && each !== null;
      if (isNested && level >= levels) return { isTooDeep: true, characters };
      characters += typeof each === 'string' ? each.length + 3 : 3;
      if (Array.isArray(each)) for (const value of each) inner.push(value);
      else if (isJsonObject(each))
        for (const [key, value] of Object.entries(each)) {
          characters += key.length + 3;
          inner.push(value);
        }
    }
    layer = inner;
  }
  return { isTooDeep: false, characters };
}
