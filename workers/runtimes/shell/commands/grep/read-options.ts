/** Reads the options of grep. */
import { PatternError } from '../../patterns/bracket.ts';
import type { Locale } from '../../patterns/locale.ts';
import { CommandError } from '../command.ts';
import { type Options, parseOptions } from '../options.ts';
import { createMatcher, type Matcher, type MatchOptions } from './matcher.ts';
import type { ShowOptions } from './show-lines.ts';

/** An option without a letter has punctuation. */
const spec = [
  'E/extended-regexp F/fixed-strings G/basic-regexp P/perl-regexp e/regexp= f/file= i/ignore-case y',
  '~/no-ignore-case v/invert-match w/word-regexp x/line-regexp z/null-data s/no-messages V/version ^/help',
  'm/max-count= b/byte-offset n/line-number ;/line-buffered H/with-filename h/no-filename */label=',
  'o/only-matching q/quiet/silent !/binary-files= a/text I d/directories= D/devices= r/recursive',
  'R/dereference-recursive &/include= %/exclude= @/exclude-dir= L/files-without-match l/files-with-matches',
  'c/count T/initial-tab Z/null B/before-context= A/after-context= C/context= "/group-separator=',
  '#/no-group-separator ?/color/colour? U/binary',
];

export const usage = 'Usage: grep [OPTION]... PATTERNS [FILE]...';

/** `-3` is `-C3`. */
export function readGrepOptions(args: readonly string[]): Options {
  return parseOptions(
    args.map((word) => (/^-\d+$/.test(word) ? `-C${word.slice(1)}` : word)),
    ...spec,
  );
}

/** What becomes of a file with a NUL, or with bytes that are no characters. */
type BinaryFiles = 'binary' | 'text' | 'without-match';

export type Search = {
  show: ShowOptions;
  /** What is shown of each file. */
  shows: 'lines' | 'count' | 'names' | 'names-without' | 'nothing';
  binary: BinaryFiles;
  recursive: boolean;
  followsLinks: boolean;
  skipsFolders: boolean;
  isSilent: boolean;
  label: string;
};

export type PatternKind = MatchOptions['kind'];

/** `patterns`: as arguments. */
export function readSearch(
  options: Options,
  kind: PatternKind,
  patterns: readonly string[],
  locale: Locale,
): Search {
  const binary = binaryOf(options);
  const folders = foldersOf(options);
  const last = (letters: string) => options.order.findLast((letter) => letters.includes(letter));
  return {
    show: {
      matcher: compile(patterns.map(locale.argument), {
        kind: kindOf(options, kind),
        ignoreCase: (last('iy~') ?? '~') !== '~',
        ...{ wholeWords: options.has('w'), wholeLines: options.has('x'), bytes: locale.bytes },
      }),
      ...{ inverted: options.has('v'), onlyMatching: options.has('o'), end: options.has('z') ? '\0' : '\n' },
      ...{ lineNumbers: options.has('n'), byteOffsets: options.has('b'), tabs: options.has('T') },
      ...contextOf(options),
      maxCount: numberOf(options.value('m'), () => 'invalid max count') ?? Infinity,
      isColored: isColored(options),
      nameEnd: options.has('Z') ? '\0' : undefined,
      showsBytes: binary === 'text' || locale.bytes,
    },
    ...{ shows: shownOf(options), binary, isSilent: options.has('s') },
    ...{ recursive: folders === 'recurse', skipsFolders: folders === 'skip', followsLinks: options.has('R') },
    label: options.value('*') ?? '(standard input)',
  };
}

function compile(patterns: readonly string[], options: MatchOptions): Matcher {
  try {
    return createMatcher(patterns, options);
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    throw new CommandError(error.message, 2);
  }
}

function kindOf(options: Options, kind: PatternKind): PatternKind {
  const given = [...new Set(options.order.filter((letter) => 'EFGP'.includes(letter)))];
  if (given.length > 1) throw new CommandError('conflicting matchers specified', 2);
  return (given[0] as PatternKind | undefined) ?? kind;
}

function contextOf(options: Options): Pick<ShowOptions, 'before' | 'after' | 'groupSeparator'> {
  const lines = (letter: string) =>
    numberOf(options.value(letter), (value) => `${value}: invalid context length argument`);
  const around = lines('C') ?? 0;
  const separator = options.order.findLast((letter) => '"#'.includes(letter));
  const hasGroups = options.order.some((letter) => 'ABC'.includes(letter)) && separator !== '#';
  return {
    before: lines('B') ?? around,
    after: lines('A') ?? around,
    groupSeparator: hasGroups ? (options.value('"') ?? '--') : undefined,
  };
}

function numberOf(value: string | undefined, describe: (value: string) => string): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value)) throw new CommandError(describe(value), 2);
  return Number(value);
}

function isColored(options: Options): boolean {
  const when = options.value('?') || 'auto';
  if (!/^(auto|tty|if-tty|always|yes|force|never|no|none)$/.test(when))
    throw new CommandError(`invalid argument '${when}' for '--color'`, 2);
  // The output is no terminal.
  return /^(always|yes|force)$/.test(when);
}

function binaryOf(options: Options): BinaryFiles {
  const last = options.words.findLast(({ letter }) => letter !== '' && 'aI!'.includes(letter));
  if (!last) return 'binary';
  if (last.letter === 'a') return 'text';
  if (last.letter === 'I') return 'without-match';
  const value = last.value;
  if (value === 'binary' || value === 'text' || value === 'without-match') return value;
  throw new CommandError('unknown binary-files type', 2);
}

function foldersOf(options: Options): string {
  const devices = options.value('D') ?? 'read';
  if (!/^(read|skip)$/.test(devices)) throw new CommandError('unknown devices method', 2);
  const last = options.words.findLast(({ letter }) => letter !== '' && 'drR'.includes(letter));
  if (last?.letter !== 'd') return last ? 'recurse' : 'read';
  if (/^(read|skip|recurse)$/.test(last.value)) return last.value;
  throw new CommandError(`invalid argument '${last.value}' for '--directories'`, 2);
}

function shownOf(options: Options): Search['shows'] {
  if (options.has('q')) return 'nothing';
  const names = options.order.findLast((letter) => 'lL'.includes(letter));
  if (names) return names === 'l' ? 'names' : 'names-without';
  return options.has('c') ? 'count' : 'lines';
}
