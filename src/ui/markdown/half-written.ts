/**
 * Holds back what would be shown as something else first: a link at the end of a streaming text until it is complete,
 * and a line of dashes, which makes a heading of the line before it unless a list begins there.
 */

/** Characters that are looked at; a longer address is shown as it comes. */
const longest = 800;
/** `!`, `[text`, `![text`, `[text]` or `[text](address` at the very end. Many words are hardly the text of a link. */
const halfLink = /!?\[[^[\]\n]{0,120}(?:\](?:\([^()\n]{0,600})?)?$|!$/;
/** A last line of `-` or `=` below a line with words. */
const underline = /(?<=\S[^\n]*\n) {0,3}(?:-+|=+)[ \t]*$/;

export function withoutHalfWritten(text: string): string {
  const end = text.slice(-longest);
  const found = halfLink.exec(end) ?? underline.exec(end);
  return found ? text.slice(0, text.length - end.length + found.index) : text;
}
