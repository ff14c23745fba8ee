/**
 * Lexer extensions: formulas between dollars or TeX's own brackets, `<sub>` and `<sup>`, and our rules for footnotes, tables
 * and fences.
 */
import { Marked, Tokenizer, type Token, type TokenizerExtension, type Tokens } from 'marked';
import { nestedFence } from './blocks/nested-fence.ts';
import { escapeTable, lengthInSource } from './blocks/table-pipes.ts';
import { spacedLinks } from './spaced-links.ts';

export type MathToken = { type: 'math'; raw: string; text: string; isDisplay: boolean };
export type ScriptToken = { type: 'script'; raw: string; text: string; tag: 'sub' | 'sup'; tokens: Token[] };

/**
 * `$5 and $10` is money, and `$HOME/bin:$PATH` a line of shell: no space may follow the opening `$`; no space may
 * precede the closing one, and no digit or letter may follow it, but the ending of an ordinal number (`$n$th`). Code is
 * no formula. The length is limited, because a longer formula would block the page, and so would the
 * search for a missing end.
 */
const inlineRules: readonly RegExp[] = [
  /^\$\$((?:\\[^]|[^\\$]){1,2000}?)\$\$/,
  /^\$((?!\s)(?:\\.|[^\\$`\n]){1,2000}?)(?<!\s)\$(?![\d$_{]|(?!(?:th|st|nd|rd|s)\b)[a-z])/i,
  /^\\\(((?:\\[^)\n]|[^\\\n]){1,2000}?)\\\)/,
  /^\\\[((?:\\[^\]]|[^\\]){1,2000}?)\\\]/,
];
/** No empty lines inside, as in TeX: a growing block must not swallow blocks already final. */
const blockRules: readonly RegExp[] = [
  /^ {0,3}\$\$((?:(?!\n[ \t]*\n)(?:\\[^]|[^\\$])){1,2000}?)\$\$[ \t]*(?:\n+|$)/,
  /^ {0,3}\\\[((?:(?!\n[ \t]*\n)(?:\\[^\]]|[^\\])){1,2000}?)\\\][ \t]*(?:\n+|$)/,
];

const inlineMath: TokenizerExtension = {
  name: 'math',
  level: 'inline',
  start: (source) => {
    const at = source.search(/\$|\\[([]/);
    return at < 0 ? undefined : at;
  },
  tokenizer: (source) => match(source, inlineRules, /^(?:\$\$|\\\[)/.test(source)),
};
const blockMath: TokenizerExtension = {
  name: 'math',
  level: 'block',
  tokenizer: (source) => match(source, blockRules, true),
};

/** `H<sub>2</sub>O` and `x<sup>2</sup>` have no other form in Markdown. */
const scripts: TokenizerExtension = {
  name: 'script',
  level: 'inline',
  // No `start`: the library's text ends before each `<` anyway.
  tokenizer(source): Tokens.Generic | undefined {
    const [raw, tag = '', text = ''] = /^<(sub|sup)>([^<>\n]{1,200})<\/\1>/i.exec(source) ?? [];
    if (raw === undefined) return undefined;
    return { type: 'script', raw, text, tag: tag.toLowerCase(), tokens: this.lexer.inlineTokens(text) };
  },
};

/** A footnote of one word is no link definition: `[^1]: Smith2020` would disappear. False: the library's own rule. */
const tokenizer = {
  def: (source: string) => (/^ {0,3}\[\^/.test(source) ? undefined : (false as const)),
  table(this: Tokenizer, source: string): Tokens.Table | false {
    const escaped = escapeTable(source);
    const table = escaped && Tokenizer.prototype.table.call(this, escaped.text);
    return table ? { ...table, raw: source.slice(0, lengthInSource(table.raw, escaped)) } : false;
  },
  fences: (source: string) => nestedFence(source)?.token ?? (false as const),
};

const extensions = [inlineMath, blockMath, scripts, spacedLinks];

/** Lexer options with our extensions; the library's global defaults are not touched. */
export const lexerOptions = new Marked({ gfm: true, tokenizer, extensions }).defaults;

function match(source: string, rules: readonly RegExp[], isDisplay: boolean): Tokens.Generic | undefined {
  for (const rule of rules) {
    const [raw, text = ''] = rule.exec(source) ?? [];
    if (raw !== undefined && text.trim() !== '') return { type: 'math', raw, text: text.trim(), isDisplay };
  }
  return undefined;
}
