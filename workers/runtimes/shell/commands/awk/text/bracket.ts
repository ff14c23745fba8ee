/** Bracket expressions of POSIX, such as `[^[:space:],]`, in RE2's syntax. */
import { CommandError } from '../../command.ts';

/** As in a locale of UTF-8. */
const named: Readonly<Record<string, string>> = {
  alpha: '\\p{L}',
  digit: '0-9',
  alnum: '\\p{L}\\p{Nd}',
  upper: '\\p{Lu}',
  lower: '\\p{Ll}',
  space: '\\t-\\r \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{2028}\\x{2029}\\x{205f}\\x{3000}',
  blank: '\\t \\x{1680}\\x{2000}-\\x{2006}\\x{2008}-\\x{200a}\\x{205f}\\x{3000}',
  punct: '!-/:-@\\[-`{-~\\p{P}\\p{S}',
  print: ' -~\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Zs}',
  graph: '!-~\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}',
  cntrl: '\\x{0}-\\x{1f}\\x{7f}-\\x{9f}',
  xdigit: '0-9A-Fa-f',
};

export const escapedLetters: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', a: '\x07', b: '\b' },
};

export function codeOf(character: string): string {
  return `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Reads the expression whose first member is at a place. */
export function bracketAt(source: string, begin: number): { text: string; end: number } {
  const isNegated = source[begin] === '^';
  let at = begin + (isNegated ? 1 : 0);
  let members = '';
  for (let isFirst = true; isFirst || source[at] !== ']'; isFirst = false) {
    if (at >= source.length) throw new CommandError(`Unmatched [ in the pattern /${source}/`, 2);
    const name = /^\[:(\w+):\]/.exec(source.slice(at, at + 12));
    if (name) {
      members += classOf(name[1] ?? '', source);
      at += name[0].length;
      continue;
    }
    const from = memberAt(source, at);
    at = from.end;
    const isRange = source[at] === '-' && source[at + 1] !== ']' && at + 1 < source.length;
    if (!isRange) {
      members += codeOf(from.character);
      continue;
    }
    const to = memberAt(source, at + 1);
    at = to.end;
    members += rangeOf(from.character, to.character, source);
  }
  return { text: `[${isNegated ? '^' : ''}${members}]`, end: at + 1 };
}

function classOf(name: string, source: string): string {
  const members = named[name];
  if (members === undefined)
    throw new CommandError(`Invalid character class name [:${name}:] in the pattern /${source}/`, 2);
  return members;
}

function rangeOf(from: string, to: string, source: string): string {
  if ((from.codePointAt(0) ?? 0) > (to.codePointAt(0) ?? 0))
    throw new CommandError(`Invalid range end in the pattern /${source}/`, 2);
  return `${codeOf(from)}-${codeOf(to)}`;
}

function memberAt(source: string, at: number): { character: string; end: number } {
  const collating = /^\[([.=])(.)\1\]/u.exec(source.slice(at, at + 8));
  if (collating) return { character: collating[2] ?? '', end: at + collating[0].length };
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  const end = at + character.length;
  if (character !== '\\' || end >= source.length) return { character, end };
  const octal = /^[0-7]{1,3}/.exec(source.slice(end, end + 3))?.[0];
  if (octal !== undefined)
    return { character: String.fromCharCode(parseInt(octal, 8)), end: end + octal.length };
  const escaped = String.fromCodePoint(source.codePointAt(end) ?? 0);
  return { character: escapedLetters[escaped] ?? escaped, end: end + escaped.length };
}
