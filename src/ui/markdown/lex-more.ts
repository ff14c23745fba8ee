/** Parses a growing text without starting over: all blocks but the last few are final. */
import { Lexer, type MarkedToken, type Token } from 'marked';

export type Lexed = {
  text: string;
  tokens: readonly MarkedToken[];
};

export const emptyLexed: Lexed = { text: '', tokens: [] };

/** A list or paragraph may still take in what follows it, so this many blocks at the end are parsed again. */
const unstableBlocks = 3;

/** Contract: when `isLive` is false the whole text is parsed at once, so that link definitions at its end count. */
export function lexMore(before: Lexed, source: string, isLive: boolean): Lexed {
  const text = source.replace(/\r\n?/g, '\n');
  if (text === before.text && isLive) return before;
  if (!isLive || !text.startsWith(before.text)) return { text, tokens: lex(text) };
  const stable = before.tokens.slice(0, -unstableBlocks);
  const length = stable.reduce((sum, token) => sum + token.raw.length, 0);
  return { text, tokens: [...stable, ...lex(text.slice(length))] };
}

function lex(text: string): MarkedToken[] {
  return new Lexer({ gfm: true }).lex(text).filter(isKnown);
}

/** Without extensions the lexer makes no other tokens; the type allows for extensions. */
export function isKnown(token: Token): token is MarkedToken {
  return token.type !== '';
}
