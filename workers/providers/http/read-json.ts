/** Reads JSON and token counts that a server sent, without trusting either. */
import type { Json } from '#shared/json.ts';

/** More than any reply takes, and small enough that sums of many stay exact integers. */
const maxTokens = 1_000_000_000;

/** Undefined for text that is not JSON; the caller decides what that means. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A token count, or undefined for any other value, which would corrupt the budget. */
export function readCount(value: Json | undefined): number | undefined {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCount && value <= maxTokens ? value : undefined;
}
