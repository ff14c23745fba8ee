/** Keeps overlong blocks from freezing the page: a block longer than a chapter is shown as plain text. */
import { Lexer, type Token } from 'marked';
import type { MarkedToken } from 'marked';
import type { MathToken } from './math-tokens.ts';

/** Every token type this lexer produces. */
export type KnownToken = MarkedToken | MathToken;

/** Characters of one paragraph, list or table; a chapter of a book has fewer. */
const longestBlock = 24_000;
/** Each piece is laid out separately, and only when visible. */
const piece = 4_000;
const mostColumns = 100;
/** Characters without a space: for each line break, a browser shapes the rest of the word again. */
const longestWord = 6_000;
const wordPiece = 1_000;

/** Skips inline parsing of lines that are too long to be formatted. */
export class BoundedLexer extends Lexer {
  override inline(source: string, tokens: Token[] = []): Token[] {
    if (source.length <= longestBlock) return super.inline(source, tokens);
    tokens.push({ type: 'text', raw: source, text: source, escaped: false });
    return tokens;
  }
}

/** The pieces joined are the text. */
export function cutLong(token: KnownToken, asPlain: (raw: string) => KnownToken): KnownToken[] {
  // Code needs no cutting: its lines are not wrapped.
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

/** After the last line that fits, else after the last word. */
function endOfPiece(text: string, from: number, size: number): number {
  const end = from + size;
  if (end >= text.length) return text.length;
  const window = text.slice(from, end);
  const line = window.lastIndexOf('\n') + 1;
  const word = window.lastIndexOf(' ') + 1;
  const cut = line > size / 2 ? line : word > size / 2 ? word : size;
  // Never inside a surrogate pair.
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
