/** `grep`: just-bash does the search; arguments that it does not support are rewritten. */
import type { ExecResult } from 'just-bash/browser';
import { original } from '../adapted.ts';
import { bytes, bytesOf, command, type CommandContext, CommandError, pathOf } from '../command.ts';
import { type Options, parseOptions } from '../options.ts';

const spec = [
  'E/extended-regexp F/fixed-strings G/basic-regexp P/perl-regexp e/regexp= f/file= i/ignore-case v/invert-match',
  'w/word-regexp x/line-regexp c/count l/files-with-matches L/files-without-match n/line-number h/no-filename',
  'H/with-filename o/only-matching q/quiet/silent r/recursive s/no-messages a/text U/color/colour/line-buffered',
  'm/max-count= A/after-context= B/before-context= C/context= &/include= %/exclude= @/exclude-dir= RIzbT',
];
const longOf: Record<string, string> = { '&': '--include', '%': '--exclude', '@': '--exclude-dir' };

/**
 * Adds several -e, -s, --color, `-r` without a folder, and output paths that begin as the folder was given.
 */
function createGrep(name: string, kind: string) {
  return command(name, 2, async (args, context) => {
    const options = parseOptions(args.map(contextNumber), ...spec);
    const { patterns, operands } = readOperands(options);
    const kinds = kind + options.order.filter((letter) => 'EFP'.includes(letter)).join('');
    const words = flagsFor(options, kinds);
    if (patterns.length > 0) words.push('-e', joinPatterns(patterns, kinds));
    const isRecursive = options.has('r') || options.has('R');
    const places = operands.length > 0 || !isRecursive ? operands : ['.'];
    const shown = places.map((place) => (isRecursive ? place.replace(/(?<=.)\/+$/, '') : place));
    if (!isRecursive || !shown.includes('.')) {
      const isTitled = options.has('H') && !options.has('h');
      const titled = isTitled ? [...(shown.length > 0 ? shown : ['-']), emptyFile] : shown;
      const found = await original(context, [...words, '--', ...titled]);
      const result = isTitled ? withoutEmptyFile(found) : found;
      return finish(await withMissing(result, options, name, shown, context), options);
    }
    const isDotted = operands.length > 0 && !options.has('h') && !options.has('q');
    return finish(await searchEach(context, words, shown, isDotted), options);
  });
}

/** The library names the files if there are several, and does not know -H. */
const emptyFile = '/dev/null';

function withoutEmptyFile(result: ExecResult): ExecResult {
  const lines = bytesOf(result).replace(/^\/dev\/null(:0)?\n/gm, '');
  return { ...result, ...bytes(lines, result.exitCode, result.stderr) };
}

/** Adds the errors for missing files, which the library omits with -q. */
async function withMissing(
  result: ExecResult,
  options: Options,
  name: string,
  places: readonly string[],
  context: CommandContext,
): Promise<ExecResult> {
  if (!options.has('q') || result.exitCode === 0 || result.stderr !== '') return result;
  const missing: string[] = [];
  for (const place of places)
    if (place !== '-' && !(await context.fs.exists(pathOf(context, place)))) missing.push(place);
  const stderr = missing.map((place) => `${name}: ${place}: No such file or directory\n`).join('');
  return { ...result, stderr };
}

function readOperands(options: Options): { patterns: string[]; operands: string[] } {
  const operands = [...options.operands];
  const patterns = [...options.all('e')];
  if (patterns.length > 0 || options.has('f')) return { patterns, operands };
  const pattern = operands.shift();
  if (pattern === undefined)
    throw new CommandError('missing pattern; usage: grep [OPTION]... PATTERN [FILE]...', 2);
  return { patterns: [pattern], operands };
}

/** The options in the library's form; `kinds`: the letters of the pattern type. */
function flagsFor(options: Options, kinds: string): string[] {
  const given = options.words.filter(({ letter }) => letter !== '' && !'eUsabzTIGEFPH'.includes(letter));
  return [
    ...Array.from(kinds, (letter) => `-${letter}`),
    ...given.map(({ letter, value }) =>
      longOf[letter] ? `${longOf[letter]}=${value}` : `-${letter}${value}`,
    ),
  ];
}

/** Searches each place separately, because the library omits the `./` that grep prints for the folder `.`. */
async function searchEach(
  context: CommandContext,
  words: readonly string[],
  places: readonly string[],
  isDotted: boolean,
): Promise<ExecResult> {
  const results: ExecResult[] = [];
  for (const place of places) {
    const result = await original(context, [...words, '--', place]);
    results.push(place === '.' && isDotted ? dotted(result) : result);
  }
  const codes = results.map(({ exitCode }) => exitCode);
  const exitCode = codes.includes(2) ? 2 : codes.includes(0) ? 0 : 1;
  return bytes(results.map(bytesOf).join(''), exitCode, results.map((each) => each.stderr).join(''));
}

export const grep = createGrep('grep', '');
export const egrep = createGrep('egrep', 'E');
export const fgrep = createGrep('fgrep', 'F');

/** `-3` is `-C3`. */
function contextNumber(word: string): string {
  return /^-\d+$/.test(word) ? `-C${word.slice(1)}` : word;
}

function joinPatterns(patterns: readonly string[], kinds: string): string {
  if (patterns.length === 1 || kinds.includes('F')) return patterns.join('\n');
  return patterns.join(kinds.includes('E') || kinds.includes('P') ? '|' : '\\|');
}

function dotted(result: ExecResult): ExecResult {
  const lines = bytesOf(result).replace(/^(?!--$|\.\/|Binary file )(?=.)/gm, './');
  return { ...result, ...bytes(lines, result.exitCode, result.stderr) };
}

function finish(result: ExecResult, options: Options): ExecResult {
  // The library returns the exit code of "nothing found" for a missing file.
  const isMissing = /: No such file or directory$/m.test(result.stderr);
  const exitCode = isMissing && !(options.has('q') && result.exitCode === 0) ? 2 : result.exitCode;
  return { ...result, exitCode, stderr: options.has('s') ? '' : result.stderr };
}
