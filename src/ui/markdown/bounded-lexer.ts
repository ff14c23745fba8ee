/** The Markdown lexer with bounds on nesting and on the work that one paragraph can cause. */
import { Lexer, type MarkedToken, type Token, type TokensList } from 'marked';
import { withOwnRules } from './inline-rules.ts';
import { lexerOptions, type MathToken, type ScriptToken } from './math-tokens.ts';

export type { Token };

/** Every token type this lexer produces. */
export type KnownToken = MarkedToken | MathToken | ScriptToken;

export type Links = TokensList['links'];

/** Inline tokens by their source, reused by the next parse, so that a growing table keeps its cells. */
export class InlineCache extends Map<string, Token[]> {
  /** The link definitions with which they were parsed. */
  key = '{}';
}

/** Levels of nesting. Real text has fewer; unlimited nesting would overflow the stack. */
const deepest = 24;

/**
 * Limits the work of the inline rules, which in the worst case is the number of characters times that of
 * characters that may open something: 200 of those in a paragraph of 24,000 characters.
 */
const maxInlineWork = 5_000_000;
const opening = /[*_~`[\]<!$\\:@]/g;

export class BoundedLexer extends Lexer {
  /** The inline tokens of this parse only, so that those of removed text are dropped. */
  readonly seen = new InlineCache();
  readonly #links: Links;
  readonly #isExact: boolean;
  #known: InlineCache;
  #depth = 0;
  #isInline = false;

  /** `links`: definitions from before this text. `isExact`: there are no others. */
  constructor(links: Links, isExact: boolean, known: InlineCache) {
    super(lexerOptions);
    // The library sets the rules of its tokenizer, which all lexers share, when a lexer is made.
    const { tokenizer } = this.options;
    if (tokenizer) tokenizer.rules = { ...tokenizer.rules, inline: withOwnRules(tokenizer.rules.inline) };
    this.#links = links;
    this.#isExact = isExact;
    this.#known = known;
  }

  override blockTokens(source: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(
    source: string,
    tokens: Token[] | TokensList = [],
    lastParagraphClipped = false,
  ): Token[] | TokensList {
    if (this.#depth >= deepest) {
      tokens.push(asPlain(source));
      return tokens;
    }
    this.#depth++;
    try {
      return super.blockTokens(source, tokens, lastParagraphClipped);
    } finally {
      this.#depth--;
    }
  }

  override inlineTokens(source: string, tokens: Token[] = []): Token[] {
    if (this.#depth === 0) return this.#paragraph(source, tokens);
    if (this.#depth >= deepest) {
      tokens.push(asText(source));
      return tokens;
    }
    this.#depth++;
    try {
      return super.inlineTokens(source, tokens);
    } finally {
      this.#depth--;
    }
  }

  /** All inline text of one block; `tokens` may contain a checkbox already. */
  #paragraph(source: string, tokens: Token[]): Token[] {
    this.#beginInline();
    const known = this.seen.get(source) ?? this.#known.get(source) ?? this.#parse(source);
    this.seen.set(source, known);
    tokens.push(...known);
    return tokens;
  }

  /**
   * Called once all blocks are parsed, so that their link definitions are known. The first definition of a
   * name counts.
   */
  #beginInline(): void {
    if (this.#isInline) return;
    this.#isInline = true;
    const own = this.#isExact ? {} : this.tokens.links;
    this.tokens.links = { ...own, ...this.#links };
    this.seen.key = JSON.stringify(this.tokens.links);
    if (this.seen.key !== this.#known.key) this.#known = new InlineCache();
  }

  #parse(source: string): Token[] {
    if (isTooMuch(source)) return [asText(source)];
    this.#depth++;
    try {
      return super.inlineTokens(source, []);
    } finally {
      this.#depth--;
    }
  }
}

function asText(raw: string): Token {
  return { type: 'text', raw, text: raw, escaped: false };
}

function isTooMuch(source: string): boolean {
  // Short text needs no count.
  if (source.length * source.length <= maxInlineWork) return false;
  return source.length * (source.match(opening)?.length ?? 0) > maxInlineWork;
}

/** An HTML token, because both block and inline elements show those as plain text. */
export function asPlain(raw: string): KnownToken {
  return { type: 'html', raw, text: raw, pre: false, block: true };
}

/** The lexer produces no other tokens; only the library's type allows them. */
export function isKnown(token: Token): token is KnownToken {
  return token.type !== '';
}
