/** Incremental Markdown lexer for a streaming text: all blocks but the last few are final. */
import type { KnownToken } from './cut-long.ts';
import type { Token, Tokens } from 'marked';
import { BoundedLexer, cutLong } from './cut-long.ts';
import { lexerOptions } from './math-tokens.ts';

export type Lexed = {
  text: string;
  tokens: readonly KnownToken[];
  /** Where the last tokens, which are parsed again, begin in the text. */
  unstableFrom: number;
};

export const emptyLexed: Lexed = { text: '', tokens: [], unstableFrom: 0 };

/** A list or paragraph may still take in what follows it, so this many blocks at the end are parsed again. */
const unstableBlocks = 3;

/** Levels of nesting. Real text has fewer; unlimited nesting would overflow the stack. */
const deepest = 50;

/** Contract: at the end, when `isLive` is false, the blocks are those of the whole text. */
export function lexMore(before: Lexed, source: string, isLive: boolean): Lexed {
  const text = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
  if (text === before.text && isLive) return before;
  if (!text.startsWith(before.text)) return lexed(text, emptyLexed);
  // Only a link definition changes earlier blocks. Parsing everything again would cost a long answer a frame.
  const isWhole = !isLive && before.tokens.length > unstableBlocks && text.includes(']:');
  return lexed(text, isWhole ? emptyLexed : before);
}

function lexed(text: string, before: Lexed): Lexed {
  const fresh = lex(text.slice(before.unstableFrom));
  const tokens = [...before.tokens.slice(0, -unstableBlocks), ...fresh];
  const end = before.unstableFrom + lengthOf(fresh);
  return { text, tokens, unstableFrom: end - lengthOf(tokens.slice(-unstableBlocks)) };
}

function lengthOf(tokens: readonly KnownToken[]): number {
  return tokens.reduce((sum, token) => sum + token.raw.length, 0);
}

/** The lexer produces no other tokens; only the library's type allows them. */
export function isKnown(token: Token): token is KnownToken {
  return token.type !== '';
}

function lex(text: string): KnownToken[] {
  try {
    const tokens = new BoundedLexer(lexerOptions).lex(text);
    cutDepth(tokens, 1);
    return tokens.filter(isKnown).flatMap((token) => cutLong(token, asPlain));
  } catch (error) {
    // The lexer throws on text nested thousands of levels deep; it is shown as written.
    console.warn(error);
    return [asPlain(text)];
  }
}

/** Mutates the tokens: what is nested too deep becomes plain text. */
function cutDepth(tokens: Token[], depth: number): void {
  tokens.forEach((token, at) => {
    const inner = isKnown(token) ? innerTokens(token) : [];
    if (depth < deepest) inner.forEach((inside) => cutDepth(inside, depth + 1));
    else if (inner.length > 0) tokens[at] = asPlain(token.raw);
  });
}

function innerTokens(token: KnownToken): Token[][] {
  switch (token.type) {
    case 'list':
      return token.items.map((item) => item.tokens);
    case 'table':
      return [token.header, ...token.rows].flatMap((row) => row.map((cell) => cell.tokens));
    default:
      return 'tokens' in token ? [token.tokens] : [];
  }
}

/** An HTML token, because both block and inline elements show those as plain text. */
function asPlain(raw: string): Tokens.HTML {
  return { type: 'html', raw, text: raw, pre: false, block: true };
}
