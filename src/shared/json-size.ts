/** Depth and size of a JSON value, measured before recursive code (structured clone, JSON.stringify) handles it. */
import { isJsonObject, type Json } from './json.ts';
import * as limits from './limits.ts';

/** `characters`: those of keys and strings, plus 3 per value; if it is too deep, only those of the allowed levels. */
export type JsonMeasure = { isTooDeep: boolean; characters: number };

/** Breadth-first instead of recursive, because the depth is unbounded. */
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

/**
 * Whether arrays and plain objects nest deeper than `levels`; all other values (files, typed
 * arrays) count as leaves.
 */
export function isNestedTooDeep(value: unknown, levels: number): boolean {
  // The same object may occur several times, or contain itself.
  const seen = new Set<unknown>();
  let layer: readonly unknown[] = [value];
  for (let level = 0; layer.length > 0; level++) {
    const inner = [...new Set(layer.flatMap(childrenOf))].filter((child) => !seen.has(child));
    if (inner.length > 0 && level >= levels) return true;
    for (const child of inner) seen.add(child);
    layer = inner;
  }
  return false;
}

function childrenOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'object' || value === null) return [];
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? Object.values(value) : [];
}
