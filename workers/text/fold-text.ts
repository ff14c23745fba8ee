/**
 * Text normalization for search: ignores case, accents and width, and maps matches back to the original text.
 */

/**
 * Combining marks of Latin, Greek, Cyrillic, Hebrew and Arabic, and zero-width characters; not the vowel
 * signs of other scripts.
 */
const ignored =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\u00ad\u200b-\u200d]/g;
/** Matches text that is only ASCII, which takes a fast path. */
const plain = /^[\0-\x7f]*$/;

/**
 * Contract: the length of the result is the sum of the lengths of the characters folded one by one, because
 * `unfoldRanges` depends on it.
 */
export function foldText(text: string): string {
  if (plain.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replace(ignored, '')
      // Upper case first: it turns `ß` into `ss`, and `ı` into `i`.
      .toUpperCase()
      .normalize('NFKD')
      .replace(ignored, '')
      .toLowerCase()
      // The Greek final sigma becomes a normal sigma.
      .replaceAll('ς', 'σ')
  );
}

export type Range = readonly [start: number, end: number];

/**
 * Maps ranges of the folded text to the original text: whole characters with their accents, overlaps merged.
 */
export function unfoldRanges(text: string, ranges: readonly Range[]): Range[] {
  const joined = joinRanges(ranges);
  if (plain.test(text)) return joined;
  const found: Range[] = [];
  let [at, folded, next] = [0, 0, 0];
  let start: number | undefined;
  for (const letter of text) {
    const length = foldText(letter).length;
    const range = joined[next];
    if (start !== undefined && range && folded >= range[1] && length > 0) {
      found.push([start, at]);
      start = undefined;
      next++;
    }
    const wanted = joined[next];
    if (!wanted) return found;
    if (start === undefined && folded + length > wanted[0]) start = at;
    folded += length;
    at += letter.length;
  }
  if (start !== undefined) found.push([start, at]);
  return joinRanges(found);
}

/** Sorts the ranges and merges those that overlap or touch. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([start, end]);
  }
  return joined;
}
