/** Regular expressions whose matching time is linear in the length of the text, whatever the pattern. */
// RE2 does not backtrack. A backtracking engine needs ten seconds for `^(a+)+$` on 28 letters.
import { RE2JS, RE2JSSyntaxException } from 're2js';

export type LinearPattern = {
  test(text: string): boolean;
  /** Where the first match begins; -1 without one. */
  indexIn(text: string): number;
};

/**
 * Takes JavaScript's syntax. Throws a `SyntaxError` with the reason if the pattern is wrong or needs something
 * that RE2 does not have, such as look-around or a backreference.
 */
export function compileLinear(source: string, { ignoreCase = false } = {}): LinearPattern {
  return compileNative(source, ignoreCase) ?? compileRe2(source, ignoreCase);
}

/** The last match of a pattern. A pattern has only one at a time. */
export type LongestMatch = {
  start: number;
  end: number;
  /** Where a group begins and ends, counted from 1; undefined if it took no part. */
  group(index: number): readonly [start: number, end: number] | undefined;
};

/** Finds the longest of the leftmost matches, as POSIX says. */
export type LongestPattern = {
  test(text: string): boolean;
  /** The first match that begins at `from` or later. `^` is the beginning of the text, not `from`. */
  find(text: string, from: number): LongestMatch | undefined;
  groupCount: number;
};

/** Takes RE2's own syntax; `.` matches every character. Throws a `SyntaxError` with the reason. */
export function compileLongest(source: string, { ignoreCase = false } = {}): LongestPattern {
  const flags = RE2JS.LONGEST_MATCH | RE2JS.DOTALL | RE2JS.LOOKBEHINDS;
  const pattern = compileOrExplain(source, ignoreCase ? flags | RE2JS.CASE_INSENSITIVE : flags);
  const native = ignoreCase ? undefined : compileGreedy(source);
  let searched = '';
  const matcher = pattern.matcher(searched);
  const match: LongestMatch = {
    start: 0,
    end: 0,
    group: (index) => (matcher.start(index) < 0 ? undefined : [matcher.start(index), matcher.end(index)]),
  };
  return {
    test: (text) => pattern.test(text),
    find(text, from) {
      if (native && text.length <= native.maxText) return native.find(text, from);
      if (text !== searched) matcher.resetMatcherInput((searched = text));
      if (!matcher.find(from)) return undefined;
      match.start = matcher.start();
      match.end = matcher.end();
      return match;
    },
    groupCount: pattern.groupCount(),
  };
}

/** A character, or a class of them, as translators of other syntaxes write them. */
const unit = String.raw`(?:[\w ]|\\x\{[\da-f]+\}|\.|\[\^?(?:\\x\{[\da-f]+\}|[\w \-]|\\[tr])+\])`;

/** Only the last unit is repeated, so that the greedy match is the longest, and no step is taken twice. */
const greedyPattern = new RegExp(`^\\^?${unit}*[*+?]?(\\$?)$`);

/** With `$` at its end, each place of a long run is the beginning of an attempt up to the end of the run. */
const maxTextBeforeEnd = 2000;

/** Uses the browser's own engine, which finds matches of such patterns ten times as fast as RE2. */
function compileGreedy(source: string) {
  const end = greedyPattern.exec(source)?.[1];
  const pattern = end === undefined ? undefined : tryCompile(source.replaceAll('\\x{', '\\u{'), 'gsu');
  if (!pattern) return undefined;
  const match: LongestMatch = { start: 0, end: 0, group: () => undefined };
  const find = (text: string, from: number): LongestMatch | undefined => {
    pattern.lastIndex = from;
    const found = pattern.exec(text);
    if (!found) return undefined;
    match.start = found.index;
    match.end = found.index + found[0].length;
    return match;
  };
  return { find, maxText: end === '' ? Infinity : maxTextBeforeEnd };
}

function compileRe2(source: string, ignoreCase: boolean): LinearPattern {
  // RE2 would read `\k` as the letter k.
  if (/(?:^|[^\\])(?:\\\\)*\\k</.test(source))
    throw new SyntaxError('the backreference \\k<…> is not supported');
  const flags = ignoreCase ? RE2JS.CASE_INSENSITIVE : 0;
  const pattern = compileOrExplain(RE2JS.translateRegExp(source), flags);
  return {
    test: (text) => pattern.test(text),
    indexIn(text) {
      const matcher = pattern.matcher(text);
      return matcher.find() ? matcher.start() : -1;
    },
  };
}

export type SpanPattern = {
  test(text: string): boolean;
  /** Where the first match from `from` on and its groups begin and end; -1 for a group without one. */
  find(text: string, from: number): number[] | undefined;
};

/**
 * Takes RE2's syntax, with look-behind. `longest`: as POSIX says, the longest of the leftmost matches counts. Throws a
 * `SyntaxError` as `compileLinear`.
 */
export function compileSpans(
  source: string,
  { ignoreCase = false, multiline = false, longest = false } = {},
): SpanPattern {
  const pattern = compileOrExplain(
    source,
    RE2JS.LOOKBEHINDS |
      (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) |
      (multiline ? RE2JS.MULTILINE : 0) |
      (longest ? RE2JS.LONGEST_MATCH : 0),
  );
  return {
    test: (text) => pattern.test(text),
    find(text, from) {
      const matcher = pattern.matcher(text);
      if (!matcher.find(from)) return undefined;
      return Array.from({ length: matcher.groupCount() + 1 }, (_, group) => [
        matcher.start(group),
        matcher.end(group),
      ]).flat();
    },
  };
}

function compileOrExplain(source: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new SyntaxError(reasonOf(error.error, error.input ?? ''), { cause: error });
  }
}

/** RE2's reason in the words of JavaScript. `part`: the part of the pattern that it does not accept. */
function reasonOf(reason: string, part: string): string {
  if (/^\(\?<[=!]/.test(part)) return `the look-behind ${part.slice(0, 4)}…) is not supported`;
  if (/^\(\?[=!]/.test(part)) return `the look-ahead ${part.slice(0, 3)}…) is not supported`;
  if (/^\\[1-9]/.test(part)) return `the backreference ${part} is not supported`;
  if (reason === 'invalid repeat count') return `${part} repeats more than 1,000 times`;
  if (/^\\[pP]/.test(part))
    return `the class ${part} is unknown: use a short name such as \\p{L} or \\p{Greek}`;
  if (reason === 'missing closing )') return 'a parenthesis is not closed';
  if (reason === 'unexpected )') return 'a closing parenthesis has no opening one';
  return part === '' ? reason : `${reason}: ${part}`;
}

/**
 * Matches a pattern for which a backtracking engine needs a bounded number of steps at each place of the
 * text. It has only characters, classes, anchors, alternatives and groups: no quantifier, look-around or
 * backreference, and nothing that RE2 reads differently (`.`, `\s`).
 */
const boundedTokens = new RegExp(
  `^(?:${[
    String.raw`[^\\^$.|?*+()[\]{}]`,
    String.raw`\\[dwbt^$.|?*+()[\]{}\\/]`,
    String.raw`\[\^?(?:[^\\[\]]|\\(?:[dwt^$.|?*+()[\]{}\\/-]|x[\da-fA-F]{2}|u[\da-fA-F]{4}))+\]`,
    String.raw`[\^$|)]|\((?!\?)|\(\?:`,
  ].join('|')})*$`,
  'u',
);

/**
 * The alternatives of groups multiply. With a hundred characters, two groups need at most a few thousand
 * steps.
 */
const maxCharacters = 100;
const maxGroups = 2;

/**
 * Uses the browser's own engine, which is up to 75 times as fast as RE2 for such patterns. Most searches use
 * such patterns.
 */
function compileNative(source: string, ignoreCase: boolean): LinearPattern | undefined {
  const isBounded =
    source.length <= maxCharacters &&
    boundedTokens.test(source) &&
    (source.match(/\(/g) ?? []).length <= maxGroups;
  // If case is ignored, JavaScript counts two letters (ſ and the Kelvin sign) as word characters that RE2
  // does not.
  if (!isBounded || (ignoreCase && /\\[wb]/.test(source))) return undefined;
  const pattern = tryCompile(source, ignoreCase ? 'iu' : 'u');
  return pattern && { test: (text) => pattern.test(text), indexIn: (text) => text.search(pattern) };
}

function tryCompile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    // The syntax is valid only without the flag `u`; RE2 accepts it.
    return undefined;
  }
}
