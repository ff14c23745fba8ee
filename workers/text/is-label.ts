/**
 * Whether a name is a label, or may be a sentence of whoever chose it. Models are told names before any call, where no
 * question about text from outside would follow.
 */

const maxWords = 4;
/** A word: of scripts without spaces two characters, of others at most 12 letters, also within `camelCase`. */
const word =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]{1,2}|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]{1,12}|\p{Lu}{1,12}/gu;

/** The ending of a file name does not count. */
export function isLabel(name: string): boolean {
  return (name.replace(/\.[a-z\d]{1,5}$/i, '').match(word) ?? []).length <= maxWords;
}
