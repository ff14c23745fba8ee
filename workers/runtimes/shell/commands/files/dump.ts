/** `od`, `xxd` and `hexdump`: print bytes as numbers. just-bash has only part of `od`. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  joinLines,
  linesOf,
  readLatin1,
  type RunCommand,
  text,
} from '../command.ts';
import { bytesOfLatin1 } from '#workers/text/encoding/latin1.ts';
import { readEach } from '../each-file.ts';
import { type Options, parseOptions } from '../options.ts';

const hex = (value: number, width: number) => value.toString(16).padStart(width, '0');
const printable = (byte: number) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : '.');

async function input(
  context: CommandContext,
  names: readonly string[],
  options: Options,
  skip: string,
  most: string,
) {
  const { contents, errors } = await readEach(context, 'od', names);
  const parts = contents.map(({ content }) => content);
  const start = size(options.value(skip)) ?? 0;
  const length = size(options.value(most));
  const data = bytesOfLatin1(parts.join('').slice(start, length === undefined ? undefined : start + length));
  return { data, start, errors };
}

function size(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, digits, unit = ''] = /^(0x[0-9a-f]+|\d+)([bkm]?)$/i.exec(value) ?? [];
  if (digits === undefined) throw new CommandError(`invalid number '${value}'`);
  return Number(digits) * ({ b: 512, k: 1024, m: 1024 ** 2 }[unit.toLowerCase()] ?? 1);
}

type Format = { width: number; size: number; show(value: number): string };

export const od = command('od', 1, async (args, context) => {
  const options = parseOptions(
    args,
    'A/address-radix= t/format= N/read-bytes= j/skip-bytes= w/width= v/output-duplicates bcdoxas',
  );
  const formats = odFormats(options);
  // Rows of several formats are aligned.
  const widthPerByte = Math.max(...formats.map(({ width, size: unit }) => width / unit));
  const { data, start, errors } = await input(context, options.operands, options, 'j', 'N');
  const perLine = Number(options.value('w') ?? 16);
  const address = addressFor(options.value('A') ?? 'o');
  const lines: string[] = [];
  let last: string | undefined;
  let isRepeated = false;
  for (let at = 0; at < data.length; at += perLine) {
    const row = data.subarray(at, at + perLine);
    const key = row.join(',');
    if (!options.has('v') && key === last && row.length === perLine) {
      if (!isRepeated) lines.push('*');
      isRepeated = true;
      continue;
    }
    [last, isRepeated] = [key, false];
    const shown = formats.map((format) => odRow(row, format, widthPerByte));
    const label = address(start + at);
    lines.push(...shown.map((each, index) => (index === 0 ? label : ' '.repeat(label.length)) + each));
  }
  const end = address(start + data.length);
  return text(joinLines(end === '' ? lines : [...lines, end]), errors ? 1 : 0, errors);
});

function odRow(row: Uint8Array, { size: unit, show }: Format, widthPerByte: number): string {
  let line = '';
  for (let at = 0; at < row.length; at += unit) {
    let value = 0;
    for (let byte = unit - 1; byte >= 0; byte--) value = value * 256 + (row[at + byte] ?? 0);
    line += show(value).padStart(Math.ceil(widthPerByte * unit));
  }
  return line;
}

function addressFor(radix: string): (at: number) => string {
  if (radix === 'n') return () => '';
  if (radix === 'x') return (at) => hex(at, 6);
  return (at) => at.toString(radix === 'd' ? 10 : 8).padStart(7, '0');
}

const escapes: Record<number, string> = {
  0: '\\0',
  7: '\\a',
  8: '\\b',
  9: '\\t',
  10: '\\n',
  11: '\\v',
  12: '\\f',
  13: '\\r',
};
const character = (byte: number) =>
  escapes[byte] ?? (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : byte.toString(8).padStart(3, '0'));

function odFormats(options: Options): Format[] {
  const types = options.order.flatMap(
    (letter) => ({ b: ['o1'], c: ['c'], d: ['u2'], o: ['o2'], x: ['x2'], s: ['d2'], a: ['c'] })[letter] ?? [],
  );
  for (const value of options.all('t')) types.push(...(value.match(/[acdoux][0-9CSIL]?/g) ?? []));
  return (types.length > 0 ? types : ['o2']).map(formatOf);
}

function formatOf(type: string): Format {
  const [letter = 'o', unit = type.startsWith('c') || type.startsWith('a') ? '1' : '4'] = type;
  if (letter === 'c' || letter === 'a') return { width: 4, size: 1, show: character };
  const bytesEach = { C: 1, S: 2, I: 4, L: 8 }[unit] ?? Number(unit);
  const bits = bytesEach * 8;
  if (letter === 'x')
    return { width: bytesEach * 2 + 1, size: bytesEach, show: (value) => hex(value, bytesEach * 2) };
  if (letter === 'o') {
    const digits = Math.ceil(bits / 3);
    return { width: digits + 1, size: bytesEach, show: (value) => value.toString(8).padStart(digits, '0') };
  }
  const signed = letter === 'd';
  const width = String(2 ** bits).length + (signed ? 2 : 1);
  return {
    width,
    size: bytesEach,
    show: (value) => String(signed && value >= 2 ** (bits - 1) ? value - 2 ** bits : value),
  };
}

export const hexdump: RunCommand = command('hexdump', 1, async (args, context) => {
  const options = parseOptions(args, 'C/canonical n/length= s/skip= xv');
  const { data, start } = await input(context, options.operands, options, 's', 'n');
  const isCanonical = options.has('C');
  const lines: string[] = [];
  let last: string | undefined;
  for (let at = 0; at < data.length; at += 16) {
    const row = data.subarray(at, at + 16);
    const key = row.join(',');
    if (key === last && row.length === 16 && !options.has('v')) {
      if (lines.at(-1) !== '*') lines.push('*');
      continue;
    }
    last = key;
    lines.push(isCanonical ? canonical(row, start + at) : words(row, start + at));
  }
  const end = hex(start + data.length, isCanonical ? 8 : 7);
  return text(joinLines(data.length === 0 ? [] : [...lines, end]));
});

function canonical(row: Uint8Array, at: number): string {
  const half = (from: number) =>
    [...row.subarray(from, from + 8)]
      .map((byte) => hex(byte, 2))
      .join(' ')
      .padEnd(23);
  return `${hex(at, 8)}  ${half(0)}  ${half(8)}  |${[...row].map(printable).join('')}|`;
}

function words(row: Uint8Array, at: number): string {
  let line = hex(at, 7);
  for (let byte = 0; byte < row.length; byte += 2)
    line += ` ${hex((row[byte] ?? 0) + (row[byte + 1] ?? 0) * 256, 4)}`;
  return line;
}

export const xxd = command('xxd', 1, async (args, context) => {
  const options = parseOptions(args, 'p/plain r/revert l/len= iuC csgo=');
  if (options.has('r'))
    return revert(await readLatin1(context, options.operands[0] ?? '-'), options.has('p'));
  const { data, start } = await input(context, options.operands.slice(0, 1), options, 's', 'l');
  const figures = (byte: number) => (options.has('u') ? hex(byte, 2).toUpperCase() : hex(byte, 2));
  if (options.has('p')) {
    const all = [...data].map(figures).join('');
    return text(joinLines(all.match(new RegExp(`.{1,${2 * Number(options.value('c') ?? 30)}}`, 'g')) ?? []));
  }
  const perLine = Number(options.value('c') ?? 16);
  const group = Number(options.value('g') ?? 2) || perLine;
  const width = perLine * 2 + Math.ceil(perLine / group);
  const lines: string[] = [];
  for (let at = 0; at < data.length; at += perLine) {
    const row = [...data.subarray(at, at + perLine)];
    const shown = row.map((byte, index) => figures(byte) + ((index + 1) % group === 0 ? ' ' : '')).join('');
    lines.push(`${hex(start + at, 8)}: ${shown.padEnd(width)} ${row.map(printable).join('')}`);
  }
  return text(joinLines(lines));
});

function revert(content: string, isPlain: boolean) {
  const figures = isPlain
    ? content
    : linesOf(content)
        .map((line) => line.replace(/^[^:]*: ?/, '').split('  ')[0] ?? '')
        .join('');
  const pairs = figures.replace(/[^0-9a-f]/gi, '').match(/../g) ?? [];
  return bytes(Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16)));
}
