/** What a user would not see of the values in a schema, and a model would read. */
import { looksLikeAnother, printable } from '#shared/invisible.ts';
import { isJsonObject, type Json } from '#shared/json.ts';

/** The first text or key with such a character, written so that it is seen. `value` has passed `refuseSize`. */
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

/** A line's end or a tab is seen where JSON is shown, and is a value like others: what separates a table, for example. */
function isHidden(text: string): boolean {
  return looksLikeAnother(text.replace(/[\n\r\t]/g, ''));
}
