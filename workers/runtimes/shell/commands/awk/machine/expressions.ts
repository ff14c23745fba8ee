/** Compiles expressions. */
import type { BinaryOperator, Comparison, Expression } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { toLower } from '../text/characters.ts';
import type { Pattern } from '../text/patterns.ts';
import {
  compareText,
  compareValues,
  isNumeric,
  isTrue,
  toNumber,
  toText,
  type Value,
} from '../text/values.ts';
import { compileBuiltin } from './builtins.ts';
import { compileCall } from './calls.ts';
import {
  compileArray,
  compileKey,
  type Compiler,
  createLabel,
  emit,
  jump,
  mark,
  popArray,
  popKey,
} from './compiler.ts';
import type { Environment } from './environment.ts';
import { compileGetline } from './getline.ts';
import type { Label, Machine } from './machine.ts';
import { compilePattern } from './pattern-operand.ts';
import { compileAssignment, compileIncrement, compileRead } from './places.ts';

type NodeOf<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const operations: Readonly<Record<BinaryOperator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => {
    if (right === 0) throw new CommandError('division by zero attempted', 2);
    return left / right;
  },
  '%': (left, right) => {
    if (right === 0) throw new CommandError("division by zero attempted in '%'", 2);
    return left % right;
  },
  '^': (left, right) => left ** right,
};

const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const compilers: { [K in Expression['kind']]: (c: Compiler, node: NodeOf<K>) => void } = {
  variable: compileRead,
  field: compileRead,
  element: compileRead,
  number: (c, { value }) => emit(c, (m) => void m.stack.push(value)),
  string: (c, { value }) => emit(c, (m) => void m.stack.push(value)),
  regex(c, node) {
    const pattern = compilePattern(c, node);
    const { record, convfmt } = c.env;
    emit(c, (m) => pushTruth(m, pattern(m).test(toText(record.field(0), convfmt()))));
  },
  assign(c, { place, operator, value }) {
    c.expression(value);
    compileAssignment(c, place, operator && operations[operator]);
  },
  increment: (c, { place, step, isPostfix }) => compileIncrement(c, place, step, isPostfix),
  binary(c, { operator, left, right }) {
    const operate = operations[operator];
    c.expression(left);
    c.expression(right);
    emit(c, (m) => {
      const operand = toNumber(m.stack.pop());
      m.stack.push(operate(toNumber(m.stack.pop()), operand));
    });
  },
  concatenation: compileConcatenation,
  comparison(c, { operator, left, right }) {
    const holds = comparisons[operator];
    c.expression(left);
    c.expression(right);
    const { env } = c;
    emit(c, (m) => {
      const operand = m.stack.pop();
      pushTruth(m, holds(compare(m.stack.pop(), operand, env)));
    });
  },
  match(c, { isNegated, text, pattern }) {
    c.expression(text);
    const matcher: (m: Machine) => Pattern = compilePattern(c, pattern);
    const { convfmt } = c.env;
    emit(c, (m) => {
      const tested = matcher(m);
      pushTruth(m, tested.test(toText(m.stack.pop(), convfmt())) !== isNegated);
    });
  },
  logical(c, { operator, left, right }) {
    const [decided, end] = [createLabel(), createLabel()];
    c.expression(left);
    jumpIf(c, operator === '||', decided);
    c.expression(right);
    emit(c, (m) => pushTruth(m, isTrue(m.stack.pop())));
    jump(c, end);
    mark(c, decided);
    emit(c, (m) => pushTruth(m, operator === '||'));
    mark(c, end);
  },
  unary(c, { operator, operand }) {
    c.expression(operand);
    if (operator === '!') emit(c, (m) => pushTruth(m, !isTrue(m.stack.pop())));
    else if (operator === '-') emit(c, (m) => void m.stack.push(-toNumber(m.stack.pop())));
    else emit(c, (m) => void m.stack.push(toNumber(m.stack.pop())));
  },
  conditional(c, { test, yes, no }) {
    const [otherwise, end] = [createLabel(), createLabel()];
    c.expression(test);
    jumpIf(c, false, otherwise);
    c.expression(yes);
    jump(c, end);
    mark(c, otherwise);
    c.expression(no);
    mark(c, end);
  },
  in(c, { key, array }) {
    compileKey(c, key);
    compileArray(c, array);
    emit(c, (m) => pushTruth(m, popArray(m).has(popKey(m))));
  },
  list: () => {
    throw new CommandError("syntax error: a list in parentheses can only be before 'in' and after print", 2);
  },
  getline: compileGetline,
  builtin: compileBuiltin,
  call: compileCall,
};

export function compileExpression(c: Compiler, node: Expression): void {
  compilers[node.kind](c, node as never);
}

function pushTruth(m: Machine, truth: boolean): void {
  m.stack.push(truth ? 1 : 0);
}

function compare(left: Value, right: Value, { convfmt, ignoresCase }: Environment): number {
  // Most comparisons are of numbers.
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  if (!ignoresCase() || (isNumeric(left) && isNumeric(right))) return compareValues(left, right, convfmt());
  return compareText(toLower(toText(left, convfmt())), toLower(toText(right, convfmt())));
}

/** Takes a value, and jumps if it is true, or false. */
export function jumpIf(c: Compiler, truth: boolean, label: Label): void {
  emit(c, (m) => {
    if (isTrue(m.stack.pop()) === truth) m.pc = label.at;
  });
}

/** Characters of one text. */
const maxLength = 64 * 1024 * 1024;

/** `a b c` is joined at once. */
function compileConcatenation(c: Compiler, node: NodeOf<'concatenation'>): void {
  const operands: Expression[] = [];
  let left: Expression = node;
  for (; left.kind === 'concatenation'; left = left.left) operands.unshift(left.right);
  operands.unshift(left);
  for (const operand of operands) c.expression(operand);
  const { convfmt } = c.env;
  const count = operands.length;
  emit(c, (m) => {
    const first = m.stack.length - count;
    let text = '';
    for (let at = first; at < m.stack.length; at++) text += toText(m.stack[at], convfmt());
    if (text.length > maxLength)
      throw new CommandError(`a text has at most ${maxLength / 1024 / 1024} million characters`, 2);
    m.stack.length = first;
    m.stack.push(text);
  });
}
