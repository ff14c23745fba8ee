/** Matches a value to the options of an enum, in any case. */
import type { Json } from '#shared/json.ts';

/** The only option that differs in case alone; else the value itself. */
export function matchOption(value: Json, options: readonly string[]): Json {
  if (typeof value !== 'string' || options.includes(value)) return value;
  const same = options.filter((option) => option.toLowerCase() === value.toLowerCase());
  return same.length === 1 && same[0] !== undefined ? same[0] : value;
}
