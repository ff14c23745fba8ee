/**
 * Translates an extended regular expression of POSIX, with the additions of gawk, to RE2's syntax.
 * https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap09.html#tag_09_04
 */
import { textOfByte } from '#workers/text/encoding/byte-text.ts';
import { CommandError } from '../../command.ts';
import { bracketAt, codeOf, escapedLetters } from './bracket.ts';

type Translation = {
  source: string;
  at: number;
  out: string;
  /** Where the last operand begins in `out`, if it can be repeated. */
  operand: number | undefined;
  isRepeated: boolean;
  /** Where each open group begins in `out`. */
  groups: number[];
  warnings: string[];
};

/** Operators of gawk. */
const operators: Readonly<Record<string, string>> = {
  y: '\\b',
  B: '\\B',
  '<': '(?:\\b(?<!\\w))',
  '>': '(?:\\b(?<=\\w))',
  '`': '\\A',
  "'": '\\z',
};

const classes: Readonly<Record<string, string>> = {
  w: '[\\p{L}\\p{N}_]',
  W: '[^\\p{L}\\p{N}_]',
  s: '[\\t-\\r ]',
  S: '[^\\t-\\r ]',
};

export function translateExtended(source: string): { source: string; warnings: readonly string[] } {
  const state: Translation = {
    ...{ source, at: 0, out: '', operand: undefined, isRepeated: false, groups: [], warnings: [] },
  };
  while (state.at < source.length) step(state);
  if (state.groups.length > 0) throw new CommandError(`Unmatched ( in the pattern /${source}/`, 2);
  return { source: state.out, warnings: state.warnings };
}

function step(state: Translation): void {
  const character = String.fromCodePoint(state.source.codePointAt(state.at) ?? 0);
  state.at += character.length;
  switch (character) {
    case '\\':
      return escape(state);
    case '[':
      return bracket(state);
    case '(':
      state.groups.push(state.out.length);
      return operator(state, '(');
    case ')':
      return closeGroup(state);
    case '|':
    case '^':
      return operator(state, character);
    case '$':
      return operand(state, '$');
    case '.':
      return operand(state, '.');
    case '*':
    case '+':
    case '?':
      return repeat(state, character);
    case '{':
      return interval(state);
    default:
      return operand(state, literal(character));
  }
}

/** What cannot be repeated; a star after it stands for itself. */
function operator(state: Translation, text: string): void {
  state.out += text;
  state.operand = undefined;
}

function operand(state: Translation, text: string): void {
  state.operand = state.out.length;
  state.isRepeated = false;
  state.out += text;
}

function literal(character: string): string {
  return /^[\w ]$/.test(character) ? character : codeOf(character);
}

function bracket(state: Translation): void {
  const { text, end } = bracketAt(state.source, state.at);
  state.at = end;
  operand(state, text);
}

function closeGroup(state: Translation): void {
  const begin = state.groups.pop();
  if (begin === undefined) throw new CommandError(`Unmatched ) in the pattern /${state.source}/`, 2);
  state.out += ')';
  state.operand = begin;
  state.isRepeated = false;
}

function repeat(state: Translation, count: string): void {
  if (state.operand === undefined) return operand(state, `\\${count}`);
  // RE2 would read the second sign of `a+?` as another kind of repetition.
  if (state.isRepeated)
    state.out = `${state.out.slice(0, state.operand)}(?:${state.out.slice(state.operand)})`;
  state.out += count;
  state.isRepeated = true;
}

function interval(state: Translation): void {
  const found = /^(\d*)(,?)(\d*)\}/.exec(state.source.slice(state.at, state.at + 16));
  const [text = '', least = '', comma = '', most = ''] = found ?? [];
  if (state.operand === undefined || (least === '' && most === '')) return operand(state, '\\{');
  state.at += text.length;
  repeat(state, `{${least || 0}${comma}${most}}`);
}

function escape(state: Translation): void {
  const rest = state.source.slice(state.at, state.at + 4);
  const number = /^(?:x([\da-fA-F]{1,2})|([0-7]{1,3}))/.exec(rest);
  if (number) {
    const [text, hex, octal = ''] = number;
    state.at += text.length;
    return operand(state, literal(textOfByte(hex === undefined ? parseInt(octal, 8) : parseInt(hex, 16))));
  }
  const letter = rest === '' ? '\\' : String.fromCodePoint(rest.codePointAt(0) ?? 0);
  state.at += rest === '' ? 0 : letter.length;
  const known = operators[letter];
  if (known !== undefined) return operator(state, known);
  if (/[a-zA-Z]/.test(letter) && !(letter in escapedLetters) && !(letter in classes))
    state.warnings.push(
      `warning: regexp escape sequence '\\${letter}' is not a known regexp operator${
        letter === 'd' ? '; digits are [0-9]' : ''
      }`,
    );
  operand(state, classes[letter] ?? literal(escapedLetters[letter] ?? letter));
}
