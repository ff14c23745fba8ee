/** Placeholders in the text of a saved prompt: `{topic}`. */

/** Letters, digits, spaces, `-` and `_`, at most 40: other braces are text, such as code or JSON. */
const placeholder = /\{([\p{L}\p{N}](?:[\p{L}\p{M}\p{N} _-]{0,38}[\p{L}\p{M}\p{N}])?)\}/gu;

/** The names in the order of their first use. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))];
}

/** A placeholder without a value stays as it is. Values are not searched for placeholders. */
export function fillPlaceholders(text: string, values: ReadonlyMap<string, string>): string {
  return text.replace(placeholder, (whole, name: string) => values.get(name) || whole);
}
