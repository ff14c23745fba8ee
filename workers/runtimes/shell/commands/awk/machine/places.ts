/** Compiles what can be assigned to: variables, fields and elements. */
import type { Place } from '../language/syntax.ts';
import { fieldIndex } from '../records/record.ts';
import { toNumber, type Value } from '../text/values.ts';
import { cellOf, compileArray, compileKey, type Compiler, emit, popArray, popKey } from './compiler.ts';
import type { Machine } from './machine.ts';
import { elementOf, scalarOf, setElement, setScalar } from './variables.ts';

type Key = string | number;

export type PlaceCode = {
  /** Compiles what finds the place, such as the subscript. */
  locate(): void;
  /** Takes what was found from the stack. `read` and `write` follow at once. */
  take(m: Machine): Key;
  read(m: Machine, key: Key): Value;
  write(m: Machine, key: Key, value: Value): void;
};

export function placeCode(c: Compiler, place: Place): PlaceCode {
  if (place.kind === 'variable') return variableCode(c, place.name);
  if (place.kind === 'field') {
    const { record } = c.env;
    return {
      locate: () => c.expression(place.index),
      take: (m) => fieldIndex(m.stack.pop()),
      read: (_, key) => record.field(Number(key)),
      write: (_, key, value) => record.setField(Number(key), value),
    };
  }
  return {
    locate() {
      compileArray(c, place.array);
      compileKey(c, place.key);
    },
    take(m) {
      m.target = popArray(m);
      return popKey(m);
    },
    read: (m, key) => elementOf(m.target, String(key)),
    write: (m, key, value) => setElement(m.target, String(key), value),
  };
}

function variableCode(c: Compiler, name: string): PlaceCode {
  const cell = cellOf(c, name);
  const connection = c.locals.includes(name) ? undefined : c.env.variables.connectionOf(name);
  const { read, before, write } = connection ?? {};
  return {
    locate: () => undefined,
    take: () => '',
    read: read ?? ((m) => scalarOf(cell(m))),
    write(m, _, value) {
      before?.();
      setScalar(cell(m), value);
      write?.(value);
    },
  };
}

/** Compiles reading a place. */
export function compileRead(c: Compiler, place: Place): void {
  const { locate, take, read } = placeCode(c, place);
  locate();
  emit(c, (m) => void m.stack.push(read(m, take(m))));
}

/** Compiles a change of a place: its old value and the one that was pushed before become the new one. */
export function compileAssignment(
  c: Compiler,
  place: Place,
  change: ((old: number, value: number) => number) | undefined,
): void {
  const { locate, take, read, write } = placeCode(c, place);
  locate();
  emit(c, (m) => {
    const key = take(m);
    const value = m.stack.pop();
    const changed = change ? change(toNumber(read(m, key)), toNumber(value)) : value;
    write(m, key, changed);
    m.stack.push(changed);
  });
}

export function compileIncrement(c: Compiler, place: Place, by: 1 | -1, isPostfix: boolean): void {
  const { locate, take, read, write } = placeCode(c, place);
  locate();
  emit(c, (m) => {
    const key = take(m);
    const old = toNumber(read(m, key));
    write(m, key, old + by);
    m.stack.push(isPostfix ? old : old + by);
  });
}
