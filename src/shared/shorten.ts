/** Cuts a text to a length without splitting a character that a reader sees as one. */

/**
 * The text, or its beginning with `mark` at the end: at most `most` UTF-16 units in all. Never cuts inside a
 * surrogate pair or a grapheme (joined emoji, combining accents), so the result may be shorter. Lone
 * surrogates in the text become U+FFFD, because JSON encoders of model services refuse them.
 */
export function shorten(text: string, most: number, mark = '…'): string {
  if (text.length <= most) return text.toWellFormed();
  return sliceGraphemes(text, 0, Math.max(0, most - mark.length)) + mark;
}

/** As `slice` between two positions from the start, without the graphemes that a cut would split. */
export function sliceGraphemes(text: string, start: number, end = text.length): string {
  return text.slice(graphemeAt(text, start).end, graphemeAt(text, end).start).toWellFormed();
}

/** Longer than any emoji in use; bounds what the segmenter reads on each side of the cut. */
const longestGrapheme = 64;
/** Two characters below the first combining one, and no line break: needs no segmenter. */
const plainPair = /^[^\r\u0300-\uffff][^\u0300-\uffff]$/;

/** The bounds of the grapheme around a cut; both are `at` where the cut splits none. */
function graphemeAt(text: string, at: number): { start: number; end: number } {
  if (plainPair.test(text.slice(at - 1, at + 1))) return { start: at, end: at };
  const from = Math.max(0, at - longestGrapheme);
  const around = text.slice(from, at + longestGrapheme);
  const found = new Intl.Segmenter().segment(around).containing(at - from);
  const start = from + (found?.index ?? at - from);
  // A longer grapheme, such as a letter with many accents, is cut; otherwise nothing would remain.
  if (!found || start === at || (from > 0 && found.index === 0)) return { start: at, end: at };
  return { start, end: start + found.segment.length };
}
