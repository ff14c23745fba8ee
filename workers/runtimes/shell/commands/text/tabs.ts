/** `expand` and `unexpand`. Those of just-bash stop at a missing file. */
import { command, CommandError } from '../command.ts';
import { convertFiles } from '../each-file.ts';
import { parseOptions } from '../options.ts';

export const expand = command('expand', 1, async (args, context) => {
  const options = parseOptions(args.map(withLetter), 'i/initial t/tabs=');
  const stops = stopsOf(options.value('t'));
  return convertFiles(context, 'expand', options.operands, (content) =>
    content
      .split('\n')
      .map((line) => expanded(line, stops, options.has('i')))
      .join('\n'),
  );
});

/** `-4` is `-t 4`. */
function withLetter(word: string): string {
  return word.replace(/^-(\d[\d,]*)$/, '-t$1');
}

type Stops = (column: number) => number;

/** Returns the next stop after a column. The last of a list has only blanks after it. */
function stopsOf(word = '8'): Stops {
  const list = word.split(/[,\s]+/).map(Number);
  if (list.some((stop) => !Number.isInteger(stop) || stop <= 0))
    throw new CommandError(`tab size contains invalid character(s): '${word}'`);
  const [size = 8] = list;
  if (list.length === 1) return (column) => column + size - (column % size);
  return (column) => list.find((stop) => stop > column) ?? column + 1;
}

function expanded(line: string, stops: Stops, onlyInitial: boolean): string {
  let [column, result, isInitial] = [0, '', true];
  for (const character of line) {
    if (character === '\t' && (isInitial || !onlyInitial)) {
      const next = stops(column);
      result += ' '.repeat(next - column);
      column = next;
      continue;
    }
    isInitial &&= character === ' ';
    result += character;
    column = character === '\b' ? Math.max(0, column - 1) : column + 1;
  }
  return result;
}

export const unexpand = command('unexpand', 1, async (args, context) => {
  const options = parseOptions(args.map(withLetter), 'a/all f/first-only t/tabs=');
  const stops = stopsOf(options.value('t'));
  const isAll = (options.has('a') || options.has('t')) && !options.has('f');
  return convertFiles(context, 'unexpand', options.operands, (content) =>
    content
      .split('\n')
      .map((line) => unexpanded(line, stops, isAll))
      .join('\n'),
  );
});

/** Blanks that reach a tab stop become a tab; one blank alone stays, unless a tab follows. */
function unexpanded(line: string, stops: Stops, isAll: boolean): string {
  let [column, result, blanks, isInitial] = [0, '', '', true];
  for (const character of line) {
    const isBlank = character === ' ' || character === '\t';
    if (!isBlank || !(isInitial || isAll)) {
      result += blanks + character;
      [blanks, isInitial] = ['', isInitial && isBlank];
      column++;
      continue;
    }
    const next = character === '\t' ? stops(column) : column + 1;
    const stop = stops(column);
    blanks += character;
    if (next === stop) {
      result += character === ' ' && blanks === ' ' ? ' ' : '\t';
      blanks = '';
    }
    column = next;
  }
  return result + blanks;
}
