/**
 * Regular expressions of sed, grep and find. RE2 matches them in linear time and finds the longest match, as POSIX
 * says. It has no backreferences and knows only the words of ASCII; JavaScript's engine matches those patterns,
 * whose time the deadline limits.
 */
import { compileSpans } from '#workers/text/linear-pattern.ts';
import { PatternError } from './bracket.ts';
import { type Syntax, translate, type Translated } from './translate.ts';

export type Pattern = {
  /** How many groups it has. */
  groups: number;
  test(text: string): boolean;
  /** Where the first match from `from` on and its groups begin and end; -1 for a group without a match. */
  find(text: string, from: number): readonly number[] | undefined;
};

export type PatternOptions = Syntax & {
  ignoreCase?: boolean;
  /** The pattern matches whole texts. */
  whole?: boolean;
};

/** Throws a `PatternError` with the message of GNU's tools. */
export function compilePattern(pattern: string, options: PatternOptions): Pattern {
  const translated = translate(pattern, options);
  if (!options.whole) return compileTranslated(translated, options);
  const whole = (source: string) => `^(?:${source})$`;
  const { linear, native } = translated;
  return compileTranslated({ ...translated, linear: whole(linear), native: whole(native) }, options);
}

/** `options`: as for the translation. */
export function compileTranslated(translated: Translated, options: PatternOptions): Pattern {
  const { groups, isLinear, hasWords } = translated;
  if (!isLinear) return { groups, ...compileNative(translated.native, options) };
  const linear = compileLinear(translated.linear, options);
  if (!hasWords || options.bytes) return { groups, ...linear };
  const native = compileNative(translated.native, options);
  const engineFor = (text: string) => (isAscii(text) ? linear : native);
  return {
    groups,
    test: (text) => engineFor(text).test(text),
    find: (text, from) => engineFor(text).find(text, from),
  };
}

export type Engine = Omit<Pattern, 'groups'>;

function compileLinear(source: string, options: PatternOptions): Engine {
  try {
    return compileSpans(source, { ...options, longest: true });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PatternError(`Invalid regular expression: ${error.message}`);
  }
}

export function compileNative(source: string, { ignoreCase = false }: { ignoreCase?: boolean }): Engine {
  const pattern = new RegExp(source, ignoreCase ? 'dgiu' : 'dgu');
  const find = (text: string, from: number) => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    return found?.indices?.flatMap((each: [number, number] | undefined) => each ?? [-1, -1]);
  };
  return { find, test: (text) => find(text, 0) !== undefined };
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
