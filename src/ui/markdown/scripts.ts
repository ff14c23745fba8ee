/** Lexer extension for `H<sub>2</sub>O` and `x<sup>2</sup>`, which have no other form in Markdown. */
import type { Token, TokenizerExtension, Tokens } from 'marked';

export type ScriptToken = { type: 'script'; raw: string; text: string; tag: 'sub' | 'sup'; tokens: Token[] };

const rule = /^<(sub|sup)>([^<>\n]{1,200})<\/\1>/i;

export const scripts: TokenizerExtension = {
  name: 'script',
  level: 'inline',
  // No `start`: the library's text ends before each `<` anyway.
  tokenizer(source): Tokens.Generic | undefined {
    const [raw, tag = '', text = ''] = rule.exec(source) ?? [];
    if (raw === undefined) return undefined;
    return { type: 'script', raw, text, tag: tag.toLowerCase(), tokens: this.lexer.inlineTokens(text) };
  },
};
