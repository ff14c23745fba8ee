/** `tr`: translates bytes, as GNU tr does. That of just-bash knows no octal numbers and translates characters. */
import { bytes, command, CommandError, stdinOf } from '../command.ts';
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { bytesOfLatin1 } from '#workers/text/encoding/latin1.ts';
import { type Options, parseOptions } from '../options.ts';

export const tr = command('tr', 1, async (args, context) => {
  const options = parseOptions(args.map(lowerC), '+ c/complement d/delete s/squeeze-repeats t/truncate-set1');
  const { isDeleting, isSqueezing, one, other } = readOperands(options);
  const first = options.has('c') ? complement(setOf(one)) : setOf(one);
  const second = other === undefined ? undefined : setOf(other, isDeleting ? 0 : first.length);
  const map = isDeleting || !second ? undefined : mapOf(first, second, options.has('t'));
  const deleted = new Set(isDeleting ? first : []);
  const squeezed = new Set(isSqueezing ? (second ?? first) : []);
  return bytes(translated(bytesOfLatin1(stdinOf(context)), { deleted, map, squeezed }));
});

/** `-C` is the same as `-c`. */
function lowerC(word: string): string {
  return /^-[cCdst]+$/.test(word) ? word.toLowerCase() : word;
}

function readOperands(options: Options) {
  const [one, other, ...more] = options.operands;
  const [isDeleting, isSqueezing] = [options.has('d'), options.has('s')];
  if (one === undefined) throw new CommandError('missing operand');
  // Only one of deleting and squeezing works on one set.
  if (other === undefined && isDeleting === isSqueezing)
    throw new CommandError(`missing operand after '${one}'`);
  const extra = isDeleting && !isSqueezing ? other : more[0];
  if (extra !== undefined) throw new CommandError(`extra operand '${extra}'`);
  return { isDeleting, isSqueezing, one, other };
}

type Rules = { deleted: ReadonlySet<number>; map: Uint8Array | undefined; squeezed: ReadonlySet<number> };

function translated(input: Uint8Array, { deleted, map, squeezed }: Rules): Uint8Array {
  const output = new Uint8Array(input.length);
  let end = 0;
  for (const byte of input) {
    if (deleted.has(byte)) continue;
    const written = map?.[byte] ?? byte;
    if (squeezed.has(written) && end > 0 && output[end - 1] === written) continue;
    output[end++] = written;
  }
  return output.subarray(0, end);
}

/** What each byte becomes. The last byte of the second set stands for those that it lacks. */
function mapOf(first: readonly number[], second: readonly number[], isTruncated: boolean): Uint8Array {
  const last = second.at(-1);
  if (last === undefined) throw new CommandError('when not truncating set1, string2 must be non-empty');
  const map = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const used = isTruncated ? first.slice(0, second.length) : first;
  used.forEach((byte, at) => (map[byte] = second[at] ?? last));
  return map;
}

function complement(set: readonly number[]): number[] {
  const excluded = new Set(set);
  return Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => !excluded.has(byte));
}

const within = (from: string, to: string) => (byte: number) =>
  byte >= from.charCodeAt(0) && byte <= to.charCodeAt(0);
const [isDigit, isLower, isUpper, isPrint] = [
  within('0', '9'),
  within('a', 'z'),
  within('A', 'Z'),
  within(' ', '~'),
];
const isAlnum = (byte: number) => isDigit(byte) || isLower(byte) || isUpper(byte);

const classes: Readonly<Record<string, (byte: number) => boolean>> = {
  ...{ digit: isDigit, lower: isLower, upper: isUpper, alnum: isAlnum, print: isPrint },
  alpha: (byte) => isLower(byte) || isUpper(byte),
  space: (byte) => byte === 0x20 || (byte >= 9 && byte <= 13),
  blank: (byte) => byte === 0x20 || byte === 9,
  cntrl: (byte) => byte < 0x20 || byte === 0x7f,
  graph: (byte) => byte !== 0x20 && isPrint(byte),
  punct: (byte) => byte !== 0x20 && isPrint(byte) && !isAlnum(byte),
  xdigit: (byte) => isDigit(byte) || within('a', 'f')(byte) || within('A', 'F')(byte),
};

const element = String.raw`\\[0-7]{1,3}|\\[^]|[^\\]|\\$`;
const part = new RegExp(
  String.raw`\[:(?<name>\w+):\]|\[=(?<same>${element})=\]|\[(?<again>${element})\*(?<count>\d*)\]|(?<from>${element})-(?<to>${element})|${element}`,
  'y',
);

/** `length`: of the other set, to which `[x*]` fills this one. */
function setOf(word: string, length = 0): number[] {
  const set: number[] = [];
  let fill: { at: number; byte: number } | undefined;
  for (const found of bytesOfText(word).matchAll(new RegExp(part, 'gy'))) {
    const { name, same, again, count = '', from, to } = found.groups ?? {};
    if (name !== undefined) set.push(...classOf(name));
    else if (again !== undefined && Number(count) > 0)
      set.push(
        ...new Array<number>(Number.parseInt(count, count.startsWith('0') ? 8 : 10)).fill(byteOf(again)),
      );
    else if (again !== undefined) fill = { at: set.length, byte: byteOf(again) };
    else if (from !== undefined && to !== undefined) set.push(...rangeOf(from, to));
    else set.push(byteOf(same ?? found[0]));
  }
  if (fill) set.splice(fill.at, 0, ...new Array<number>(Math.max(0, length - set.length)).fill(fill.byte));
  return set;
}

function classOf(name: string): number[] {
  const isIn = classes[name];
  if (!isIn) throw new CommandError(`invalid character class '${name}'`);
  return Array.from({ length: 256 }, (_, byte) => byte).filter(isIn);
}

function rangeOf(from: string, to: string): number[] {
  const [first, last] = [byteOf(from), byteOf(to)];
  if (last < first)
    throw new CommandError(`range-endpoints of '${from}-${to}' are in reverse collating sequence order`);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Of a character, or of an escape such as `\n` or `\011`. */
function byteOf(word: string): number {
  if (!word.startsWith('\\') || word.length === 1) return word.charCodeAt(0);
  const rest = word.slice(1);
  return /^[0-7]/.test(rest) ? Number.parseInt(rest, 8) & 0xff : (escapes[rest] ?? rest.charCodeAt(0));
}
