/** Keeps what nobody could read from freezing the page: a block longer than a chapter is shown as it was written. */
import { Lexer, type Token } from 'marked';
import type { KnownToken } from './lex-more.ts';

/** Characters of one paragraph, list or table; a chapter of a book has fewer. */
const longestBlock = 24_000;
/** Laid out by itself, and only when it is in sight. */
const piece = 4_000;
const mostColumns = 100;
/** Letters without a gap: to find where each of its lines ends, a browser shapes the rest of the word anew. */
const longestWord = 6_000;
const wordPiece = 1_000;

/** Does not look for emphasis and links in a line that is too long to be shown with any. */
export class BoundedLexer extends Lexer {
  override inline(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= longestBlock) return super.inline(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: false });
    return tokens;
  }
}

/** The pieces hold all of the text, and nothing else. */
export function cutLong(token: KnownToken, asPlain: (raw: string) => KnownToken): KnownToken[] {
  // Code is shown line by line as it is.
  if (token.type === 'code') return [token];
  const isWide = token.type === 'table' && token.header.length > mostColumns;
  const isUnbroken = hasLongWord(token.raw);
  if (token.raw.length <= longestBlock && !isWide && !isUnbroken) return [token];
  const pieces: KnownToken[] = [];
  for (let at = 0; at < token.raw.length;) {
    const end = endOfPiece(token.raw, at, isUnbroken ? wordPiece : piece);
    pieces.push(asPlain(token.raw.slice(at, end)));
    at = end;
  }
  return pieces;
}

/** Behind the last line, else the last word, that fits. */
function endOfPiece(text: string, from: number, size: number): number {
  const end = from + size;
  if (end >= text.length) return text.length;
  const window = text.slice(from, end);
  const line = window.lastIndexOf('\n') + 1;
  const word = window.lastIndexOf(' ') + 1;
  const cut = line > size / 2 ? line : word > size / 2 ? word : size;
  // Not between the two halves of a character.
  return /[\ud800-\udbff]/.test(text.charAt(from + cut - 1)) ? from + cut - 1 : from + cut;
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
