/** Reads a token count that a server sent, without trusting it. */
import { isJsonObject, type Json } from '#shared/json.ts';

/** More than any reply takes, and small enough that sums of many stay exact integers. */
const maxTokens = 1_000_000_000;

/** A token count, or undefined for any other value, which would corrupt the budget. */
export function readCount(value: Json | undefined): number | undefined {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCount && value <= maxTokens ? value : undefined;
}

/** The token count in a field of an object. */
export function countIn(details: Json | undefined, field: string): number | undefined {
  return isJsonObject(details) ? readCount(details[field]) : undefined;
}
