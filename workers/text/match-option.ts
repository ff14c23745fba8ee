/** Matches a value to the options of an enum, ignoring case. */
import type { Json } from '#shared/json.ts';

/**
 * The option that differs from the value only in case, if there is exactly one; otherwise the value itself.
 */
export function matchOption(value: Json, options: readonly string[]): Json {
  if (typeof value !== 'string' || options.includes(value)) return value;
  const same = options.filter((option) => option.toLowerCase() === value.toLowerCase());
  return same.length === 1 && same[0] !== undefined ? same[0] : value;
}
