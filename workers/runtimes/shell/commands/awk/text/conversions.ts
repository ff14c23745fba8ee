/** Formats of printf: their parts, and numbers as they say. */
import { CommandError } from '../../command.ts';
import { fixed, scientific, shortest, wholeText } from './digits.ts';

/** A number, or `*`: the next argument says it. */
type Count = number | '*' | undefined;

export type Conversion = {
  letter: string;
  flags: string;
  width: Count;
  precision: Count;
  /** The number of the argument, of `%2$s`. */
  position: number | undefined;
};

/** A conversion whose width and precision are known. */
export type Resolved = { letter: string; flags: string; width: number; precision: number | undefined };

/** Characters that a width or a precision may ask for. */
const maxWidth = 1_000_000;

const conversion = /%(?:(\d+)\$)?([-+ #0']*)(\*|\d+)?(?:\.(\*|-?\d*))?(?:hh|h|ll|l|L|q|j|z|t)?([a-zA-Z%])/y;
const letters = 'diouxXeEfFgGcs';

const parsed = new Map<string, readonly (string | Conversion)[]>();

/** The literal parts of a format and its conversions. What is no conversion stands for itself, as in gawk. */
export function parseFormat(format: string): readonly (string | Conversion)[] {
  const known = parsed.get(format);
  if (known) return known;
  const parts: (string | Conversion)[] = [];
  let begin = 0;
  for (let at = format.indexOf('%'); at >= 0; at = format.indexOf('%', at)) {
    conversion.lastIndex = at;
    const found = conversion.exec(format);
    const letter = found?.[5] ?? '';
    if (!found || !(letters + '%').includes(letter)) {
      if (/[aA]/.test(letter)) throw new CommandError(`printf %${letter} is not available here`, 2);
      at++;
      continue;
    }
    parts.push(format.slice(begin, at), letter === '%' ? '%' : conversionOf(found));
    at = begin = at + found[0].length;
  }
  parts.push(format.slice(begin));
  // Formats may be computed from data.
  if (parsed.size > 500) parsed.clear();
  parsed.set(format, parts);
  return parts;
}

function conversionOf([, position, flags = '', width, precision, letter = '']: RegExpExecArray): Conversion {
  const count = (text: string | undefined): Count =>
    text === undefined || text === '*' ? text : Number(text);
  return {
    ...{ letter, flags },
    width: count(width),
    precision: count(precision),
    position: position === undefined ? undefined : Number(position),
  };
}

/** A negative width means the flag `-`, a negative precision none. */
export function resolve(letter: string, flags: string, width: number, precision?: number): Resolved {
  if (Math.abs(width) > maxWidth || (precision ?? 0) > maxWidth)
    throw new CommandError(`printf: a width or a precision is greater than ${maxWidth}`, 2);
  return {
    letter,
    flags: width < 0 ? `${flags}-` : flags,
    width: Math.abs(width),
    precision: precision !== undefined && precision < 0 ? undefined : precision,
  };
}

export function pad(text: string, { flags, width }: Resolved, length = text.length): string {
  if (length >= width) return text;
  const blanks = ' '.repeat(width - length);
  return flags.includes('-') ? text + blanks : blanks + text;
}

/** A number by a conversion other than %c and %s. */
export function convertNumber(value: number, to: Resolved): string {
  if (!Number.isFinite(value)) return pad(nameOf(value), to);
  const isWhole = 'diouxX'.includes(to.letter);
  const digits = isWhole ? wholeDigits(value, to) : fractionDigits(Math.abs(value), to);
  const prefix = signOf(value, to, isWhole) + (/^[xX]$/.test(to.letter) ? hexPrefix(value, to) : '');
  const isFilled = to.flags.includes('0') && !to.flags.includes('-');
  return isFilled && !(isWhole && to.precision !== undefined)
    ? prefix + digits.padStart(to.width - prefix.length, '0')
    : pad(prefix + digits, to);
}

function nameOf(value: number): string {
  if (Number.isNaN(value)) return '-nan';
  return value < 0 ? '-inf' : '+inf';
}

function signOf(value: number, { letter, flags }: Resolved, isWhole: boolean): string {
  if ('ouxX'.includes(letter)) return '';
  if ((isWhole ? Math.trunc(value) : value) < 0) return '-';
  if (flags.includes('+')) return '+';
  return flags.includes(' ') ? ' ' : '';
}

function hexPrefix(value: number, { letter, flags }: Resolved): string {
  return flags.includes('#') && Math.trunc(value) !== 0 ? `0${letter}` : '';
}

const bases: Readonly<Record<string, number>> = { o: 8, x: 16, X: 16 };

function wholeDigits(value: number, { letter, flags, precision }: Resolved): string {
  const whole = Math.trunc(value);
  if (whole === 0 && precision === 0) return '';
  const base = bases[letter];
  const digits =
    'di'.includes(letter) || (base === undefined && whole >= 0)
      ? wholeText(Math.abs(whole))
      : (whole < 0 ? BigInt.asUintN(64, BigInt(whole)) : BigInt(whole)).toString(base);
  const octal = letter === 'o' && flags.includes('#') ? `0${digits}` : digits;
  return (letter === 'X' ? octal.toUpperCase() : octal).padStart(precision ?? 1, '0');
}

function fractionDigits(value: number, { letter, flags, precision = 6 }: Resolved): string {
  const hasPoint = flags.includes('#');
  const kind = letter.toLowerCase();
  const text =
    kind === 'f'
      ? fixed(value, precision)
      : kind === 'e'
        ? scientific(value, precision)
        : shortest(value, precision, hasPoint);
  const pointed = hasPoint && !text.includes('.') ? text.replace(/(?=e)|$/, '.') : text;
  return letter === kind ? pointed : pointed.toUpperCase();
}

/** A number as text: a whole one in digits, any other as `format` says, such as CONVFMT. */
export function formatNumber(value: number, format: string): string {
  if (Number.isInteger(value)) return wholeText(value);
  if (!Number.isFinite(value)) return nameOf(value);
  return parseFormat(format)
    .map((part) => (typeof part === 'string' ? part : convertNumber(value, numberOnly(part))))
    .join('');
}

function numberOnly({ letter, flags, width = 0, precision }: Conversion): Resolved {
  if (width === '*' || precision === '*' || 'cs'.includes(letter))
    throw new CommandError('CONVFMT and OFMT can only format a number', 2);
  return resolve(letter, flags, width, precision);
}
