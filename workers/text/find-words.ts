/** Full-text search in one text, and the snippet around the first match with all matches marked. */
import type { SnippetPiece } from '#shared/conversation/session.ts';
import { foldText, unfoldRanges, type Range } from './fold-text.ts';

/** Characters of the snippet before and after the first match. */
const before = 40;
const after = 120;
/** Bounds the work on a message that contains a word a thousand times. */
const maxMarks = 50;

/** A longer query is cut, so that a text that was pasted by mistake does not block the engine. */
const most = { characters: 1_000, words: 50 };

/**
 * The distinct folded words of a query: at most 50, from its first 1,000 characters. A text matches if it
 * contains all of them.
 */
export function foldWords(query: string): string[] {
  const words = foldText(query.slice(0, most.characters)).split(/\s+/).filter(Boolean);
  return [...new Set(words)].slice(0, most.words);
}

export function hasWords(text: string, words: readonly string[]): boolean {
  const folded = foldText(text);
  return words.every((word) => folded.includes(word));
}

/** The snippet at the first occurrence of the whole phrase, or else of any of the words. */
export function snippetOf(text: string, words: readonly string[]): SnippetPiece[] {
  const folded = foldText(text);
  const together = folded.indexOf(words.join(' '));
  const first = words.map((word) => folded.indexOf(word)).filter((place) => place >= 0);
  const place = together >= 0 ? together : Math.min(...first, folded.length);
  // The folded text has nearly the same length; `cutPieces` cuts exactly, on the original text.
  const window = place + after * 2;
  const ranges = words.flatMap((word) => rangesOf(folded, word, place, window));
  return cutPieces(text, unfoldRanges(text, ranges));
}

function rangesOf(folded: string, word: string, from: number, to: number): Range[] {
  const ranges: Range[] = [];
  for (let at = folded.indexOf(word, from); at >= 0 && at < to; at = folded.indexOf(word, at + word.length)) {
    ranges.push([at, at + word.length]);
    if (ranges.length === maxMarks) break;
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
