/** Compiles `asort` and `asorti`, and orders the keys of loops. */
import type { Expression } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { type Entry, namedOrder, type Order } from '../functions/order.ts';
import { type AwkArray, toNumber, toText } from '../text/values.ts';
import { compileArray, type Compiler, emit, popArray } from './compiler.ts';
import { callNow, type Machine } from './machine.ts';
import { arrayArgument } from './pattern-functions.ts';
import { createCell, setElement } from './variables.ts';

/** The order of a name: one of gawk's, or a function of the program. */
function orderOf(c: Compiler, m: Machine, name: string): Order {
  const named = namedOrder(name);
  if (named) return named;
  const called = c.functions.get(name);
  if (!called) throw new CommandError(`there is no order or function '${name}' to sort by`, 2);
  return (one, other) => {
    const values = [...one, ...other];
    const cells = called.parameters.map((parameter, at) => {
      const value = values[at];
      const cell = createCell(parameter, value instanceof Map ? undefined : value);
      if (value instanceof Map) cell.array = value;
      return cell;
    });
    return toNumber(callNow(m, called.label, cells));
  };
}

/** `isByKey`: sorts the keys, as `asorti` does. */
export function compileAsort(
  c: Compiler,
  [source, target, how]: readonly Expression[],
  isByKey: boolean,
): void {
  const name = isByKey ? 'asorti' : 'asort';
  compileArray(c, arrayArgument(source, name));
  if (target) compileArray(c, arrayArgument(target, name));
  if (how) c.expression(how);
  emit(c, (m) => {
    const order = how ? toText(m.stack.pop(), c.env.convfmt()) : isByKey ? '@ind_str_asc' : '@val_type_asc';
    const into = target && popArray(m);
    const from = popArray(m);
    const entries: Entry[] = [...from];
    entries.sort(orderOf(c, m, order));
    m.stack.push(refill(into ?? from, entries, isByKey));
  });
}

function refill(array: AwkArray, entries: readonly Entry[], isByKey: boolean): number {
  array.clear();
  entries.forEach(([key, value], at) => setElement(array, String(at + 1), isByKey ? key : value));
  return entries.length;
}

/** The keys that a loop visits, last first: in the order they were added, or as PROCINFO["sorted_in"] says. */
export function keysOf(c: Compiler, m: Machine, array: AwkArray): string[] {
  const how = c.env.variables.cell('PROCINFO').array?.get('sorted_in');
  if (how === undefined || how instanceof Map) return [...array.keys()].reverse();
  const name = toText(how, c.env.convfmt());
  if (name === '' || name === '@unsorted') return [...array.keys()].reverse();
  return [...array]
    .sort(orderOf(c, m, name))
    .map(([key]) => key)
    .reverse();
}
