/**
 * Lexer extension for addresses with spaces, as people and models write them for files: `![](Sales 2026.png)`.
 * CommonMark wants `%20` or angle brackets there.
 */
import type { TokenizerExtension, Tokens } from 'marked';

/** One level of parentheses may be in the address. Quotation marks begin a title, which CommonMark's own rule reads. */
const rule =
  /^(!?)\[((?:\\.|[^[\]\\\n]){0,300})\]\([ \t]*((?:[^()<>"\n]|\([^()<>"\n]{0,100}\)){1,400}?)[ \t]*\)/;
/** The address of a file: words, and an extension at the end. */
const spaced = /^(?![a-z][a-z\d+.-]*:|\/\/)[^']*\s[^']*\.[a-z\d]{1,8}$/i;

export const spacedLinks: TokenizerExtension = {
  name: 'spacedLink',
  level: 'inline',
  // No `start`: the library's text ends before each `[` anyway, and a search in each step would take quadratic time.
  tokenizer(source): Tokens.Image | Tokens.Link | undefined {
    const [raw, mark, text = '', href = ''] = rule.exec(source) ?? [];
    if (raw === undefined || !spaced.test(href)) return undefined;
    if (mark === '!') return { type: 'image', raw, href, title: null, text, tokens: [] };
    return { type: 'link', raw, href, title: null, text, tokens: this.lexer.inlineTokens(text) };
  },
};
