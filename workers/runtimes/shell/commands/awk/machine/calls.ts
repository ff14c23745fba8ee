/** Compiles calls of the functions of a program. */
import type { Expression } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { cellOf, compileKey, compileArray, type Compiler, emit, popArray, popKey } from './compiler.ts';
import { enter } from './machine.ts';
import { createCell, knownArray, scalarOf } from './variables.ts';

type Call = Extract<Expression, { kind: 'call' }>;

export function compileCall(c: Compiler, { name, values }: Call): void {
  const called = c.functions.get(name);
  if (!called) throw new CommandError(`the function '${name}' is not defined`, 2);
  const { label, parameters } = called;
  if (values.length > parameters.length)
    throw new CommandError(`the function '${name}' is called with more arguments than it has`, 2);
  for (const value of values) compileArgument(c, value);
  const missing = parameters.slice(values.length);
  emit(c, (m) => {
    const locals = m.cells.splice(m.cells.length - values.length, values.length);
    for (const each of missing) locals.push(createCell(each));
    enter(m, label, locals);
  });
}

/** A variable is passed by name, because the function may use it as an array. */
function compileArgument(c: Compiler, value: Expression): void {
  if (value.kind === 'variable' && !c.env.variables.connectionOf(value.name)) {
    const cell = cellOf(c, value.name);
    emit(c, (m) => {
      const origin = cell(m);
      const array = knownArray(origin);
      const isOpen = origin.value === undefined;
      m.cells.push({
        ...{ value: isOpen ? undefined : scalarOf(origin), array, name: origin.name },
        origin: isOpen ? origin : undefined,
      });
    });
    return;
  }
  if (value.kind === 'element') return compileElement(c, value);
  c.expression(value);
  emit(c, (m) => void m.cells.push(createCell('a parameter', m.stack.pop())));
}

/** An element may be an array itself. */
function compileElement(c: Compiler, { array, key }: Extract<Expression, { kind: 'element' }>): void {
  compileArray(c, array);
  compileKey(c, key);
  emit(c, (m) => {
    const [name, outer] = [popKey(m), popArray(m)];
    const found = outer.get(name);
    if (!outer.has(name)) outer.set(name, undefined);
    const cell = createCell(name, found instanceof Map ? undefined : found);
    if (found instanceof Map) cell.array = found;
    m.cells.push(cell);
  });
}
