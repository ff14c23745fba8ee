/** Canonical JSON: one text per value, whatever the order of its keys, so that equal values have equal hashes. */
import { isJsonObject, type Json } from './json.ts';

/** Keys sorted by UTF-16 code units and no spaces, as in RFC 8785. */
export function canonicalJson(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${fields.join(',')}}`;
}
