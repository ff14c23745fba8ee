/** What the parts of the compiler share: the code so far, labels, and the names in sight. */
import type { ArrayName, Expression, Program } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { type Value, toText } from '../text/values.ts';
import type { Environment } from './environment.ts';
import type { Instruction, Label, Machine } from './machine.ts';
import { arrayOf, type Cell, innerArray } from './variables.ts';

export type FunctionCode = { label: Label; parameters: readonly string[] };

export type Compiler = {
  env: Environment;
  program: Program;
  code: Instruction[];
  functions: ReadonlyMap<string, FunctionCode>;
  /** The parameters of the function that is being compiled. */
  locals: readonly string[];
  /** Where `break` and `continue` go, the innermost last. */
  loops: { breakTo: Label; continueTo: Label | undefined }[];
  /** Where `next`, `nextfile` and `exit` go. */
  labels: Record<'record' | 'fileEnd' | 'end', Label>;
  /** Compiles an expression; its value is pushed. */
  expression(node: Expression): void;
  compile(c: Compiler, node: Expression): void;
};

/** The same compiler with other names in sight, or other targets. */
export function within(c: Compiler, changes: Partial<Compiler>): Compiler {
  const inner: Compiler = { ...c, ...changes, expression: (node) => c.compile(inner, node) };
  return inner;
}

export function emit(c: Compiler, instruction: Instruction): void {
  c.code.push(instruction);
}

export function createLabel(): Label {
  return { at: -1 };
}

export function mark(c: Compiler, label: Label): void {
  label.at = c.code.length;
}

export function jump(c: Compiler, label: Label): void {
  emit(c, (m) => void (m.pc = label.at));
}

/** The variable of a name: a parameter, or one of the whole program. */
export function cellOf(c: Compiler, name: string): (m: Machine) => Cell {
  const index = c.locals.indexOf(name);
  if (index < 0) {
    if (c.functions.has(name)) throw new CommandError(`the function '${name}' is used as a variable`, 2);
    const cell = c.env.variables.cell(name);
    return () => cell;
  }
  return (m) => localAt(m, index);
}

function localAt(m: Machine, index: number): Cell {
  const cell = m.locals[index];
  if (!cell) throw new Error(`The function has no parameter ${index}.`);
  return cell;
}

/** Compiles the name of an array; the array is pushed to `arrays`. */
export function compileArray(c: Compiler, { name, path }: ArrayName): void {
  const cell = cellOf(c, name);
  emit(c, (m) => void m.arrays.push(arrayOf(cell(m))));
  for (const each of path) {
    compileKey(c, each);
    emit(c, (m) => void m.arrays.push(innerArray(popArray(m), popKey(m))));
  }
}

/** Compiles a subscript; its text is pushed. */
export function compileKey(c: Compiler, node: Expression): void {
  const { env } = c;
  if (node.kind !== 'list') {
    c.expression(node);
    emit(c, (m) => void m.stack.push(keyText(m.stack.pop(), env)));
    return;
  }
  for (const item of node.items) c.expression(item);
  const count = node.items.length;
  emit(c, (m) => {
    const parts = popValues(m, count).map((value) => keyText(value, env));
    m.stack.push(parts.join(toText(env.subsep.value, '%d')));
  });
}

function keyText(value: Value, env: Environment): string {
  if (typeof value === 'string') return value;
  return toText(value, env.convfmt());
}

export function popKey(m: Machine): string {
  const key = m.stack.pop();
  return typeof key === 'string' ? key : '';
}

export function popArray(m: Machine) {
  const array = m.arrays.pop();
  if (!array) throw new Error('An instruction found no array.');
  return array;
}

export function popValues(m: Machine, count: number): Value[] {
  return m.stack.splice(m.stack.length - count, count);
}
