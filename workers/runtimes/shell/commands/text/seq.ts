/** `seq`. That of just-bash has no `-f` and drops the decimals of the first number. */
import { command, CommandError, text } from '../command.ts';
import { parseOptions } from '../options.ts';

/** Maximum number of lines, because they are all in memory. */
const maxLines = 5_000_000;

export const seq = command('seq', 1, async (args) => {
  // A negative number is no option.
  const at = args.findIndex(
    (word, index) => /^-?[\d.]/.test(word) && !/^(-[fs]|--format|--separator)$/.test(args[index - 1] ?? ''),
  );
  const options = parseOptions(
    at < 0 ? args : [...args.slice(0, at), '--', ...args.slice(at).filter((word) => word !== '--')],
    '+ f/format= s/separator= w/equal-width',
  );
  const { operands } = options;
  if (operands.length === 0) throw new CommandError('missing operand');
  if (operands.length > 3) throw new CommandError(`extra operand '${operands[3] ?? ''}'`);
  const [first, step, last] = [
    operands.length > 1 ? operands[0] : '1',
    operands.length > 2 ? operands[1] : '1',
    operands.at(-1),
  ].map((word) => read(word ?? ''));
  if (!first || !step || !last) throw new CommandError('missing operand');
  if (step.value === 0) throw new CommandError(`invalid Zero increment value: '${step.word}'`);
  const decimals = Math.max(first.decimals, step.decimals);
  const values = valuesOf(first.value, step.value, last.value);
  const format = options.value('f');
  const plain = values.map((value) => value.toFixed(decimals).replace(/^-(0(\.0*)?)$/, '$1'));
  const width = options.has('w') ? widthOf([first, last], decimals) : 0;
  const words =
    format === undefined
      ? plain.map((word) => padded(word, width))
      : values.map((value) => formatted(format, value));
  return text(words.length === 0 ? '' : `${words.join(options.value('s') ?? '\n')}\n`);
});

type Operand = { word: string; value: number; decimals: number };

function read(word: string): Operand {
  if (!/^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(word))
    throw new CommandError(`invalid floating point argument: '${word}'`);
  const [, fraction = '', exponent = '0'] = /^[-+]?\d*\.?(\d*)(?:e([-+]?\d+))?$/i.exec(word) ?? [];
  return { word, value: Number(word), decimals: Math.max(0, fraction.length - Number(exponent)) };
}

function valuesOf(first: number, step: number, last: number): number[] {
  // Half a billionth of a step, because sums of decimals are not exact.
  const count = Math.floor((last - first) / step + 5e-10) + 1;
  if (count > maxLines) throw new CommandError(`more than ${maxLines} lines cannot be printed here`);
  return Array.from({ length: Math.max(0, count) }, (_, at) => first + at * step);
}

function widthOf(operands: readonly Operand[], decimals: number): number {
  return Math.max(...operands.map(({ value }) => value.toFixed(decimals).length));
}

function padded(word: string, width: number): string {
  return word.startsWith('-') ? `-${word.slice(1).padStart(width - 1, '0')}` : word.padStart(width, '0');
}

/** One `%g`, `%f` or `%e` with flags, width and precision, as of printf. */
function formatted(format: string, value: number): string {
  let count = 0;
  const result = format.replace(
    /%%|%([-+ 0#']*)(\d*)(?:\.(\d+))?([gfeEG])/g,
    (found, flags: string, width: string, precision: string | undefined, letter: string) => {
      if (found === '%%') return '%';
      count++;
      const digits = Number(precision ?? 6);
      const body = digitsOf(Math.abs(value), letter, digits);
      const sign = value < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : '';
      if (flags.includes('-')) return (sign + body).padEnd(Number(width));
      return flags.includes('0')
        ? sign + body.padStart(Number(width) - sign.length, '0')
        : (sign + body).padStart(Number(width));
    },
  );
  if (count !== 1) throw new CommandError(`format '${format}' has ${count || 'no'} % directive`);
  return result;
}

function digitsOf(value: number, letter: string, digits: number): string {
  const exponent = (text: string) => text.replace(/e([-+])(\d)$/, 'e$10$2');
  if (letter === 'f') return value.toFixed(digits);
  if (letter === 'e') return exponent(value.toExponential(digits));
  if (letter === 'E') return exponent(value.toExponential(digits)).toUpperCase();
  const significant = Math.max(1, digits);
  const power = value === 0 ? 0 : Number(value.toExponential(significant - 1).split('e')[1]);
  const shown =
    power < -4 || power >= significant
      ? exponent(value.toExponential(significant - 1)).replace(/\.?0+e/, 'e')
      : String(Number(value.toPrecision(significant)));
  return letter === 'G' ? shown.toUpperCase() : shown;
}
