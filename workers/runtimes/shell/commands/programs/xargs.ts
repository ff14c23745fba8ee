/** `xargs`. That of just-bash does not support joined options such as -n1 and -I{}. */
import { bytes, bytesOf, command, CommandError, quote, runWords, stdinOf, readLatin1 } from '../command.ts';
import { textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';
import type { ExecResult } from 'just-bash/browser';

/** Maximum characters of one command, as on Linux. */
const longestCommand = 131_072;

export const xargs = command('xargs', 1, async (args, context) => {
  const options = parseOptions(
    args,
    '+ 0/null r/no-run-if-empty I/replace= n/max-args= L/max-lines= d/delimiter= P/max-procs=',
    't/verbose a/arg-file= s/max-chars= xpo Ei=',
  );
  const file = options.value('a');
  const input = textOfBytes(file === undefined ? stdinOf(context) : await readLatin1(context, file));
  const words = options.operands.length > 0 ? options.operands : ['echo'];
  const lines = commandLines(input, words, options);
  const total: ExecResult = { stdout: '', stderr: '', exitCode: 0 };
  for (const line of lines) {
    if (options.has('t')) total.stderr += `${line.map(quote).join(' ')}\n`;
    const result = await runWords(context, line, '');
    add(total, result);
    if (result.exitCode === 255 || [124, 126, 127].includes(result.exitCode)) {
      total.exitCode = result.exitCode === 255 ? 124 : result.exitCode;
      break;
    }
  }
  return bytes(total.stdout, total.exitCode, total.stderr);
});

/** The words of each command to run. */
function commandLines(input: string, words: readonly string[], options: Options): string[][] {
  const delimiter = options.has('0') ? '\\0' : options.value('d');
  const place = options.value('I');
  const [name = '', ...given] = words;
  if (place !== undefined)
    return replaceable(input, delimiter).map((item) => [
      name,
      ...given.map((word) => word.replaceAll(place, item)),
    ]);
  const groups = group(options.has('L') ? linesIn(input) : split(input, delimiter), {
    size: wholeNumber(options.value('n') ?? options.value('L'), 'number') ?? Infinity,
    base: words.join(' ').length,
  });
  if (groups.length === 0 && !options.has('r')) groups.push([]);
  return groups.map((items) => [
    ...words,
    ...(options.has('L') ? items.flatMap((item) => split(item, undefined)) : items),
  ]);
}

function add(total: ExecResult, result: ExecResult): void {
  total.stdout += bytesOf(result);
  total.stderr += result.stderr;
  if (result.exitCode !== 0) total.exitCode = 123;
}

/** Splits the input into words: quotes and backslashes protect blanks, unless a delimiter is given. */
function split(input: string, delimiter: string | undefined): string[] {
  if (delimiter !== undefined) {
    const parts = input.split(delimiterOf(delimiter));
    if (parts.at(-1) === '') parts.pop();
    return parts;
  }
  const words: string[] = [];
  const pattern = /'([^'\n]*)'|"([^"\n]*)"|\\([\s\S])|([^\s'"\\]+)|(\s+)/g;
  let word: string | undefined;
  let read = 0;
  for (const match of input.matchAll(pattern)) {
    if (match.index !== read) break;
    read += match[0].length;
    const part = match[1] ?? match[2] ?? match[3] ?? match[4];
    if (part !== undefined) word = (word ?? '') + part;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
  }
  if (read < input.length)
    throw new CommandError(
      `unmatched quote; by default quotes are special to xargs unless you use the -0 option`,
    );
  if (word !== undefined) words.push(word);
  return words;
}

function delimiterOf(text: string): string {
  const named: Record<string, string> = { '\\0': '\0', '\\n': '\n', '\\t': '\t', '\\\\': '\\' };
  return named[text] ?? text;
}

/** The items for -I: one per line, without leading blanks. */
function replaceable(input: string, delimiter: string | undefined): string[] {
  if (delimiter !== undefined) return split(input, delimiter);
  return linesIn(input).map((line) => split(line.replaceAll(/(?<!\\) /g, '\\ '), undefined).join(' '));
}

function linesIn(input: string): string[] {
  return input
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''))
    .filter((line) => line !== '');
}

function group(items: readonly string[], { size, base }: { size: number; base: number }): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const item of items) {
    const last = groups.at(-1);
    if (!last || last.length >= size || length + item.length + 1 > longestCommand) {
      groups.push([item]);
      length = base + item.length;
    } else {
      last.push(item);
      length += item.length + 1;
    }
  }
  return groups;
}
