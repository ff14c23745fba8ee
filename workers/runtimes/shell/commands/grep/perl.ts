/**
 * Patterns of `grep -P`. RE2 matches them in linear time if it can; JavaScript's engine matches those with look-ahead
 * or backreferences. What neither has, such as recursion, is an error.
 */
import { compileSpans } from '#workers/text/linear-pattern.ts';
import { classNamed, PatternError } from '../../patterns/bracket.ts';
import { compileNative, type Engine } from '../../patterns/pattern.ts';

export type PerlOptions = {
  ignoreCase: boolean;
  wholeWords: boolean;
  wholeLines: boolean;
  /** Each byte is a character, as in the C locale. */
  bytes: boolean;
};

export function compilePerl(pattern: string, options: PerlOptions): Engine {
  const flag = pattern.startsWith('(?i)') ? '(?i)' : '';
  const body = translate(pattern.slice(flag.length), options.bytes);
  const [before, ...rest] = body.split(kept);
  if (rest.length > 1) throw new PatternError(String.raw`more than one \K is not supported`);
  const ignoreCase = options.ignoreCase || flag !== '';
  // What is before `\K` belongs to the match, and is not shown.
  if (rest.length === 0) return compileEither(surrounded(before ?? '', options), ignoreCase);
  const engine = compileEither(surrounded(`(?:${before})(?<kept>${rest.join('')})`, options), ignoreCase);
  const group = groupsIn(before ?? '') + 1;
  return {
    test: engine.test,
    find: (text, from) => engine.find(text, from)?.slice(group * 2, group * 2 + 2),
  };
}

function surrounded(source: string, { wholeLines, wholeWords }: PerlOptions): string {
  if (wholeLines) return `^(?:${source})$`;
  return wholeWords ? String.raw`(?<!\w)(?:${source})(?!\w)` : source;
}

function compileEither(source: string, ignoreCase: boolean): Engine {
  try {
    return compileSpans(source, { ignoreCase });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    return compileNative(source, { ignoreCase });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new PatternError(error.message);
  }
}

function groupsIn(source: string): number {
  return (source.match(/\\[^]|\[(?:\\[^]|[^\]])*\]|\((?!\?)|\(\?P?<(?![=!])/g) ?? []).filter((each) =>
    each.startsWith('('),
  ).length;
}

/** A mark for `\K` that no pattern contains. */
const kept = '\0kept\0';

const tokens =
  /\[:(?<name>\^?\w+):\]|\\Q(?<quoted>[^]*?)(?:\\E|$)|\\x\{(?<hex>[\da-fA-F]+)\}|\(\?P(?<named>[<=])|\\(?<letter>[^])|(?<open>\[\^?\]?)|\]/gu;

/** Escapes of PCRE in a form that both engines read. */
function translate(pattern: string, bytes: boolean): string {
  let isInClass = false;
  return pattern.replace(tokens, (token: string, ...found: unknown[]) => {
    const { name, quoted, hex, named, letter, open } = found.at(-1) as Partial<Record<string, string>>;
    if (name !== undefined) return classNamed(name, bytes);
    if (quoted !== undefined) return quoted.replace(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
    if (hex !== undefined) return literal(Number.parseInt(hex, 16));
    if (named === '<') return '(?<';
    if (named === '=') throw new PatternError('(?P=name) is not supported; use a number');
    if (letter === undefined) {
      // In a class, `[` is a character, as is the `]` at its start.
      const isFirst = open !== undefined && !isInClass;
      if (isFirst || open === undefined) isInClass = isFirst;
      else if (open.endsWith(']')) isInClass = false;
      return isFirst ? token.replace(']', String.raw`\]`) : token;
    }
    if (isInClass) return inClass(letter);
    return escapes[letter] ?? plain(letter);
  });
}

function plain(letter: string): string {
  return /[\w$()*+.?[\\\]^{|}/-]/.test(letter) ? `\\${letter}` : letter;
}

/** An escape inside `[…]`, where brackets cannot stand in its place. */
function inClass(letter: string): string {
  if ('AHKNRXZz'.includes(letter))
    throw new PatternError(`escape sequence \\${letter} is not supported in a character class`);
  return members[letter] ?? escapes[letter] ?? plain(letter);
}

const members: Readonly<Record<string, string>> = { h: String.raw` \t`, v: String.raw`\n\v\f\r` };

const escapes: Readonly<Record<string, string>> = {
  K: kept,
  h: String.raw`[ \t]`,
  H: String.raw`[^ \t]`,
  R: String.raw`(?:\r\n|[\n\v\f\r])`,
  N: String.raw`[^\n]`,
  v: String.raw`[\n\v\f\r]`,
  A: '^',
  z: '$',
  Z: '$',
  a: '\x07',
  e: '\x1b',
};

function literal(code: number): string {
  if (code > 0x10ffff) throw new PatternError('character code point value in \\x{} or \\o{} is too large');
  return String.fromCodePoint(code).replace(/[$()*+.?[\\\]^{|}/-]/, String.raw`\$&`);
}
