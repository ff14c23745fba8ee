/** Translates the regular expressions of POSIX, with GNU's additions, to those of RE2 and of JavaScript. */
import {
  anyCharacter,
  classNamed,
  classOf,
  escaped,
  PatternError,
  readBracket,
  wordClass,
} from './bracket.ts';

export type Syntax = {
  /** ERE instead of BRE. */
  extended?: boolean;
  /** As Emacs: BRE, where `+` and `?` are operators and `\\{` is none. */
  emacs?: boolean;
  /** As grep: what cannot be an operator is a character. sed reports an error instead. */
  lenient?: boolean;
  /** `^` and `$` match at each line. */
  multiline?: boolean;
  /** As in the C locale: each byte is a character. */
  bytes?: boolean;
};

/** The same expression twice; the second has look-ahead and backreferences. */
type Source = { linear: string; native: string };

export type Translated = Source & {
  groups: number;
  /** Whether RE2 can match it. */
  isLinear: boolean;
  /** Whether it looks for words, where RE2 knows only those of ASCII. */
  hasWords: boolean;
};

type Reader = Required<Syntax> & {
  pattern: string;
  at: number;
  groups: number;
  /** The groups that are closed, to which a backreference may refer. */
  closed: Set<number>;
  isLinear: boolean;
  hasWords: boolean;
};

export function translate(pattern: string, syntax: Syntax): Translated {
  const { extended = false, emacs = false, lenient = emacs, multiline = false, bytes = false } = syntax;
  const reader: Reader = {
    ...{ extended, emacs, lenient, multiline, bytes, pattern },
    ...{ at: 0, groups: 0, closed: new Set<number>(), isLinear: true, hasWords: false },
  };
  const source = readAlternatives(reader, 0);
  const { groups, isLinear, hasWords } = reader;
  return { ...source, groups, isLinear, hasWords };
}

const same = (source: string): Source => ({ linear: source, native: source });

function readAlternatives(reader: Reader, depth: number): Source {
  const parts = [readSequence(reader, depth)];
  while (operatorAt(reader) === '|') {
    skipOperator(reader);
    parts.push(readSequence(reader, depth));
  }
  return {
    linear: parts.map(({ linear }) => linear).join('|'),
    native: parts.map(({ native }) => native).join('|'),
  };
}

/** The operator at the reader's place, such as `(` for `\(` in BRE and `(` in ERE; '' for none. */
function operatorAt({ pattern, at, extended, emacs }: Reader): string {
  const character = pattern[at] ?? '';
  if (character === '*' || (emacs && character !== '' && '+?'.includes(character))) return character;
  if (emacs && character === '\\' && '+?{'.includes(pattern[at + 1] ?? '+')) return '';
  const found = extended ? character : character === '\\' ? (pattern[at + 1] ?? '') : '';
  return found !== '' && '()|+?{'.includes(found) ? found : '';
}

function skipOperator(reader: Reader): void {
  reader.at += !reader.extended && reader.pattern[reader.at] === '\\' ? 2 : 1;
}

function readSequence(reader: Reader, depth: number): Source {
  const all: Source = { linear: '', native: '' };
  // Whether an anchor may follow, and a quantifier is a character.
  let isFirst = true;
  while (reader.at < reader.pattern.length) {
    const operator = operatorAt(reader);
    if (operator === '|' || (operator === ')' && depth > 0)) break;
    if (operator === ')' && !(reader.lenient && reader.extended))
      throw new PatternError(String.raw`Unmatched ) or \)`);
    const anchor = readAnchor(reader, isFirst);
    const item = anchor ?? readQuantified(reader, isFirst, depth);
    // In BRE, `^` is an anchor at the start only; a star is a character after any anchor.
    isFirst = anchor !== undefined;
    all.linear += item.linear;
    all.native += item.native;
  }
  return all;
}

/** `^`, `$`, or an escape such as `\b`. */
function readAnchor(reader: Reader, isFirst: boolean): Source | undefined {
  const { pattern, at, multiline } = reader;
  const character = pattern[at];
  if (character === '^' && (reader.extended || (isFirst && !isAfterAnchor(reader)))) {
    reader.at++;
    return { linear: '^', native: multiline ? '(?<![^\\n])' : '^' };
  }
  if (character === '$' && (reader.extended || isLast(reader))) {
    reader.at++;
    return { linear: '$', native: multiline ? '(?![^\\n])' : '$' };
  }
  const found = character === '\\' ? edgeOf(pattern[at + 1] ?? '', reader.bytes) : undefined;
  if (!found) return undefined;
  reader.at += 2;
  if (!"`'".includes(pattern[at + 1] ?? '')) reader.hasWords = true;
  return found;
}

/** `\b^` and `^^` have no second anchor in BRE. */
function isAfterAnchor({ pattern, at }: Reader): boolean {
  return at > 0 && !/\\[(|]$/.test(pattern.slice(0, at));
}

function isLast({ pattern, at }: Reader): boolean {
  return at + 1 === pattern.length || /^\\[)|]/.test(pattern.slice(at + 1, at + 3));
}

function edgeOf(letter: string, bytes: boolean): Source | undefined {
  const word = `[${wordClass(bytes)}]`;
  const [begin, end] = [`(?<!${word})(?=${word})`, `(?<=${word})(?!${word})`];
  switch (letter) {
    case '<':
      return { linear: String.raw`\b(?<!\w)`, native: begin };
    case '>':
      return { linear: String.raw`\b(?<=\w)`, native: end };
    case 'b':
      return { linear: String.raw`\b`, native: `(?:${begin}|${end})` };
    case 'B':
      return { linear: String.raw`\B`, native: `(?:(?<!${word})(?!${word})|(?<=${word})(?=${word}))` };
    case '`':
      return { linear: String.raw`\A`, native: '(?<![^])' };
    case "'":
      return { linear: String.raw`\z`, native: '(?![^])' };
    default:
      return undefined;
  }
}

function readQuantified(reader: Reader, isFirst: boolean, depth: number): Source {
  if (isFirst && '*+?{'.includes(operatorAt(reader) || '-')) {
    const character = readMisplaced(reader);
    if (character === undefined) return same('');
    return character;
  }
  let item = readAtom(reader, depth);
  for (let count = 0; ; count++) {
    const quantifier = readQuantifier(reader);
    if (quantifier === undefined) return item;
    const wrapped = (source: string) => (count > 0 ? `(?:${source})` : source) + quantifier;
    item = { linear: wrapped(item.linear), native: wrapped(item.native) };
  }
}

/** A quantifier with nothing before it: an error, or nothing, or the character. */
function readMisplaced(reader: Reader): Source | undefined {
  const operator = operatorAt(reader);
  if (!reader.lenient && (reader.extended || operator === '{'))
    throw new PatternError('Invalid preceding regular expression');
  skipOperator(reader);
  if (reader.extended && operator !== '{') return undefined;
  return same(escaped(operator));
}

const interval = /^(\d*)(?:(,)(\d*))?$/;
const maxRepeats = 32_767;
/** RE2 repeats at most so often. */
const maxLinearRepeats = 1000;

function readQuantifier(reader: Reader): string | undefined {
  const operator = operatorAt(reader);
  if (operator === '' || !'*+?{'.includes(operator)) return undefined;
  if (operator !== '{') {
    skipOperator(reader);
    return operator;
  }
  const from = reader.at + (reader.extended ? 1 : 2);
  const end = reader.pattern.indexOf(reader.extended ? '}' : String.raw`\}`, from);
  const found = end < 0 ? null : interval.exec(reader.pattern.slice(from, end));
  const isCount = found !== null && (found[1] !== '' || found[2] !== undefined);
  if (!isCount) {
    if (reader.lenient && reader.extended) return undefined;
    throw new PatternError(end < 0 ? String.raw`Unmatched \{` : String.raw`Invalid content of \{\}`);
  }
  reader.at = end + (reader.extended ? 1 : 2);
  return countOf(reader, Number(found[1]), found[2] === undefined ? found[1] : found[3]);
}

/** `most`: '' for any number. */
function countOf(reader: Reader, least: number, most = ''): string {
  const greatest = most === '' ? least : Number(most);
  if (greatest < least) throw new PatternError(String.raw`Invalid content of \{\}`);
  if (greatest > maxRepeats) throw new PatternError('Regular expression too big');
  if (greatest > maxLinearRepeats) reader.isLinear = false;
  return most === String(least) ? `{${least}}` : `{${least},${most}}`;
}

function readAtom(reader: Reader, depth: number): Source {
  const { pattern, at, bytes } = reader;
  if (operatorAt(reader) === '(') return readGroup(reader, depth);
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  if (character === '[') {
    const { source, end } = readBracket(pattern, at, bytes);
    reader.at = end;
    return same(source);
  }
  reader.at += character.length;
  if (character === '.') return same(anyCharacter(bytes));
  return character === '\\' ? readEscape(reader) : same(escaped(character));
}

/** Deeper groups would exceed the stack. RE2 has the same limit. */
const maxDepth = 1000;

function readGroup(reader: Reader, depth: number): Source {
  if (depth >= maxDepth) throw new PatternError('Regular expression too big');
  skipOperator(reader);
  const group = ++reader.groups;
  const { linear, native } = readAlternatives(reader, depth + 1);
  if (operatorAt(reader) !== ')') throw new PatternError(String.raw`Unmatched ( or \(`);
  skipOperator(reader);
  reader.closed.add(group);
  return { linear: `(${linear})`, native: `(${native})` };
}

/** The character after a backslash. */
function readEscape(reader: Reader): Source {
  const { pattern, at, bytes } = reader;
  if (at >= pattern.length) throw new PatternError('Trailing backslash');
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  reader.at += character.length;
  if (/[1-9]/.test(character)) {
    if (!reader.closed.has(Number(character))) throw new PatternError('Invalid back reference');
    reader.isLinear = false;
    return same(`(?:\\${character})`);
  }
  if ('wW'.includes(character))
    return same(classOf(wordClass(bytes), { excludes: character === 'W', bytes }));
  if ('sS'.includes(character))
    return same(classOf(classNamed('space', bytes), { excludes: character === 'S', bytes }));
  return same(escaped(character));
}
