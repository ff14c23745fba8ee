/** A count of tokens from a server, where it can be one: a budget must not be emptied or filled by nonsense. */
import type { Json } from '#shared/json.ts';

/** No reply takes more; sums of many stay exact. */
const mostTokens = 1_000_000_000;

export function readCount(value: Json | undefined): number | undefined {
  const isCount = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
  return isCount && value <= mostTokens ? value : undefined;
}
