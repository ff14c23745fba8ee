/**
 * Matches git's glob patterns in time proportional to pattern length times path length, because patterns come
 * from repositories.
 */

type Token = { type: 'literal'; character: string } | { type: 'any' } | { type: 'star' } | CharacterSet;
type CharacterSet = { type: 'set'; isNegated: boolean; ranges: (readonly [string, string])[] };

/** Matches a single name without slashes. */
export type NameGlob = (name: string) => boolean;

export function compileName(pattern: string): NameGlob {
  if (!/[*?[\\]/.test(pattern)) return (name) => name === pattern;
  const tokens = tokenize(pattern);
  return (name) => matchTokens(tokens, Array.from(name));
}

/** Compiles a pattern for a path by segments; `**` matches any number of segments. */
export function compilePath(pattern: string): (path: string) => boolean {
  const segments = pattern.split('/').map((part) => (part === '**' ? '**' : compileName(part)));
  return (path) => matchSegments(segments, path.split('/'));
}

function matchSegments(pattern: readonly ('**' | NameGlob)[], names: readonly string[]): boolean {
  let at = 0;
  let name = 0;
  let star = -1;
  let retry = 0;
  while (name < names.length) {
    const part = pattern[at];
    if (part === '**') {
      star = at++;
      retry = name;
      // `a/**` does not match `a` itself.
      if (at === pattern.length) return true;
    } else if (part?.(names[name] ?? '')) {
      at++;
      name++;
    } else if (star >= 0) {
      at = star + 1;
      name = ++retry;
    } else return false;
  }
  return at === pattern.length;
}

function matchTokens(tokens: readonly Token[], name: readonly string[]): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let retry = 0;
  while (position < name.length) {
    const token = tokens[at];
    if (token?.type === 'star') {
      star = at++;
      retry = position;
    } else if (token && matchOne(token, name[position] ?? '')) {
      at++;
      position++;
    } else if (star >= 0) {
      at = star + 1;
      position = ++retry;
    } else return false;
  }
  while (tokens[at]?.type === 'star') at++;
  return at === tokens.length;
}

function matchOne(token: Token, character: string): boolean {
  if (token.type === 'literal') return token.character === character;
  if (token.type === 'set')
    return token.ranges.some(([low, high]) => character >= low && character <= high) !== token.isNegated;
  return true;
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(pattern);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (character === '*') tokens.push({ type: 'star' });
    else if (character === '?') tokens.push({ type: 'any' });
    else if (character === '\\') tokens.push({ type: 'literal', character: characters[++at] ?? '\\' });
    else if (character === '[') {
      const set = parseSet(characters, at);
      tokens.push(set?.token ?? { type: 'literal', character });
      if (set) at = set.end;
    } else tokens.push({ type: 'literal', character });
  }
  return tokens;
}

const namedRanges: Readonly<Record<string, string>> = {
  alpha: 'azAZ',
  digit: '09',
  alnum: 'azAZ09',
  upper: 'AZ',
  lower: 'az',
  space: '\t\r  ',
  punct: '!/:@[`{~',
  xdigit: '09afAF',
};

function parseSet(
  characters: readonly string[],
  from: number,
): { token: CharacterSet; end: number } | undefined {
  const isNegated = characters[from + 1] === '!' || characters[from + 1] === '^';
  const first = from + (isNegated ? 2 : 1);
  const ranges: (readonly [string, string])[] = [];
  let at = first;
  while (at < characters.length) {
    if (characters[at] === ']' && at > first) return { token: { type: 'set', isNegated, ranges }, end: at };
    const part = readNamed(characters, at) ?? readRange(characters, at);
    ranges.push(...part.ranges);
    at = part.end + 1;
  }
  return undefined;
}

type SetPart = { ranges: (readonly [string, string])[]; end: number };

function readRange(characters: readonly string[], from: number): SetPart {
  const at = characters[from] === '\\' ? from + 1 : from;
  const low = characters[at] ?? '';
  const high = characters[at + 2];
  if (characters[at + 1] !== '-' || high === undefined || high === ']')
    return { ranges: [[low, low]], end: at };
  return { ranges: [[low, high]], end: at + 2 };
}

function readNamed(characters: readonly string[], from: number): SetPart | undefined {
  const match = /^\[:([a-z]+):\]/.exec(characters.slice(from, from + 12).join(''));
  const pairs = Array.from(namedRanges[match?.[1] ?? ''] ?? '');
  if (!match || pairs.length === 0) return undefined;
  const ranges = pairs.flatMap((low, at) => (at % 2 === 0 ? [[low, pairs[at + 1] ?? low] as const] : []));
  return { ranges, end: from + match[0].length - 1 };
}
