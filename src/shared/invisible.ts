/** Characters that cannot be seen, or that reorder what is: a name or an argument with them looks like another one. */

/** Zero-width, reordering, tag and control characters, blank letters, variation selectors, lines. */
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/u;
const all = new RegExp(invisible.source, 'gu');
/** An emoji may say that it is one. */
const emojiStyle = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

export function findInvisible(text: string): string | undefined {
  return invisible.exec(text)?.[0];
}

/** For names of files, which may hold emoji. */
export function looksLikeAnother(name: string): boolean {
  return invisible.test(name.replace(emojiStyle, ''));
}

/** As `\u{202e}`, so that it is seen. */
export function printable(text: string): string {
  return text.replace(all, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The same for a text of several lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Text of a server as a user and a model may read it: what cannot be seen is gone, lines stay. */
export function visibleText(text: string): string {
  return text.replace(all, (character) => (/[\n\t]/.test(character) ? character : ''));
}
