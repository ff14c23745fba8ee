/**
 * Inline rules where CommonMark reads texts otherwise than people write them: emphasis beside Chinese, Japanese and
 * Korean, links that full-width punctuation ends, single tildes.
 */
import type { Tokenizer } from 'marked';

type InlineRules = Tokenizer['rules']['inline'];

const cjk = String.raw`\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}`;
const punctuation = String.raw`(?![*~])[\p{P}\p{S}]`;
/** Punctuation that does not open a bracket or a quotation. */
const closing = String.raw`(?![*~\p{Ps}\p{Pi}])[\p{P}\p{S}]`;
/** Full-width punctuation, which is no part of an address. */
const wide = '，。；：！？、（）「」『』【】《》〈〉“”‘’';

/**
 * A run of asterisks that may end emphasis: after punctuation and before one of these letters, or the other way round
 * (https://github.com/tats-u/markdown-cjk-friendly, its amendment of CommonMark 0.31); and two after closing punctuation
 * before any letter, as in `**Note:**text`, which models write.
 */
const endsOf = (mark: string) =>
  [
    `${punctuation}(?=${mark}+[${cjk}])`,
    `[${cjk}](?=${mark}+${punctuation})`,
    `${closing}(?=${mark}{2,}[\\p{L}\\p{N}])`,
  ].join('|');

/** The first group of the library's rules: a run that ends emphasis and begins none. Written for marked 18. */
const emphasisEnd = String.raw`(?!\*)(?!~)[\p{P}\p{S}](\*+)(?=[\s]|$)`;
const strikeEnd = String.raw`(?!~)[\p{P}\p{S}](~~?)(?=[\s]|$)`;

const known = new WeakMap<InlineRules, InlineRules>();

/** Contract: linear time in the text, as the rules that they replace. */
export function withOwnRules(rules: InlineRules): InlineRules {
  const own = known.get(rules) ?? {
    ...rules,
    punctuation: new RegExp(`^((?![*_])[\\s\\p{P}\\p{S}${cjk}])`, 'u'),
    emStrongRDelimAst: replaced(
      rules.emStrongRDelimAst,
      emphasisEnd,
      String.raw`(?:${punctuation}(?=\*+(?:\s|$))|${endsOf(String.raw`\*`)})(\*+)`,
    ),
    delRDelim: replaced(
      rules.delRDelim,
      strikeEnd,
      String.raw`(?:(?!~)[\p{P}\p{S}](?=~~?(?:\s|$))|${endsOf('~')})(~~?)`,
    ),
    delLDelim: /^~~(?:((?!~)[\p{P}\p{S}])|[^\s~])/u,
    url: replaced(rules.url, String.raw`[^\s<]*`, String.raw`[^\s<${wide}]*`),
  };
  known.set(rules, own);
  return own;
}

function replaced({ source, flags }: RegExp, part: string, by: string): RegExp {
  if (!source.includes(part)) throw new Error(`The rules of marked have changed: ${part}`);
  return new RegExp(
    source.replace(part, () => by),
    flags,
  );
}
