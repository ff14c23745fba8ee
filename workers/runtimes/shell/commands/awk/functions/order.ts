/** Orders of elements: of `asort`, `asorti` and PROCINFO["sorted_in"]. */
import { compareText, isNumeric, toNumber, toText, type AwkArray, type Value } from '../text/values.ts';

export type Entry = readonly [key: string, value: Value | AwkArray];
export type Order = (one: Entry, other: Entry) => number;

type Element = Value | AwkArray;

/** Numbers, then text, then arrays. */
function rankOf(value: Element): number {
  if (value instanceof Map) return 2;
  return isNumeric(value) ? 0 : 1;
}

function byType(one: Element, other: Element): number {
  const order = rankOf(one) - rankOf(other);
  if (order !== 0 || one instanceof Map || other instanceof Map) return order;
  return rankOf(one) === 0 ? toNumber(one) - toNumber(other) : compareText(shown(one), shown(other));
}

function byNumber(one: Element, other: Element): number {
  if (one instanceof Map || other instanceof Map) return rankOf(one) - rankOf(other);
  return toNumber(one) - toNumber(other) || compareText(shown(one), shown(other));
}

function byText(one: Element, other: Element): number {
  if (one instanceof Map || other instanceof Map) return rankOf(one) - rankOf(other);
  return compareText(shown(one), shown(other));
}

function shown(value: Value): string {
  return toText(value, '%.6g');
}

const comparisons = { str: byText, num: byNumber, type: byType } as const;

/** The order of a name such as `@val_num_desc`; undefined for any other name. */
export function namedOrder(name: string): Order | undefined {
  const [, what, how, direction] = /^@(ind|val)_(str|num|type)_(asc|desc)$/.exec(name) ?? [];
  if (what === undefined) return undefined;
  const compare = comparisons[how as keyof typeof comparisons];
  const at = what === 'ind' ? 0 : 1;
  const sign = direction === 'desc' ? -1 : 1;
  // Keys decide between equal values, in the order of the loop.
  return (one, other) => sign * (compare(one[at], other[at]) || byText(one[0], other[0]));
}
