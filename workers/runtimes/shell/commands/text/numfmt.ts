/** `numfmt`: numbers with and without prefixes. */
import { bytes, command, CommandError, joinLines, linesOf, stdinOf } from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions, wholeNumber } from '../options.ts';

const prefixes = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z', 'Y'];

export const numfmt = command('numfmt', 2, async (args, context) => {
  const options = parseOptions(
    args.map((word) => word.replace(/^--header$/, '--header=1')),
    't/to= f/from= p/padding= F/format= d/delimiter= s/suffix= z/zero-terminated n/field= H/header= r/round=',
    'g/grouping u/to-unit= v/from-unit= i/invalid= D/debug',
  );
  const end = options.has('z') ? '\0' : '\n';
  const { operands } = options;
  const lines = operands.length > 0 ? operands.map(bytesOfText) : linesOf(stdinOf(context), end);
  const heads = operands.length > 0 ? 0 : (wholeNumber(options.value('H'), 'header value') ?? 0);
  const shown: string[] = lines.slice(0, heads);
  for (const line of lines.slice(heads))
    try {
      shown.push(convertLine(line, options));
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      // What comes before it is printed.
      return bytes(joinLines(shown, end), 2, `numfmt: ${error.message}\n`);
    }
  return bytes(joinLines(shown, end));
});

function convertLine(line: string, options: Options): string {
  const delimiter = options.value('d');
  const fields = options.value('n') ?? '1';
  const isChosen = (at: number) =>
    fields.split(',').some((part) => {
      const [, from = '', dash, to = ''] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
      return dash ? at >= Number(from || 1) && at <= Number(to || Infinity) : at === Number(from);
    });
  if (delimiter !== undefined)
    return line
      .split(delimiter)
      .map((cell, at) => (isChosen(at + 1) ? convert(cell.trim(), options) : cell))
      .join(delimiter);
  let at = 0;
  return line.replace(/(\s*)(\S+)/g, (all, blanks: string, cell: string) => {
    at++;
    if (!isChosen(at)) return all;
    // The blanks before a number are part of its field, whose width is kept.
    const first = at === 1 ? blanks : blanks.slice(0, 1);
    const value = convert(cell, options);
    return options.has('p') || blanks.length <= 1 ? first + value : value.padStart(all.length);
  });
}

function convert(cell: string, options: Options): string {
  const suffix = options.value('s') ?? '';
  const word = suffix !== '' && cell.endsWith(suffix) ? cell.slice(0, -suffix.length) : cell;
  const from = read(word, options.value('f') ?? 'none');
  const value = (from * unitOf(options.value('v'))) / unitOf(options.value('u'));
  const format = readFormat(options.value('F') ?? '%f');
  const to = options.value('t') ?? 'none';
  const style = { round: options.value('r') ?? 'from-zero', precision: format.precision };
  const text = to === 'none' ? plain(value, word, style) : withPrefix(value, to, style);
  const padding = Number(options.value('p') ?? 0);
  const all = format.print(text + suffix);
  return padding < 0 ? all.padEnd(-padding) : all.padStart(padding);
}

/** As of printf: `%'10.2f`, `%-10f`, `%010f`, with text around it. */
function readFormat(format: string) {
  const [, before, flags = '', digits, decimals, after = ''] =
    /^(.*?)%([-0']*)(\d*)(?:\.(\d+))?f(.*)$/s.exec(format) ?? [];
  if (before === undefined) throw new CommandError(`invalid format '${format}'`);
  const width = Number(digits);
  const print = (text: string) => {
    if (flags.includes('-')) return before + text.padEnd(width) + after;
    return before + text.padStart(width, flags.includes('0') ? '0' : ' ') + after;
  };
  return { print, precision: decimals === undefined ? undefined : Number(decimals) };
}

function read(word: string, from: string): number {
  const [, digits, letter = '', i = ''] = /^(-?\d+(?:\.\d+)?)([KkMGTPEZY]?)(i?)$/.exec(word) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number: '${word}'`);
  if (letter === '') return Number(digits);
  if (from === 'none') throw new CommandError(`rejecting suffix in input: '${word}' (consider using --from)`);
  if ((i !== '' && from !== 'auto' && from !== 'iec-i') || (i === '' && from === 'iec-i'))
    throw new CommandError(`invalid suffix in input '${word}': '${i}'`);
  const base = from === 'si' || (from === 'auto' && i === '') ? 1000 : 1024;
  return Number(digits) * base ** prefixes.indexOf(letter.toUpperCase());
}

function unitOf(word = '1'): number {
  const [, digits, letter = '', i] = /^(\d*)([KMGTPE]?)(i?)$/.exec(word) ?? [];
  if (digits === undefined) throw new CommandError(`invalid unit size: '${word}'`);
  return Number(digits || 1) * (i ? 1024 : 1000) ** prefixes.indexOf(letter);
}

type Style = { round: string; precision: number | undefined };

const rounders: Readonly<Record<string, (value: number) => number>> = {
  up: Math.ceil,
  down: Math.floor,
  nearest: (value) => Math.sign(value) * Math.round(Math.abs(value)),
  'towards-zero': Math.trunc,
  'from-zero': (value) => Math.sign(value) * Math.ceil(Math.abs(value)),
};

/** To a number of decimals; the rest of a billionth is an error of the division. */
function rounded(value: number, decimals: number, round: string): number {
  const scale = 10 ** decimals;
  const scaled = Number((value * scale).toPrecision(15));
  return (rounders[round]?.(scaled) ?? scaled) / scale;
}

function plain(value: number, word: string, { round, precision }: Style): string {
  const decimals = precision ?? /\.(\d+)$/.exec(word)?.[1]?.length ?? 0;
  return rounded(value, decimals, round).toFixed(decimals);
}

function withPrefix(value: number, to: string, { round, precision }: Style): string {
  const base = to === 'si' ? 1000 : 1024;
  let [rest, unit] = [value, 0];
  while (Math.abs(rest) >= base && unit < prefixes.length - 1) {
    rest /= base;
    unit++;
  }
  const decimals = () => precision ?? (unit > 0 && Math.abs(rest) < 10 ? 1 : 0);
  rest = rounded(rest, decimals(), round);
  if (Math.abs(rest) >= base) {
    rest = rounded(rest / base, 1, round);
    unit++;
  }
  const i = to === 'iec-i' && unit > 0 ? 'i' : '';
  const shown = unit > 0 || precision !== undefined ? rest.toFixed(decimals()) : String(rest);
  return shown + (prefixes[unit] ?? '') + i;
}
