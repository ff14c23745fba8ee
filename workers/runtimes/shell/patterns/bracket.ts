/** Bracket expressions of POSIX, such as `[^[:alpha:]a-z]`, as classes for RE2 and JavaScript. */

export class PatternError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PatternError';
  }
}

/** Bytes that are no character (byte-text.ts). No `.` and no excluding class matches them, as in a UTF-8 locale. */
const noCharacters = '\udc80-\udcff';

/** What the names of classes contain; in the C locale (`bytes`) only ASCII. */
const asciiClasses: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  space: ' \t-\r',
  blank: ' \t',
  punct: String.raw`!-\/:-@\[-${'`'}\{-~`,
  cntrl: '\0-\x1f\x7f',
  print: ' -~',
  graph: '!-~',
  xdigit: '0-9A-Fa-f',
};

const wideClasses: Readonly<Record<string, string>> = {
  alpha: String.raw`\p{L}\p{M}`,
  alnum: String.raw`\p{L}\p{M}\p{N}`,
  upper: String.raw`\p{Lu}`,
  lower: String.raw`\p{Ll}`,
  // Without the spaces at which no line may break.
  space: '\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000',
  blank: '\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000',
  punct: String.raw`\p{P}\p{S}`,
  cntrl: '\x80-\x9f\u2028\u2029',
  print: String.raw`\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}`,
  graph: String.raw`\p{L}\p{M}\p{N}\p{P}\p{S}`,
};

/** The inside of a class by its POSIX name. */
export function classNamed(name: string, bytes: boolean): string {
  const ascii = asciiClasses[name];
  if (ascii === undefined) throw new PatternError('Invalid character class name');
  return bytes ? ascii : ascii + (wideClasses[name] ?? '');
}

/** `[…]` of what is inside; an excluding class has no bytes that are no character. */
export function classOf(inside: string, { excludes, bytes }: { excludes: boolean; bytes: boolean }): string {
  return excludes ? `[^${inside}${bytes ? '' : noCharacters}]` : `[${inside}]`;
}

export function anyCharacter(bytes: boolean): string {
  return bytes ? String.raw`[\s\S]` : `[^${noCharacters}]`;
}

/** What letters, digits and `_` are. */
export function wordClass(bytes: boolean): string {
  return `${classNamed('alnum', bytes)}_`;
}

export function escaped(character: string): string {
  return /[$()*+.?[\\\]^{|}/]/.test(character) ? `\\${character}` : character;
}

const unmatched = 'Unmatched [, [^, [:, [., or [=';

/** Reads the expression whose `[` is at `from`; `end` is the place after it. */
export function readBracket(pattern: string, from: number, bytes: boolean): { source: string; end: number } {
  const excludes = pattern[from + 1] === '^';
  const first = from + (excludes ? 2 : 1);
  const close = endOfBracket(pattern, from);
  if (close === undefined) throw new PatternError(unmatched);
  if (/^\[:[a-z]*:\]$/.test(pattern.slice(from, close)))
    throw new PatternError('character class syntax is [[:space:]], not [:space:]');
  const content = pattern.slice(first, close - 1);
  let inside = '';
  for (const [, name, low, high, one] of content.matchAll(element)) {
    if (name !== undefined) inside += classNamed(name, bytes);
    else if (low !== undefined && high !== undefined) inside += rangeOf(characterOf(low), characterOf(high));
    else inside += inClass(characterOf(one ?? ''));
  }
  return { source: classOf(inside, { excludes, bytes }), end: close };
}

/** A bracket expression of a glob; undefined if its end is missing, so that `[` is a character. */
export function readGlobBracket(glob: string, from: number): { source: string; end: number } | undefined {
  const text = glob[from + 1] === '!' ? `${glob.slice(0, from + 1)}^${glob.slice(from + 2)}` : glob;
  return endOfBracket(text, from) === undefined ? undefined : readBracket(text, from, false);
}

const symbol = String.raw`\[\.[^]+?\.\]|\[=[^]+?=\]|[^]`;
const element = new RegExp(String.raw`\[:([^:\]]*):\]|(${symbol})-(${symbol})|(${symbol})`, 'gu');

/** The place after the `]` of the bracket expression that begins at `from`. */
export function endOfBracket(pattern: string, from: number): number | undefined {
  let at = from + (pattern[from + 1] === '^' ? 2 : 1);
  if (pattern[at] === ']') at++;
  while (at < pattern.length && pattern[at] !== ']') {
    const kind = pattern[at] === '[' ? (pattern[at + 1] ?? '') : '';
    const end = kind !== '' && ':.='.includes(kind) ? pattern.indexOf(`${kind}]`, at + 2) : at;
    if (end < 0) return undefined;
    at = end === at ? at + 1 : end + 2;
  }
  return at < pattern.length ? at + 1 : undefined;
}

/** Of `a`, `[.a.]` or `[=a=]`. */
function characterOf(word: string): string {
  const inner = /^\[([.=])([^]+)\1\]$/u.exec(word)?.[2];
  if (inner === undefined) return word;
  if (Array.from(inner).length > 1) throw new PatternError('Invalid collation character');
  return inner;
}

function rangeOf(low: string, high: string): string {
  if ((low.codePointAt(0) ?? 0) > (high.codePointAt(0) ?? 0)) throw new PatternError('Invalid range end');
  return `${inClass(low)}-${inClass(high)}`;
}

function inClass(character: string): string {
  return /[$()*+.?[\\\]^{|}/-]/.test(character) ? `\\${character}` : character;
}
