/** Lexer extension for formulas in Markdown: between dollars, or between TeX's own brackets. */
import { Marked, type TokenizerExtension, type Tokens } from 'marked';

export type MathToken = { type: 'math'; raw: string; text: string; isDisplay: boolean };

/**
 * `$5 and $10` is money: what opens has no space after it, what closes none before it and no digit after it. The length
 * has an end because laying out what is longer would hold up the page, and so would looking for an end that never comes.
 */
const inlineRules: readonly RegExp[] = [
  /^\$\$((?:\\[^]|[^\\$]){1,2000}?)\$\$/,
  /^\$((?!\s)(?:\\.|[^\\$\n]){1,2000}?)(?<!\s)\$(?![\d$])/,
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

/** Lexer options with the formula extension; the library's global defaults are not touched. */
export const lexerOptions = new Marked({ gfm: true, extensions: [inlineMath, blockMath] }).defaults;

function match(source: string, rules: readonly RegExp[], isDisplay: boolean): Tokens.Generic | undefined {
  for (const rule of rules) {
    const [raw, text = ''] = rule.exec(source) ?? [];
    if (raw !== undefined && text.trim() !== '') return { type: 'math', raw, text: text.trim(), isDisplay };
  }
  return undefined;
}
