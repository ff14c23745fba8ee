/** Compiled patterns. Each is compiled once; patterns may be computed from data. */
import { compileLongest, type LongestMatch, type LongestPattern } from '#workers/text/linear-pattern.ts';
import { messageOf } from '#shared/message-of.ts';
import { CommandError } from '../../command.ts';
import { translateExtended } from './extended-regex.ts';

export type Pattern = LongestPattern;

export type Patterns = {
  /** `ignoreCase`: the value of IGNORECASE. */
  get(source: string, ignoreCase: boolean): Pattern;
};

const maxCached = 500;

/** `warn`: takes a warning about an escape that is unknown. */
export function createPatterns(warn: (warning: string) => void): Patterns {
  const caches = [new Map<string, Pattern>(), new Map<string, Pattern>()] as const;
  return {
    get(source, ignoreCase) {
      const cache = caches[ignoreCase ? 1 : 0];
      const known = cache.get(source);
      if (known) return known;
      if (cache.size >= maxCached) cache.clear();
      const pattern = compile(source, ignoreCase, warn);
      cache.set(source, pattern);
      return pattern;
    },
  };
}

function compile(source: string, ignoreCase: boolean, warn: (warning: string) => void): Pattern {
  if (!ignoreCase && /^[^\\^$.[\]|()*+?{}]+$/.test(source)) return literalPattern(source);
  const translated = translateExtended(source);
  for (const warning of translated.warnings) warn(warning);
  try {
    return compileLongest(translated.source, { ignoreCase });
  } catch (error) {
    throw new CommandError(`the pattern /${source}/ is not possible: ${messageOf(error)}`, 2);
  }
}

/** A search for plain text is much faster than one for a pattern. */
function literalPattern(literal: string): Pattern {
  const match = { start: 0, end: 0, group: () => undefined };
  return {
    test: (text) => text.includes(literal),
    find(text, from) {
      const start = text.indexOf(literal, from);
      if (start < 0) return undefined;
      match.start = start;
      match.end = start + literal.length;
      return match;
    },
    groupCount: 0,
  };
}

type Group = LongestMatch['group'];

/**
 * Calls `each` for all matches that do not overlap, until it returns false. An empty match directly after another
 * one does not count.
 */
export function eachMatch(
  pattern: Pattern,
  text: string,
  each: (start: number, end: number, group: Group) => boolean,
): void {
  let lastEnd = -1;
  for (let at = 0; at <= text.length;) {
    const match = pattern.find(text, at);
    if (!match) return;
    const { start, end, group } = match;
    if (end > start || start !== lastEnd) {
      if (!each(start, end, group)) return;
      lastEnd = end;
    }
    at = end > start ? end : end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1);
  }
}
