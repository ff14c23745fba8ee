/** Texts too long for the composer: browsers lay out the whole field at every key, which takes seconds. */

const maxCharacters = 20_000;

export function isLongText(text: string): boolean {
  return text.length > maxCharacters;
}
