/** Finds all words of a search in a text, and cuts out the line around them with the matches marked. */
import type { SnippetPiece } from '#shared/conversation/session.ts';
import { foldText, unfoldRanges, type Range } from './fold-text.ts';

/** What is shown of a text. */
const before = 40;
const after = 120;
/** A message may hold a word a thousand times; the first ones are enough to show. */
const mostMarks = 50;

/** The words of a search; all of them must be there. */
export function foldWords(query: string): string[] {
  return [...new Set(foldText(query).split(/\s+/).filter(Boolean))];
}

export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}

/** Around the first place where the words stand together, else around the first of them. */
export function snippetOf(text: string, words: readonly string[]): SnippetPiece[] {
  const folded = foldText(text);
  const together = folded.indexOf(words.join(' '));
  const first = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const place = together >= 0 ? together : Math.min(...first, folded.length);
  // Folded and written text differ in length by little; what is cut off exactly is decided on the written one.
  const window = place + after * 2;
  const ranges = words.flatMap((word) => rangesOf(folded, word, place, window));
  return cutPieces(text, unfoldRanges(text, ranges));
}

function rangesOf(folded: string, word: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  for (let at = folded.indexOf(word, from); at >= 0 && at < to; at = folded.indexOf(word, at + word.length)) {
    ranges.push([at, at + word.length]);
    if (ranges.length === mostMarks) break;
  }
  return ranges;
}

function cutPieces(text: string, marks: readonly Range[]): SnippetPiece[] {
  const [first = [0, 0]] = marks;
  const start = Math.max(0, first[0] - before);
  const end = Math.min(text.length, Math.max(first[1], first[0] + after));
  const pieces: SnippetPiece[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    const part = text.slice(from, to).toWellFormed().replace(/\s+/g, ' ');
    if (part !== '') pieces.push({ text: part, isMatch });
  };
  if (start > 0) pieces.push({ text: '…', isMatch: false });
  let at = start;
  for (const [from, to] of marks) {
    if (from >= end) break;
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  if (at < end) add(at, end, false);
  if (Math.max(at, end) < text.length) pieces.push({ text: '…', isMatch: false });
  return pieces;
}
