/** Finds invisible characters in the values of a schema: a user would not see them, and a model would read them. */
import { looksLikeAnother, printable } from '#shared/invisible.ts';
import { isJsonObject, type Json } from '#shared/json.ts';

/** The first text or key with such a character, made printable. `value` has passed `refuseSize`. */
export function findHidden(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return isHidden(value) ? printable(value).slice(0, 100) : undefined;
  if (Array.isArray(value)) return firstHidden(value);
  return isJsonObject(value) ? firstHidden([...Object.keys(value), ...Object.values(value)]) : undefined;
}

function firstHidden(values: readonly Json[]): string | undefined {
  for (const each of values) {
    const found = findHidden(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Line breaks and tabs are allowed: JSON shows them as escapes, and they are ordinary values, such as a separator. */
function isHidden(text: string): boolean {
  return looksLikeAnother(text.replace(/[\n\r\t]/g, ''));
}
