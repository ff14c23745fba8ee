/** Cuts a text to a length without splitting a character that a reader sees as one. */

/**
 * The text, or its beginning with `mark` at the end: at most `most` UTF-16 units in all. Never cuts inside a
 * surrogate pair or a grapheme (joined emoji, combining accents), so the result may be shorter. A lone surrogate
 * that the text brings becomes U+FFFD, because JSON encoders of model services refuse it.
 */
export function shorten(text: string, most: number, mark = '…'): string {
  if (text.length <= most) return text.toWellFormed();
  return text.slice(0, cutBefore(text, Math.max(0, most - mark.length))).toWellFormed() + mark;
}

/** Longer than any emoji in use; bounds what the segmenter reads on each side of the cut. */
const longestGrapheme = 64;

/** The last position up to `end` that lies between two graphemes. */
function cutBefore(text: string, end: number): number {
  const start = Math.max(0, end - longestGrapheme);
  const around = text.slice(start, end + longestGrapheme);
  const found = new Intl.Segmenter().segment(around).containing(end - start);
  // A longer grapheme, such as a letter with many accents, is cut; otherwise nothing would remain.
  return start > 0 && found?.index === 0 ? end : start + (found?.index ?? end - start);
}
