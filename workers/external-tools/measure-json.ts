/**
 * Checks the size and depth of external JSON before any recursive code walks it; stops at the first limit.
 */
import * as limits from '#shared/limits.ts';
import type { ToolRefusal } from '#shared/tools/external-tool.ts';

const { schemaValues, schemaDepth, schemaCharacters } = limits.external;

/** Keys that reach an object's prototype when assigned. */
export const prototypeKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Iterative, because the nesting depth has not been checked yet. */
export function refuseSize(value: unknown): ToolRefusal | undefined {
  const left: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  let values = 0;
  let characters = 0;
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next;
    if (++values > schemaValues) return { reason: 'schema_too_large', detail: `${schemaValues}` };
    if (depth > schemaDepth) return { reason: 'schema_too_deep', detail: `${schemaDepth}` };
    if (typeof value === 'string') characters += value.length;
    if (typeof value === 'object' && value !== null) {
      const isList = Array.isArray(value);
      // Checked before `Object.entries` copies a huge list.
      if (isList && value.length > schemaValues)
        return { reason: 'schema_too_large', detail: `${schemaValues}` };
      for (const [key, each] of Object.entries(value)) {
        if (!isList && prototypeKeys.has(key)) return { reason: 'schema_prototype', detail: key };
        if (!isList) characters += key.length;
        left.push({ value: each, depth: depth + 1 });
      }
    }
    if (characters > schemaCharacters) return { reason: 'schema_too_long', detail: `${schemaCharacters}` };
  }
  return undefined;
}
