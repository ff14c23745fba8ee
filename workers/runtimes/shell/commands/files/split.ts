/** `split` and `csplit`: cut a file into several. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  joinLines,
  pathOf,
  readLatin1,
  runHere,
  text,
} from '../command.ts';
import { bytesOfText, textOfBytes } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions } from '../options.ts';

const units: Readonly<Record<string, number>> = {
  ...{ '': 1, b: 512, k: 1024, K: 1024, KB: 1000, m: 1024 ** 2, M: 1024 ** 2, MB: 1000 ** 2, G: 1024 ** 3 },
};

/** Maximum number of files. */
const maxFiles = 10_000;

export const split = command('split', 1, async (args, context) => {
  const options = parseOptions(
    args.map((word) => word.replace(/^-(\d+)$/, '-l$1').replace(/^(--(?:numeric|hex)-suffixes)$/, '$1=0')),
    'l/lines= b/bytes= C/line-bytes= n/number= a/suffix-length= d D/numeric-suffixes= x X/hex-suffixes=',
    's/additional-suffix= f/filter= e/elide-empty-files t/separator= v/verbose u/unbuffered',
  );
  const [file = '-', prefix = 'x'] = options.operands;
  const content = await readLatin1(context, file);
  const pieces = piecesOf(content, options);
  if (pieces.length > maxFiles) throw new CommandError('output file suffixes exhausted');
  const filter = options.value('f');
  let [stdout, stderr] = ['', ''];
  for (const [at, piece] of pieces.entries()) {
    const name = prefix + suffixOf(at, pieces.length, options) + (options.value('s') ?? '');
    if (filter === undefined) await context.fs.writeFile(pathOf(context, name), piece, 'latin1');
    else {
      const env = { ...context.exportedEnv, FILE: name };
      const done = await runHere(context, filter, { cwd: context.cwd, env, stdin: piece });
      stdout += done.stdout;
      stderr += done.stderr;
      if (done.exitCode !== 0) {
        stderr += `split: with FILE=${name}, exit ${done.exitCode} from command: ${filter}\n`;
        return bytes(stdout, done.exitCode, stderr);
      }
    }
    if (options.has('v')) stdout += `creating file '${name}'\n`;
  }
  return bytes(stdout, 0, stderr);
});

/** The byte that ends a line; `\0` is NUL. */
function separatorOf(options: Options): string {
  const separators = new Set(options.all('t').map((word) => (word === '\\0' ? '\0' : bytesOfText(word))));
  const [separator = '\n', ...others] = separators;
  if (separator === '') throw new CommandError('empty record separator');
  if (separator.length > 1) throw new CommandError(`multi-character separator '${textOfBytes(separator)}'`);
  if (others.length > 0) throw new CommandError('multiple separator characters specified');
  return separator;
}

/** The lines with their ends; a last line without an end counts. */
function separate(content: string, separator: string): string[] {
  const lines = content.split(separator);
  const last = lines.pop() ?? '';
  return [...lines.map((line) => line + separator), ...(last === '' ? [] : [last])];
}

function piecesOf(content: string, options: Options): string[] {
  const [lines, size, most, number] = ['l', 'b', 'C', 'n'].map((letter) => options.value(letter));
  const separator = separatorOf(options);
  if (number !== undefined) return chunks(content, number, separator, options);
  if (size !== undefined) return byLength(content, sizeOf(size));
  const separated = separate(content, separator);
  if (most !== undefined) return byLineBytes(separated, sizeOf(most));
  const count = sizeOf(lines ?? '1000');
  return Array.from({ length: Math.ceil(separated.length / count) }, (_, at) =>
    separated.slice(at * count, (at + 1) * count).join(''),
  );
}

function sizeOf(word: string): number {
  const [, digits, unit = ''] = /^(\d+)([a-zA-Z]*)$/.exec(word) ?? [];
  const size = Number(digits) * (units[unit] ?? Number.NaN);
  if (!(size > 0)) throw new CommandError(`invalid number: '${word}'`);
  return size;
}

function byLength(content: string, size: number): string[] {
  return Array.from({ length: Math.ceil(content.length / size) }, (_, at) =>
    content.slice(at * size, (at + 1) * size),
  );
}

/** As many whole lines as fit; a longer line is cut. */
function byLineBytes(lines: readonly string[], size: number): string[] {
  const pieces: string[] = [];
  let current = '';
  for (const line of lines) {
    if (current !== '' && current.length + line.length > size) {
      pieces.push(current);
      current = '';
    }
    current += line;
    while (current.length > size) {
      pieces.push(current.slice(0, size));
      current = current.slice(size);
    }
  }
  return current === '' ? pieces : [...pieces, current];
}

/** `4`, or whole lines with `l/4`; the end of a line decides in which part it is. */
function chunks(content: string, number: string, separator: string, options: Options): string[] {
  const [, isLines, digits] = /^(l\/)?(\d+)$/.exec(number) ?? [];
  const count = Number(digits);
  if (!(count > 0)) throw new CommandError(`invalid number of chunks: '${number}'`);
  const size = Math.floor(content.length / count);
  const ends = Array.from({ length: count }, (_, at) =>
    at === count - 1 ? content.length : (at + 1) * size,
  );
  const cuts = isLines
    ? ends.map((end) =>
        end === 0 || end >= content.length ? end : content.indexOf(separator, end - 1) + 1 || content.length,
      )
    : ends;
  const pieces = cuts.map((end, at) => content.slice(cuts[at - 1] ?? 0, end));
  return options.has('e') ? pieces.filter((piece) => piece !== '') : pieces;
}

function suffixOf(at: number, count: number, options: Options): string {
  const base = options.has('x') || options.has('X') ? 16 : options.has('d') || options.has('D') ? 10 : 26;
  const first = Number(options.value('D') ?? options.value('X') ?? 0);
  const needed = Math.max(2, (first + count - 1).toString(base).length);
  const length = Number(options.value('a') ?? needed);
  const digits = (first + at).toString(base);
  if (digits.length > length) throw new CommandError('output file suffixes exhausted');
  if (base !== 26) return digits.padStart(length, '0');
  const letters = Array.from(digits, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
  return letters.join('').padStart(length, 'a');
}

export const csplit = command('csplit', 1, async (args, context) => {
  const options = parseOptions(
    args.flatMap((word) => (/^-\d/.test(word) ? ['--', word] : [word])),
    'f/prefix= b/suffix-format= n/digits= k/keep-files s/quiet/silent z/elide-empty-files m/suppress-matched',
  );
  const [file, ...patterns] = options.operands;
  if (file === undefined || patterns.length === 0) throw new CommandError('missing operand');
  const lines = (await readLatin1(context, file)).match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const { pieces, error } = cut(lines, patterns, options);
  const kept = pieces.filter((piece) => !options.has('z') || piece !== '');
  const sizes = options.has('s') ? '' : joinLines(kept.map(({ length }) => String(length)));
  if (error === undefined || options.has('k')) await writeParts(context, kept, options);
  return error === undefined ? text(sizes) : text(sizes, 1, `csplit: ${error}\n`);
});

async function writeParts(
  context: CommandContext,
  pieces: readonly string[],
  options: Options,
): Promise<void> {
  for (const [at, piece] of pieces.entries()) {
    const format = options.value('b') ?? `%0${options.value('n') ?? 2}d`;
    const suffix = format.replace(/%0?(\d*)d/, (found, width: string) =>
      String(at).padStart(Number(width || 0), found.startsWith('%0') ? '0' : ' '),
    );
    await context.fs.writeFile(pathOf(context, (options.value('f') ?? 'xx') + suffix), piece, 'latin1');
  }
}

type Cut = { pieces: string[]; at: number; searched: number };

/** Pieces up to each place: a line number, `/regexp/offset`, or `%regexp%offset`, which skips; `{n}` and `{*}` repeat. */
function cut(lines: readonly string[], patterns: readonly string[], options: Options) {
  const state: Cut = { pieces: [], at: 0, searched: 0 };
  for (const [index, pattern] of patterns.entries()) {
    if (/^\{.*\}$/.test(pattern)) continue;
    const [, repeats = '0'] = /^\{(\d+|\*)\}$/.exec(patterns[index + 1] ?? '') ?? [];
    const most = repeats === '*' ? lines.length : Number(repeats);
    for (let turn = 0; turn <= most; turn++) {
      if (cutOnce(lines, pattern, turn, state, options.has('m'))) continue;
      if (repeats === '*') break;
      const reason = /^\d/.test(pattern) ? 'line number out of range' : 'match not found';
      return { pieces: [...state.pieces, lines.slice(state.at).join('')], error: `'${pattern}': ${reason}` };
    }
  }
  return { pieces: [...state.pieces, lines.slice(state.at).join('')], error: undefined };
}

/** False if there is no such place. */
function cutOnce(
  lines: readonly string[],
  pattern: string,
  turn: number,
  state: Cut,
  suppresses: boolean,
): boolean {
  const place = placeOf(lines, pattern, state.searched, turn);
  if (place === undefined || place < state.at) return false;
  const skips = pattern.startsWith('%');
  if (!skips) state.pieces.push(lines.slice(state.at, place).join(''));
  state.at = suppresses && !skips ? place + 1 : place;
  state.searched = place + (/^\d/.test(pattern) ? 0 : 1);
  return true;
}

function placeOf(lines: readonly string[], pattern: string, from: number, turn: number): number | undefined {
  if (/^\d+$/.test(pattern)) {
    const place = Number(pattern) * (turn + 1) - 1;
    return place < lines.length ? place : undefined;
  }
  const [, , source = '', offset = '0'] = /^([/%])(.*)\1([-+]?\d*)$/s.exec(pattern) ?? [];
  if (source === '') throw new CommandError(`${pattern}: invalid pattern`);
  const expression = new RegExp(basic(source));
  // The first line is no cut, unless a piece ended there.
  const found = lines.findIndex((line, at) => at >= from && expression.test(line.replace(/\n$/, '')));
  return found < 0 ? undefined : found + Number(offset || 0);
}

/** A basic regular expression as one of JavaScript: `\(`, `\{`, `\|`, `\+` and `\?` are operators without the backslash. */
function basic(source: string): string {
  return source.replace(/\[(?:\^?\]?)[^\]]*\]|\\(.)|[(){}|+?]/gs, (found, escaped: string | undefined) => {
    if (escaped !== undefined) return '(){}|+?'.includes(escaped) ? escaped : found;
    return found.length === 1 ? `\\${found}` : found;
  });
}
