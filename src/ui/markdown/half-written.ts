/** Holds back a link at the end of a streaming text until it is complete: it would be shown as text first. */

/** Characters that are looked at; a longer address is shown as it comes. */
const longest = 800;
/** `!`, `[text`, `![text`, `[text]` or `[text](address` at the very end. Many words are hardly the text of a link. */
const half = /!?\[[^[\]\n]{0,120}(?:\](?:\([^()\n]{0,600})?)?$|!$/;

export function withoutHalfLink(text: string): string {
  const end = text.slice(-longest);
  const found = half.exec(end);
  return found ? text.slice(0, text.length - end.length + found.index) : text;
}
