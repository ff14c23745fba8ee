/**
 * Values of awk and their conversions. Text is as in byte-text.ts: each byte that is not UTF-8 is one character.
 */
import { bytesOfText } from '#workers/text/encoding/byte-text.ts';
import { formatNumber } from './conversions.ts';

/** Text of the input, of variables on the command line and the like: a number if it looks like one. */
export type Input = { readonly text: string };

/** Undefined: not yet assigned, which is both 0 and ''. */
export type Value = number | string | Input | undefined;

/** The elements are in the order in which they were added. */
export type AwkArray = Map<string, Value | AwkArray>;

const numericText =
  /^[ \t\n\r\f\v]*[-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|(?<=[-+])(?:inf|nan))[ \t\n\r\f\v]*$/i;
const numberAtBegin =
  /^[ \t\n\r\f\v]*([-+]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|(?<=[-+])(?:inf|nan)(?![a-z])))/i;

export function looksNumeric(text: string): boolean {
  return numericText.test(text);
}

/** Digits of a number that is exact, whatever it is. */
const exactDigits = 15;

export function numberOfText(text: string): number {
  if (text.length <= exactDigits) {
    const number = wholeNumberOf(text);
    if (number >= 0) return number;
  }
  const found = numberAtBegin.exec(text)?.[1];
  if (found === undefined) return 0;
  const named = /(inf|nan)$/i.exec(found)?.[1]?.toLowerCase();
  if (named === undefined) return Number(found);
  return named === 'nan' ? NaN : found.startsWith('-') ? -Infinity : Infinity;
}

/** The number that a few digits are; -1 for any other text. It is much faster than a pattern. */
function wholeNumberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    number = number * 10 + digit;
  }
  return text === '' ? -1 : number;
}

export function toNumber(value: Value): number {
  if (typeof value === 'number') return value;
  if (value === undefined) return 0;
  return numberOfText(typeof value === 'string' ? value : value.text);
}

/** `format`: of numbers that are not whole, such as CONVFMT. */
export function toText(value: Value, format: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return formatNumber(value, format);
  return value === undefined ? '' : value.text;
}

/** Whether a value is compared as a number. */
export function isNumeric(value: Value): boolean {
  if (typeof value === 'object') return looksNumeric(value.text);
  return typeof value !== 'string';
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === undefined) return false;
  return looksNumeric(value.text) ? numberOfText(value.text) !== 0 : value.text !== '';
}

/** Less than, equal to or greater than 0, as the order of two values; NaN if they have none. */
export function compareValues(one: Value, other: Value, format: string): number {
  if (isNumeric(one) && isNumeric(other)) {
    const [left, right] = [toNumber(one), toNumber(other)];
    return left < right ? -1 : left > right ? 1 : left === right ? 0 : NaN;
  }
  return compareText(toText(one, format), toText(other, format));
}

/** By bytes, as the C locale orders. UTF-16 orders otherwise only where surrogates are. */
export function compareText(one: string, other: string): number {
  if (one === other) return 0;
  if (hasSurrogates(one) || hasSurrogates(other)) return bytesOfText(one) < bytesOfText(other) ? -1 : 1;
  return one < other ? -1 : 1;
}

function hasSurrogates(text: string): boolean {
  return /[\ud800-\udfff]/.test(text);
}
