/** Compiles the patterns of grep to one matcher of lines. */
import { classOf, escaped, wordClass } from '../../patterns/bracket.ts';
import { compileTranslated, type Engine } from '../../patterns/pattern.ts';
import { type Syntax, translate, type Translated } from '../../patterns/translate.ts';
import { compilePerl, type PerlOptions } from './perl.ts';

export type Matcher = {
  test(line: string): boolean;
  /** Where the matches of a line begin and end; empty ones are left out. */
  spans(line: string): [start: number, end: number][];
};

export type MatchOptions = PerlOptions & {
  /** Basic, extended, fixed or Perl. */
  kind: 'G' | 'E' | 'F' | 'P';
};

/** Throws a `PatternError`. */
export function createMatcher(patterns: readonly string[], options: MatchOptions): Matcher {
  const engines = compileAll(patterns, options);
  return {
    test: (line) => engines.some((engine) => engine.test(line)),
    spans: (line) => allSpans(line, engines),
  };
}

function compileAll(patterns: readonly string[], options: MatchOptions): Engine[] {
  const { kind, bytes } = options;
  if (kind === 'P') return patterns.map((pattern) => compilePerl(pattern, options));
  const syntax: Syntax = { extended: kind === 'E', lenient: true, bytes };
  const all = patterns.map((pattern) => (kind === 'F' ? fixed(pattern) : translate(pattern, syntax)));
  // Backreferences count the groups of their own pattern.
  const isOne = all.length > 0 && all.every(({ isLinear }) => isLinear);
  return (isOne ? [joinedPattern(all)] : all).map((each) => {
    const engine = compileTranslated(surrounded(each, options), {
      ...syntax,
      ignoreCase: options.ignoreCase,
    });
    return options.wholeWords && !options.wholeLines && each.isLinear ? ofFirstGroup(engine) : engine;
  });
}

function ofFirstGroup({ test, find }: Engine): Engine {
  return { test, find: (text, from) => find(text, from)?.slice(2) };
}

function fixed(pattern: string): Translated {
  const source = Array.from(pattern, escaped).join('');
  return { linear: source, native: source, groups: 0, isLinear: true, hasWords: false };
}

function joinedPattern(all: readonly Translated[]): Translated {
  const join = (sources: readonly string[]) => sources.map((source) => `(?:${source})`).join('|');
  return {
    linear: join(all.map(({ linear }) => linear)),
    native: join(all.map(({ native }) => native)),
    groups: 0,
    isLinear: true,
    hasWords: all.some(({ hasWords }) => hasWords),
  };
}

/** For -x and -w. RE2 has no look-ahead, so the word is a group, and the character after it part of the match. */
function surrounded(pattern: Translated, { wholeLines, wholeWords, bytes }: MatchOptions): Translated {
  const { linear, native, isLinear } = pattern;
  if (wholeLines) return { ...pattern, linear: `^(?:${linear})$`, native: `^(?:${native})$` };
  if (!wholeWords) return pattern;
  const word = `[${wordClass(bytes)}]`;
  const other = classOf(wordClass(bytes), { excludes: true, bytes: true });
  return {
    ...pattern,
    linear: `(?<!${word})(${linear})(?:${other}|$)`,
    native: `(?<!${word})(${isLinear ? '' : '?:'}${native})(?!${word})`,
  };
}

function allSpans(line: string, engines: readonly Engine[]): [number, number][] {
  const spans: [number, number][] = [];
  for (let from = 0; from <= line.length;) {
    const next = firstSpan(line, from, engines);
    if (!next) break;
    if (next[1] > next[0]) spans.push(next);
    from = next[1] > next[0] ? next[1] : next[1] + 1;
  }
  return spans;
}

/** The first match, and of those the longest. */
function firstSpan(line: string, from: number, engines: readonly Engine[]): [number, number] | undefined {
  let best: [number, number] | undefined;
  for (const engine of engines) {
    const found = engine.find(line, from);
    if (!found) continue;
    const [start = 0, end = 0] = found;
    if (!best || start < best[0] || (start === best[0] && end > best[1])) best = [start, end];
  }
  return best;
}
