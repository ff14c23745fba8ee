/** Invisible and reordering characters, with which one name or argument can look like another (spoofing). */

/** Zero-width, bidirectional, tag and control characters, blank letters, variation selectors, line separators. */
const invisible =
  /[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0000}-\u{e0fff}]/u;
const all = new RegExp(invisible.source, 'gu');
/** The variation selector that asks for emoji style is allowed after an emoji. */
const emojiStyle = /(?<=\p{Extended_Pictographic})\ufe0f/gu;

export function findInvisible(text: string): string | undefined {
  return invisible.exec(text)?.[0];
}

/** For file names, which may contain emoji. */
export function looksLikeAnother(name: string): boolean {
  return invisible.test(name.replace(emojiStyle, ''));
}

/** Escapes invisible characters as `\u{202e}`. */
export function printable(text: string): string {
  return text.replace(all, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** `printable`, keeping line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Removes invisible characters from the text of a server, keeping line breaks and tabs. */
export function visibleText(text: string): string {
  return text.replace(all, (character) => (/[\n\t]/.test(character) ? character : ''));
}
