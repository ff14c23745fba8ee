/** `grep` as GNU grep 3.8 has it. That of just-bash ignores options that it lacks. */
import type { ExecResult } from 'just-bash/browser';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { hasCode } from '../../fs/errno.ts';
import { type Locale, localeOf } from '../../patterns/locale.ts';
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  linesOf,
  readLatin1,
  readText,
  text,
} from '../command.ts';
import type { Options } from '../options.ts';
import { type PatternKind, readGrepOptions, readSearch, type Search, usage } from './read-options.ts';
import { createFilter, selectFiles } from './select-files.ts';
import { countLines } from './select-lines.ts';
import { painted, colors, showLines } from './show-lines.ts';

function createGrep(name: string, kind: PatternKind) {
  return command(name, 2, async (args, context) => {
    const options = readGrepOptions(args);
    if (options.has('V')) return text('grep (GNU grep) 3.8, written anew for the browser\n');
    if (options.has('^')) return text(`${usage}\n`);
    const operands = [...options.operands];
    const patterns = await readPatterns(options, operands, context);
    const locale = localeOf(context);
    const search = readSearch(options, kind, patterns, locale);
    const last = options.order.findLast((letter) => 'hH'.includes(letter));
    const isNamed = (path: string) => {
      if (last) return last === 'H';
      // With -r, a single file has no name before its lines.
      return operands.length > 1 || (search.recursive && path !== operands[0]);
    };
    return searchFiles(operands, { search, options, context, locale, name, isNamed });
  });
}

export const grep = createGrep('grep', 'G');
export const egrep = createGrep('egrep', 'E');
export const fgrep = createGrep('fgrep', 'F');

/** Each line of an operand, of -e and of a file of -f is a pattern. */
async function readPatterns(
  options: Options,
  operands: string[],
  context: CommandContext,
): Promise<string[]> {
  const patterns: string[] = [];
  for (const { letter, value } of options.words) {
    if (letter === 'e') patterns.push(...value.split('\n'));
    if (letter === 'f') patterns.push(...linesOf(await readPatternFile(context, value)));
  }
  if (options.has('e') || options.has('f')) return patterns;
  const pattern = operands.shift();
  if (pattern === undefined) throw new CommandError(`missing pattern. ${usage}`, 2);
  return pattern.split('\n');
}

async function readPatternFile(context: CommandContext, name: string): Promise<string> {
  try {
    return await readText(context, name);
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    throw new CommandError(`${name}: ${describeFileError(error)}`, 2);
  }
}

type SearchDeps = {
  search: Search;
  options: Options;
  context: CommandContext;
  locale: Locale;
  name: string;
  /** Whether the name of a file is shown before its lines. */
  isNamed(path: string): boolean;
};

async function searchFiles(operands: readonly string[], deps: SearchDeps): Promise<ExecResult> {
  const { search, options, context, name } = deps;
  const { recursive, followsLinks, skipsFolders, shows } = search;
  const output: string[] = [];
  let [stderr, isFound, hasFailed] = ['', false, false];
  const report = (message: string) => {
    hasFailed = true;
    if (!search.isSilent) stderr += `${name}: ${message}\n`;
  };
  const places = operands.length > 0 ? operands : [recursive ? '' : '-'];
  const walk = { context, filter: createFilter(options), recursive, followsLinks, skipsFolders, report };
  for await (const path of selectFiles(places, walk)) {
    const content = await readInput(context, path, report);
    if (content === undefined) continue;
    const result = searchFile(path, content, deps);
    output.push(result.output);
    isFound ||= result.isFound;
    if (result.isBinary) stderr += `${name}: ${shownNameOf(path, search)}: binary file matches\n`;
    if (isFound && shows === 'nothing') break;
  }
  const exitCode = isFound && (!hasFailed || shows === 'nothing') ? 0 : hasFailed ? 2 : 1;
  return bytes(bytesOfText(output.join('')), exitCode, stderr);
}

async function readInput(
  context: CommandContext,
  path: string,
  report: (message: string) => void,
): Promise<string | undefined> {
  try {
    return await readLatin1(context, path);
  } catch (error) {
    if (hasCode(error, 'EINTR')) throw error;
    report(`${path}: ${describeFileError(error)}`);
    return undefined;
  }
}

type FileResult = { isFound: boolean; output: string; isBinary: boolean };

/** `content`: one character per byte. `isBinary`: not all lines that were found are shown. */
function searchFile(path: string, content: string, deps: SearchDeps): FileResult {
  const { search, locale, isNamed } = deps;
  const { show, shows, binary } = search;
  const shownName = shownNameOf(path, search);
  const hasNul = show.end !== '\0' && binary !== 'text' && content.includes('\0');
  const fileText = hasNul && binary === 'without-match' ? '' : locale.decode(content);
  // In a binary file, GNU grep takes NULs for line ends.
  const searched = hasNul ? fileText.replaceAll('\0', '\n') : fileText;
  if (shows === 'lines' && !hasNul) {
    const { count, output, isBinary } = showLines(
      { text: fileText, name: isNamed(path) ? shownName : undefined },
      show,
    );
    return { isFound: count > 0, output, isBinary: isBinary && binary === 'binary' };
  }
  const maxCount = shows === 'count' ? show.maxCount : Math.min(1, show.maxCount);
  const count = countLines(searched, { ...show, maxCount });
  const isFound = count > 0;
  if (shows === 'lines') return { isFound, output: '', isBinary: isFound };
  return { isFound, output: summary(path, count, deps), isBinary: false };
}

function shownNameOf(path: string, { label }: Search): string {
  return path === '-' ? label : path;
}

/** The line for a file of which no lines are shown. */
function summary(path: string, count: number, { search, isNamed }: SearchDeps): string {
  const { shows, show } = search;
  const name = painted(shownNameOf(path, search), colors.name, show);
  if (shows === 'count') {
    const mark = painted(':', colors.separator, show);
    return `${isNamed(path) ? name + (show.nameEnd ?? mark) : ''}${count}\n`;
  }
  if (shows === 'nothing' || (shows === 'names') !== count > 0) return '';
  return name + (show.nameEnd ?? '\n');
}
