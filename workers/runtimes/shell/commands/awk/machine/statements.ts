/** Compiles statements. */
import type { Expression, Statement } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { compareValues, toNumber, toText, type Value } from '../text/values.ts';
import { keysOf } from './asort.ts';
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
import { jumpIf } from './expressions.ts';
import { type Label, leave } from './machine.ts';
import { placeCode } from './places.ts';
import { compilePattern } from './pattern-operand.ts';
import { compilePrint } from './print.ts';

/** The member of the union whose `kind` may be K. */
type NodeOf<K extends Statement['kind'], S = Statement> = S extends { kind: infer T }
  ? K extends T
    ? S
    : never
  : never;

const compilers: { [K in Statement['kind']]: (c: Compiler, node: NodeOf<K>) => void } = {
  block(c, { body }) {
    for (const each of body) compileStatement(c, each);
  },
  expression(c, { value }) {
    c.expression(value);
    emit(c, (m) => void m.stack.pop());
  },
  print: compilePrint,
  printf: compilePrint,
  if(c, { test, yes, no }) {
    const [otherwise, end] = [createLabel(), createLabel()];
    c.expression(test);
    jumpIf(c, false, otherwise);
    compileStatement(c, yes);
    if (no) jump(c, end);
    mark(c, otherwise);
    if (no) compileStatement(c, no);
    mark(c, end);
  },
  while: (c, { test, body }) => compileLoop(c, test, body),
  do(c, { test, body }) {
    const [begin, next, end] = [createLabel(), createLabel(), createLabel()];
    mark(c, begin);
    compileBody(c, body, end, next);
    mark(c, next);
    c.expression(test);
    jumpIf(c, true, begin);
    mark(c, end);
  },
  for(c, { first, test, next, body }) {
    if (first) compileStatement(c, first);
    compileLoop(c, test, body, next);
  },
  'for-in': compileForIn,
  switch: compileSwitch,
  break: (c) => jump(c, loopOf(c, 'break').breakTo),
  continue(c) {
    const { continueTo } = loopOf(c, 'continue', ({ continueTo: target }) => target !== undefined);
    if (continueTo) jump(c, continueTo);
  },
  next: (c) => jump(c, c.labels.record),
  nextfile: (c) => jump(c, c.labels.fileEnd),
  exit(c, { value }) {
    if (value) c.expression(value);
    const { status } = c.env;
    if (value)
      emit(c, (m) => {
        status.exitCode = Math.trunc(toNumber(m.stack.pop())) & 0xff;
      });
    jump(c, c.labels.end);
  },
  return(c, { value }) {
    if (value) c.expression(value);
    else emit(c, (m) => void m.stack.push(undefined));
    emit(c, leave);
  },
  delete(c, { array, key }) {
    compileArray(c, array);
    if (key) compileKey(c, key);
    emit(c, (m) => {
      if (key) {
        const name = popKey(m);
        popArray(m).delete(name);
      } else popArray(m).clear();
    });
  },
};

export function compileStatement(c: Compiler, node: Statement): void {
  compilers[node.kind](c, node as never);
}

type Loop = Compiler['loops'][number];

function loopOf(c: Compiler, word: string, fits: (loop: Loop) => boolean = () => true): Loop {
  const loop = c.loops.findLast(fits);
  if (!loop) throw new CommandError(`syntax error: ${word} outside of a loop`, 2);
  return loop;
}

function compileBody(c: Compiler, body: Statement, breakTo: Label, continueTo: Label): void {
  c.loops.push({ breakTo, continueTo });
  compileStatement(c, body);
  c.loops.pop();
}

/** Without a test, the loop has no end. */
function compileLoop(c: Compiler, test: Expression | undefined, body: Statement, next?: Statement): void {
  const [begin, step, end] = [createLabel(), createLabel(), createLabel()];
  mark(c, begin);
  if (test) {
    c.expression(test);
    jumpIf(c, false, end);
  }
  compileBody(c, body, end, step);
  mark(c, step);
  if (next) compileStatement(c, next);
  jump(c, begin);
  mark(c, end);
}

/** Visits the keys that the array had when the loop began. */
function compileForIn(c: Compiler, { place, array, body }: NodeOf<'for-in'>): void {
  const [begin, end] = [createLabel(), createLabel()];
  const { locate, take, write } = placeCode(c, place);
  compileArray(c, array);
  emit(c, (m) => void m.iterators.push(keysOf(c, m, popArray(m))));
  mark(c, begin);
  emit(c, (m) => {
    const key = m.iterators.at(-1)?.pop();
    if (key === undefined) m.pc = end.at;
    else m.stack.push(key);
  });
  locate();
  emit(c, (m) => {
    const key = take(m);
    const value = m.stack.pop();
    write(m, key, typeof value === 'string' ? { text: value } : value);
  });
  compileBody(c, body, end, begin);
  jump(c, begin);
  mark(c, end);
  emit(c, (m) => void m.iterators.pop());
}

function compileSwitch(c: Compiler, { value, cases }: NodeOf<'switch'>): void {
  const end = createLabel();
  const labels = cases.map(createLabel);
  c.expression(value);
  cases.forEach((each, at) => {
    const label = labels[at];
    if (each.value && label) compileCase(c, each.value, label);
  });
  emit(c, (m) => void m.stack.pop());
  jump(c, labels[cases.findIndex((each) => !each.value)] ?? end);
  c.loops.push({ breakTo: end, continueTo: undefined });
  cases.forEach(({ body }, at) => {
    const label = labels[at];
    if (label) mark(c, label);
    for (const each of body) compileStatement(c, each);
  });
  c.loops.pop();
  mark(c, end);
}

/** Compares the value of `switch`, which stays on the stack, with one case. A pattern is matched. */
function compileCase(c: Compiler, value: Expression, label: Label): void {
  const { convfmt } = c.env;
  const go = (holds: boolean, stack: Value[], set: () => void) => {
    if (!holds) return;
    stack.pop();
    set();
  };
  if (value.kind === 'regex') {
    const pattern = compilePattern(c, value);
    emit(c, (m) =>
      go(pattern(m).test(toText(m.stack.at(-1), convfmt())), m.stack, () => void (m.pc = label.at)),
    );
    return;
  }
  c.expression(value);
  emit(c, (m) => {
    const compared = m.stack.pop();
    go(compareValues(m.stack.at(-1), compared, convfmt()) === 0, m.stack, () => void (m.pc = label.at));
  });
}
