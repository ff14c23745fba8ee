/** Characters of text: a pair of surrogates is one, as is a byte that is not UTF-8. */

/** Whether a character takes more than one unit of UTF-16. */
function hasPairs(text: string): boolean {
  return /[\ud800-\udbff]/.test(text);
}

export function lengthOf(text: string): number {
  if (!hasPairs(text)) return text.length;
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** Characters from one place up to another one, counted from 0. */
export function sliceCharacters(text: string, begin: number, end: number): string {
  return hasPairs(text) ? Array.from(text).slice(begin, end).join('') : text.slice(begin, end);
}

/** The number of characters before a place in UTF-16. */
export function charactersBefore(text: string, at: number): number {
  return hasPairs(text) ? lengthOf(text.slice(0, at)) : at;
}

/** By single characters, so that the length never changes, as C does: ß stays. */
export function toLower(text: string): string {
  return mapCharacters(text, text.toLowerCase(), (each) => each.toLowerCase());
}

export function toUpper(text: string): string {
  return mapCharacters(text, text.toUpperCase(), (each) => each.toUpperCase());
}

/** `whole`: the text changed at once, which is right and fast if it is ASCII. */
function mapCharacters(text: string, whole: string, change: (character: string) => string): string {
  if (/^[\0-\x7f]*$/.test(text)) return whole;
  return Array.from(text, (each) => {
    const changed = change(each);
    return changed.length === each.length ? changed : each;
  }).join('');
}
