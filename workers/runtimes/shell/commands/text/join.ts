/** `join` and `comm`. Those of just-bash lack half of the options and do not notice unsorted input. */
import {
  bytes,
  command,
  type CommandContext,
  CommandError,
  describeFileError,
  joinLines,
  linesOf,
  readLatin1,
} from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { type Options, parseOptions } from '../options.ts';

type Row = { line: string; fields: string[]; key: string };
type Output = { file: 0 | 1 | 2; field: number };

export const join = command('join', 1, async (args, context) => {
  const options = parseOptions(
    spacedOrder(args),
    't= 1= 2= j= o= e= a= v= i/ignore-case H/header z/zero-terminated c/check-order n/nocheck-order',
  );
  const end = options.has('z') ? '\0' : '\n';
  const [left, right] = await readTwo(context, options.operands, end);
  const places = ['1', '2'].map((letter) => Number(options.value(letter) ?? options.value('j') ?? 1) - 1);
  const rows = [left, right].map((lines, at) => rowsOf(lines, places[at] ?? 0, options));
  const [one = [], other = []] = rows;
  const firsts = [one[0], other[0]];
  const print = printer(options, places, firsts);
  const head = options.has('H') ? [print(one.shift(), other.shift())] : [];
  const unpaired = [...options.all('a'), ...options.all('v')];
  const lines = pairsOf(one, other)
    .filter(([a, b]) => (a && b ? !options.has('v') : unpaired.includes(a ? '1' : '2')))
    .map(([a, b]) => print(a, b));
  const errors = options.has('n')
    ? ''
    : rows.map((each, at) => disorder(each, options.operands[at] ?? '')).find(Boolean);
  return bytes(joinLines([...head, ...lines], end), errors ? 1 : 0, errors);
});

function separatorOf(options: Options): string | undefined {
  const given = options.value('t');
  return given === undefined ? undefined : bytesOfText(given);
}

function rowsOf(lines: readonly string[], place: number, options: Options): Row[] {
  const separator = separatorOf(options);
  const split = (line: string) => {
    if (separator === undefined) return line.trim().split(/[ \t]+/);
    return separator === '' ? [line] : line.split(separator);
  };
  return lines.map((line) => {
    const fields = split(line);
    const key = fields[place] ?? '';
    return { line, fields, key: options.has('i') ? key.toLowerCase() : key };
  });
}

function printer(options: Options, places: number[], firsts: readonly (Row | undefined)[]) {
  const style: Style = {
    places,
    shown: outputOf(options, firsts),
    empty: bytesOfText(options.value('e') ?? ''),
    separator: separatorOf(options) || ' ',
  };
  return (a: Row | undefined, b: Row | undefined) => printed(a, b, style);
}

/** `-o 1.1 2.2` may be two words. */
function spacedOrder(args: readonly string[]): string[] {
  const words: string[] = [];
  for (const [at, word] of args.entries())
    if (at > 1 && /^([12]\.\d+|0)$/.test(word) && words.at(-2) === '-o')
      words.push(`${words.pop() ?? ''},${word}`);
    else words.push(word);
  return words;
}

function outputOf(options: Options, firsts: readonly (Row | undefined)[]): Output[] | undefined {
  const order = options.value('o');
  if (order === undefined) return undefined;
  if (order === 'auto')
    return [
      { file: 0, field: 0 },
      ...firsts.flatMap((row, at) =>
        (row?.fields ?? [])
          .map((_, field): Output => ({ file: at === 0 ? 1 : 2, field }))
          .filter(
            ({ field }) => field !== Number(options.value(String(at + 1)) ?? options.value('j') ?? 1) - 1,
          ),
      ),
    ];
  return order.split(/[, ]+/).map((word): Output => {
    const [, file, field] = /^(?:0|([12])\.(\d+))$/.exec(word) ?? [];
    if (word !== '0' && file === undefined) throw new CommandError(`invalid field specifier: '${word}'`);
    return word === '0' ? { file: 0, field: 0 } : { file: file === '1' ? 1 : 2, field: Number(field) - 1 };
  });
}

type Style = { places: number[]; shown: Output[] | undefined; empty: string; separator: string };

function printed(a: Row | undefined, b: Row | undefined, { places, shown, empty, separator }: Style): string {
  const [left = 0, right = 0] = places;
  const key = (a ? a.fields[left] : b?.fields[right]) ?? '';
  const rest = (row: Row | undefined, at: number) => (row?.fields ?? []).filter((_, index) => index !== at);
  if (!shown) return [key, ...rest(a, left), ...rest(b, right)].join(separator);
  return shown
    .map(({ file, field }) => (file === 0 ? key : (file === 1 ? a : b)?.fields[field]) || empty)
    .join(separator);
}

/** Merges two sorted lists; equal keys are combined with each other. */
function pairsOf(one: readonly Row[], other: readonly Row[]): [Row | undefined, Row | undefined][] {
  const pairs: [Row | undefined, Row | undefined][] = [];
  const group = (rows: readonly Row[], at: number) => {
    let end = at;
    while (rows[end]?.key === rows[at]?.key && end < rows.length) end++;
    return rows.slice(at, end);
  };
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    const [a, b] = [one[i], other[j]];
    if (a && b && a.key === b.key) {
      const [left, right] = [group(one, i), group(other, j)];
      for (const x of left) for (const y of right) pairs.push([x, y]);
      i += left.length;
      j += right.length;
    } else if (a && (!b || a.key < b.key)) {
      pairs.push([a, undefined]);
      i++;
    } else {
      pairs.push([undefined, b]);
      j++;
    }
  }
  return pairs;
}

function disorder(rows: readonly Row[], name: string): string {
  const at = rows.findIndex((row, index) => index > 0 && row.key < (rows[index - 1]?.key ?? ''));
  if (at < 0) return '';
  return `join: ${name}:${at + 1}: is not sorted: ${rows[at]?.line ?? ''}\njoin: input is not in sorted order\n`;
}

async function readTwo(
  context: CommandContext,
  names: readonly string[],
  end: string,
): Promise<[string[], string[]]> {
  const [one, other, extra] = names;
  if (one === undefined) throw new CommandError('missing operand');
  if (other === undefined) throw new CommandError(`missing operand after '${one}'`);
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'`);
  const read = (name: string) =>
    readLatin1(context, name).catch((error: unknown) => {
      throw new CommandError(`${name}: ${describeFileError(error)}`);
    });
  return [linesOf(await read(one), end), linesOf(await read(other), end)];
}

export const comm = command('comm', 1, async (args, context) => {
  const options = parseOptions(
    args,
    '1 2 3 O/output-delimiter= T/total z/zero-terminated c/check-order n/nocheck-order',
  );
  const end = options.has('z') ? '\0' : '\n';
  const [left, right] = await readTwo(context, options.operands, end);
  const tab = bytesOfText(options.value('O') ?? '\t');
  const isShown = ['1', '2', '3'].map((letter) => !options.has(letter));
  const before = [0, 1, 2].map((column) => isShown.slice(0, column).filter(Boolean).length);
  const merged = mergedLines(left, right);
  const lines = merged
    .filter(({ column }) => isShown[column])
    .map(({ column, line }) => tab.repeat(before[column] ?? 0) + line);
  const counts = [0, 1, 2].map((column) => merged.filter((each) => each.column === column).length);
  if (options.has('T')) lines.push([...counts, 'total'].join(tab));
  const errors = options.has('n') ? '' : unsorted([left, right]);
  return bytes(joinLines(lines, end), errors ? 1 : 0, errors);
});

/** Column 0 is only in the first file, 1 only in the second, 2 in both. */
function mergedLines(left: readonly string[], right: readonly string[]): { column: number; line: string }[] {
  const merged: { column: number; line: string }[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    const column = a === b ? 2 : a !== undefined && (b === undefined || a < b) ? 0 : 1;
    merged.push({ column, line: (column === 1 ? b : a) ?? '' });
    if (column !== 1) i++;
    if (column !== 0) j++;
  }
  return merged;
}

function unsorted(files: readonly (readonly string[])[]): string {
  const messages = files.flatMap((lines, at) =>
    lines.some((line, index) => index > 0 && line < (lines[index - 1] ?? ''))
      ? [`comm: file ${at + 1} is not in sorted order\n`]
      : [],
  );
  return messages.length > 0 ? `${messages.join('')}comm: input is not in sorted order\n` : '';
}
