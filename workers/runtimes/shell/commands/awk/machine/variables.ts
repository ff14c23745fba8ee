/** Variables of a program. Some are connected to the record. */
import type { AwkArray, Value } from '../text/values.ts';
import { CommandError } from '../../command.ts';

/** A variable. A parameter that is used as an array makes one in the variable that was passed. */
export type Cell = { value: Value; array: AwkArray | undefined; origin: Cell | undefined; name: string };

/** A variable whose value is elsewhere, or whose change has an effect. */
type Connection = {
  read?(): Value;
  /** Called before a change, which may depend on the old value. */
  before?(): void;
  write?(value: Value): void;
};

export type Variables = {
  cell(name: string): Cell;
  connect(name: string, connection: Connection): void;
  connectionOf(name: string): Connection | undefined;
  get(name: string): Value;
  set(name: string, value: Value): void;
};

export function createCell(name: string, value?: Value): Cell {
  return { value, array: undefined, origin: undefined, name };
}

export function createVariables(): Variables {
  const cells = new Map<string, Cell>();
  const connections = new Map<string, Connection>();

  function cell(name: string): Cell {
    const known = cells.get(name);
    if (known) return known;
    const added = createCell(name);
    cells.set(name, added);
    return added;
  }

  return {
    cell,
    connect: (name, connection) => void connections.set(name, connection),
    connectionOf: (name) => connections.get(name),
    get: (name) => connections.get(name)?.read?.() ?? cell(name).value,
    set(name, value) {
      const connection = connections.get(name);
      connection?.before?.();
      cell(name).value = value;
      connection?.write?.(value);
    },
  };
}

/** The array of a variable, which becomes one at its first use as such. */
export function arrayOf(cell: Cell): AwkArray {
  if (cell.array) return cell.array;
  if (cell.value !== undefined) throw new CommandError(`attempt to use scalar '${cell.name}' as an array`, 2);
  cell.array = cell.origin ? arrayOf(cell.origin) : new Map();
  return cell.array;
}

/** The array of a variable, if it is one already. */
export function knownArray(cell: Cell): AwkArray | undefined {
  return cell.array ?? (cell.origin ? (cell.array = knownArray(cell.origin)) : undefined);
}

export function scalarOf(cell: Cell): Value {
  if (cell.value === undefined && knownArray(cell))
    throw new CommandError(`attempt to use array '${cell.name}' in a scalar context`, 2);
  return cell.value;
}

export function setScalar(cell: Cell, value: Value): void {
  if (cell.value === undefined && knownArray(cell))
    throw new CommandError(`attempt to use array '${cell.name}' in a scalar context`, 2);
  cell.value = value;
}

/** Elements of one array. */
const maxElements = 8_000_000;

export function setElement(array: AwkArray, key: string, value: Value | AwkArray): void {
  array.set(key, value);
  if (array.size > maxElements) throw new CommandError(`an array has at most ${maxElements} elements`, 2);
}

/** The value of an element, which exists afterwards. */
export function elementOf(array: AwkArray, key: string): Value {
  const value = array.get(key);
  if (value instanceof Map)
    throw new CommandError(`attempt to use the array in element '${key}' in a scalar context`, 2);
  if (value === undefined && !array.has(key)) setElement(array, key, undefined);
  return value;
}

export function innerArray(array: AwkArray, key: string): AwkArray {
  const inner = array.get(key);
  if (inner instanceof Map) return inner;
  if (inner !== undefined) throw new CommandError(`attempt to use the element '${key}' as an array`, 2);
  const added: AwkArray = new Map();
  setElement(array, key, added);
  return added;
}
