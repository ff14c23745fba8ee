/** Incremental Markdown lexer: all blocks but the last few are final, and a long text is parsed step by step. */
import {
  asPlain,
  BoundedLexer,
  InlineCache,
  isKnown,
  type KnownToken,
  type Links,
  type Token,
} from './bounded-lexer.ts';
import { cutPieces, innerTokens, isOverlong } from './cut-long.ts';
import { growFence } from './grow-fence.ts';

export type LexerState = {
  /** The text parsed so far: the beginning of the source, or all of it. */
  text: string;
  tokens: readonly KnownToken[];
  /** How many tokens at the end are parsed again, and where they begin in the text. */
  unstable: number;
  unstableFrom: number;
  /** The text ends within a block that is shown in pieces; what follows, up to an empty line, is part of it. */
  isOverlong: boolean;
  /** Link definitions of the final blocks; `isExact`: those of the whole text. */
  links: Links;
  isExact: boolean;
  /** A block was parsed with a link definition, which may have been incomplete. */
  hasDefinitions: boolean;
  inline: InlineCache;
};

export const initialLexerState: LexerState = {
  ...{ text: '', tokens: [], unstable: 0, unstableFrom: 0, isOverlong: false },
  ...{ links: {}, isExact: false, hasDefinitions: false, inline: new InlineCache() },
};

/**
 * A list or paragraph may still absorb the text after it, so this many blocks at the end are parsed again.
 */
const unstableBlocks = 3;

/** Definitions of links that are remembered. */
const maxLinks = 1_000;

/**
 * Characters added in one step: for some texts, parsing time grows with the square of what is parsed at once.
 */
export const stepCharacters = 4_000;

/** Parses the whole text at once. Contract: when `isLive` is false, the links of the whole text are known. */
export function lexIncrementally(before: LexerState, source: string, isLive: boolean): LexerState {
  const text = withPlainBreaks(source);
  const lexed = lexToEnd(text.startsWith(before.text) ? before : initialLexerState, text);
  return !isLive && hasLateLinks(lexed) ? lexToEnd(restart(lexed), text) : lexed;
}

function lexToEnd(before: LexerState, text: string): LexerState {
  let lexed = before;
  while (lexed.text.length < text.length) lexed = lexStep(lexed, text);
  return lexed;
}

export function withPlainBreaks(source: string): string {
  return source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source;
}

/** Whether blocks were parsed before a link definition that changes them. */
export function hasLateLinks({ hasDefinitions, isExact }: LexerState): boolean {
  return hasDefinitions && !isExact;
}

/** Restarts the parse at the first block, with all link definitions of the text. */
export function restart(lexed: LexerState): LexerState {
  return { ...initialLexerState, links: allLinks(lexed), isExact: true };
}

function allLinks({ links, tokens, unstable }: LexerState): Links {
  return addLinks(links, tokens.slice(tokens.length - unstable));
}

/** The first definition of a name counts. A definition that may still grow is not final. */
function addLinks(links: Links, tokens: readonly Token[]): Links {
  const known = Object.keys(links).length;
  const found = tokens.flatMap(definitionsIn).slice(0, Math.max(0, maxLinks - known));
  if (found.length === 0) return links;
  return { ...Object.fromEntries(found.toReversed()), ...links };
}

function definitionsIn(token: Token): [string, Links[string]][] {
  if (!isKnown(token)) return [];
  if (token.type === 'def') return [[token.tag, { href: token.href, title: token.title }]];
  return token.type === 'list' || token.type === 'blockquote'
    ? innerTokens(token).flatMap((tokens) => tokens.flatMap(definitionsIn))
    : [];
}

/** Parses up to `characters` more. `text` begins with `before.text`. */
export function lexStep(before: LexerState, text: string, characters = stepCharacters): LexerState {
  const step = text.slice(0, before.text.length + characters);
  if (before.isOverlong) return lexOverlong(before, text);
  const last = before.tokens.at(-1);
  const grown = last && growFence(last, text.slice(before.text.length));
  if (!grown) return lexBlocks(before, step);
  const tokens = [...before.tokens.slice(0, -1), grown];
  return { ...before, tokens, text: before.text + grown.raw.slice(last.raw.length) };
}

/** Adds the rest of the text as plain text, without parsing it. */
export function appendUnparsed(before: LexerState, text: string): LexerState {
  const begun = before.isOverlong ? before : { ...before, unstable: 0, unstableFrom: before.text.length };
  return cutOverlong(begun, text, true);
}

function lexBlocks(before: LexerState, text: string): LexerState {
  const lexer = new BoundedLexer(before.links, before.isExact, before.inline);
  const fresh = lex(lexer, text.slice(before.unstableFrom));
  const overlong = fresh.map(isOverlong);
  const shown = fresh.flatMap((token, at) => (overlong[at] ? cutPieces(token.raw) : [token]));
  // Pieces of a block that has ended are not parsed again: alone, a piece would have other tokens.
  const whole = fresh.length - 1 - overlong.lastIndexOf(true);
  const isCut = whole === 0 && fresh.length > 0;
  const unstable = isCut ? 1 : Math.min(unstableBlocks, whole);
  const final = shown.slice(0, shown.length - unstable);
  return {
    ...{ text, unstable, isOverlong: isCut, isExact: before.isExact, inline: lexer.seen },
    tokens: [...before.tokens.slice(0, before.tokens.length - before.unstable), ...shown],
    // Counted from the front: the lexer drops white space at the end of a list.
    unstableFrom: before.unstableFrom + lengthOf(final),
    links: before.isExact ? before.links : addLinks(before.links, final),
    hasDefinitions: before.hasDefinitions || Object.keys(lexer.tokens.links).length > 0,
  };
}

/** An overlong block ends at an empty line, where parsing continues. */
function lexOverlong(before: LexerState, text: string): LexerState {
  const from = Math.max(before.unstableFrom, before.text.length - 1);
  const end = /\n[ \t]*\n/.exec(text.slice(from));
  return cutOverlong(before, end ? text.slice(0, from + end.index + end[0].length) : text, !end);
}

function cutOverlong(before: LexerState, text: string, isOverlong: boolean): LexerState {
  const kept = before.tokens.slice(0, before.tokens.length - before.unstable);
  const pieces = cutPieces(text.slice(before.unstableFrom));
  const tokens = [...kept, ...pieces];
  const unstable = isOverlong ? 1 : 0;
  const unstableFrom = text.length - (isOverlong ? (pieces.at(-1)?.raw.length ?? 0) : 0);
  return { ...before, text, tokens, unstable, unstableFrom, isOverlong };
}

function lengthOf(tokens: readonly KnownToken[]): number {
  return tokens.reduce((sum, token) => sum + token.raw.length, 0);
}

function lex(lexer: BoundedLexer, text: string): KnownToken[] {
  try {
    return lexer.lex(text).filter(isKnown);
  } catch (error) {
    // The lexer throws if it cannot continue; the text is then shown as written.
    console.warn(error);
    return [asPlain(text)];
  }
}
