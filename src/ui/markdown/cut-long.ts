/** Keeps overlong blocks from freezing the page: a block longer than a chapter is shown as plain text. */
import { endOfPiece } from './end-of-piece.ts';
import { asPlain, isKnown, type KnownToken, type Token } from './bounded-lexer.ts';

/** Characters of one paragraph, list or table; a chapter of a book has fewer. */
const longestBlock = 24_000;
/**
 * Elements of one block, which are rendered in one task: a table of 400 rows with five columns has as many.
 */
const maxElements = 2_400;
/** The limit for a list, whose elements cost more because of their markers; a list of 600 items has fewer. */
const maxInList = 2_000;
/** Each piece is laid out separately, and only when visible. */
const piece = 4_000;
const maxColumns = 100;
/** Characters without a space: for each line break, a browser shapes the rest of the word again. */
const longestWord = 6_000;
const wordPiece = 1_000;

/** True if the block is shown in pieces of plain text. */
export function isOverlong(token: KnownToken): boolean {
  // Code needs no cutting: its lines are not wrapped.
  if (token.type === 'code') return false;
  if (token.raw.length > longestBlock || hasLongWord(token.raw)) return true;
  if (token.type === 'table' && token.header.length > maxColumns) return true;
  // An element has at least two characters.
  const most = token.type === 'list' ? maxInList : maxElements;
  return token.raw.length > most && countElements(token) > most;
}

/** Cuts a text into pieces of plain text, which are the same text when joined. */
export function cutPieces(text: string): KnownToken[] {
  const size = hasLongWord(text) ? wordPiece : piece;
  const pieces: KnownToken[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at, size);
    pieces.push(asPlain(text.slice(at, end)));
    at = end;
  }
  return pieces;
}

/** The approximate number of elements that a block becomes. */
export function countElements(token: KnownToken): number {
  const inner = innerTokens(token);
  if (token.type === 'space' || token.type === 'def') return 0;
  if (token.type === 'text' && inner.length === 0) return 0;
  return inner.reduce(
    (sum, tokens) =>
      sum + 1 + tokens.reduce((count, each) => count + (isKnown(each) ? countElements(each) : 0), 0),
    1,
  );
}

/** The tokens inside, as lists: a table has one per cell. */
export function innerTokens(token: KnownToken): readonly Token[][] {
  switch (token.type) {
    case 'list':
      return token.items.map((item) => item.tokens);
    case 'table':
      return [token.header, ...token.rows].flatMap((row) => row.map((cell) => cell.tokens));
    default:
      return 'tokens' in token ? [token.tokens] : [];
  }
}

function hasLongWord(text: string): boolean {
  if (text.length <= longestWord) return false;
  let from = 0;
  for (const { index } of text.matchAll(/\s/g)) {
    if (index - from > longestWord) return true;
    from = index + 1;
  }
  return text.length - from > longestWord;
}
