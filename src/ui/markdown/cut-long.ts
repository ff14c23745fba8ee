/** Keeps what nobody could read from freezing the page: a block longer than a chapter is shown as it was written. */
import { Lexer, type Token } from 'marked';
import type { KnownToken } from './lex-more.ts';

/** Characters of one paragraph, list or table; a chapter of a book has fewer. */
const longestBlock = 24_000;
/** Laid out by itself, and only when it is in sight. */
const piece = 4_000;
const mostColumns = 100;

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
  const isWide = token.type === 'table' && token.header.length > mostColumns;
  if (token.type === 'code' || (token.raw.length <= longestBlock && !isWide)) return [token];
  const pieces: KnownToken[] = [];
  for (let at = 0; at < token.raw.length;) {
    const end = endOfPiece(token.raw, at);
    pieces.push(asPlain(token.raw.slice(at, end)));
    at = end;
  }
  return pieces;
}

/** Behind the last line, else the last word, that fits. */
function endOfPiece(text: string, from: number): number {
  const end = from + piece;
  if (end >= text.length) return text.length;
  const window = text.slice(from, end);
  const line = window.lastIndexOf('\n') + 1;
  const word = window.lastIndexOf(' ') + 1;
  const cut = line > piece / 2 ? line : word > piece / 2 ? word : piece;
  // Not between the two halves of a character.
  return /[\ud800-\udbff]/.test(text.charAt(from + cut - 1)) ? from + cut - 1 : from + cut;
}
