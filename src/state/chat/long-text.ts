/** Texts too long for the composer: browsers lay out the whole field at every key, which takes seconds. */

const mostCharacters = 20_000;

export function isLongText(text: string): boolean {
  return text.length > mostCharacters;
}
