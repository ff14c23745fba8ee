/** Functions of text and numbers whose result depends on their arguments only. */
import { CommandError } from '../../command.ts';
import { charactersBefore, lengthOf, sliceCharacters, toLower, toUpper } from '../text/characters.ts';
import { sprintf } from '../text/sprintf.ts';
import { numberOfText, toNumber, toText, type Value } from '../text/values.ts';

/** `convfmt`: the format of numbers that become text. */
export type PlainFunction = (values: readonly Value[], convfmt: string) => Value;

function numeric(calculate: (...numbers: number[]) => number): PlainFunction {
  return (values) => calculate(...values.map(toNumber));
}

function textual(change: (text: string) => Value): PlainFunction {
  return ([value], convfmt) => change(toText(value, convfmt));
}

/** Numbers of bits are whole, not negative and exact. */
function bitwise(calculate: (one: bigint, other: bigint) => bigint): PlainFunction {
  return (values) => Number(values.map(bitsOf).reduce(calculate));
}

function bitsOf(value: Value): bigint {
  const number = toNumber(value);
  if (!Number.isFinite(number) || number < 0)
    throw new CommandError('functions of bits need numbers that are not negative', 2);
  return BigInt(Math.trunc(number));
}

const word = 64;
/** Numbers are exact up to this many bits. */
const exactBits = 53n;

export const plainFunctions: Readonly<Record<string, PlainFunction>> = {
  sin: numeric(Math.sin),
  cos: numeric(Math.cos),
  atan2: numeric(Math.atan2),
  exp: numeric(Math.exp),
  log: numeric(Math.log),
  sqrt: numeric(Math.sqrt),
  int: numeric(Math.trunc),
  tolower: textual(toLower),
  toupper: textual(toUpper),
  strtonum: ([value], convfmt) =>
    typeof value === 'number' ? value : numberInAnyBase(toText(value, convfmt)),
  substr,
  index([text, part], convfmt) {
    const whole = toText(text, convfmt);
    return charactersBefore(whole, whole.indexOf(toText(part, convfmt))) + 1;
  },
  sprintf: ([format, ...values], convfmt) => sprintf(toText(format, convfmt), values, convfmt),
  and: bitwise((one, other) => one & other),
  or: bitwise((one, other) => one | other),
  xor: bitwise((one, other) => one ^ other),
  lshift: bitwise((one, other) => BigInt.asUintN(word, one << (other < word ? other : BigInt(word)))),
  rshift: bitwise((one, other) => one >> other),
  compl: bitwise((one) => one),
  systime: () => Math.floor(Date.now() / 1000),
};

export function complementOf(value: Value): number {
  return Number(BigInt.asUintN(Number(exactBits), ~bitsOf(value)));
}

/** Begins at 1 if the place is smaller, as gawk does. Both numbers are rounded. */
function substr([value, from, count]: readonly Value[], convfmt: string): string {
  const text = toText(value, convfmt);
  const begin = toNumber(from);
  const length = count === undefined ? Infinity : toNumber(count);
  if (Number.isNaN(begin) || Number.isNaN(length)) return '';
  const first = Math.max(1, Math.trunc(begin));
  const whole = Math.trunc(length);
  return whole <= 0 ? '' : sliceCharacters(text, first - 1, first - 1 + whole);
}

function numberInAnyBase(text: string): number {
  const [, hex, octal] = /^\s*0(?:[xX]([\da-fA-F]+)|([0-7]+)(?![.\d]))/.exec(text) ?? [];
  if (hex === undefined && octal === undefined) return numberOfText(text);
  return hex === undefined ? parseInt(octal ?? '0', 8) : parseInt(hex, 16);
}

/** The length of text, of a number as text. */
export function textLength(value: Value, convfmt: string): number {
  return lengthOf(toText(value, convfmt));
}
