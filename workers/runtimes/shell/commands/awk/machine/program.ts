/**
 * Compiles a program to one list of instructions: BEGIN, the loop over records, END, and the functions. The loop
 * is code like all else, so that reading the input needs no function that calls the program back.
 */
import type { Pattern, Program, Rule, Statement } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { type Compiler, createLabel, emit, type FunctionCode, jump, mark, within } from './compiler.ts';
import type { Environment } from './environment.ts';
import { compileExpression, jumpIf } from './expressions.ts';
import { halt, type Instruction, leave, unwind, wait } from './machine.ts';
import { compileStatement } from './statements.ts';

export function compileProgram(program: Program, env: Environment): readonly Instruction[] {
  const functions = new Map<string, FunctionCode>(
    [...program.functions].map(([name, { parameters }]) => [name, { label: createLabel(), parameters }]),
  );
  const c: Compiler = {
    ...{ env, program, code: [], functions, locals: [], loops: [] },
    labels: { record: createLabel(), fileEnd: createLabel(), end: createLabel() },
    expression: (node) => compileExpression(c, node),
    compile: compileExpression,
  };
  const halted = createLabel();
  compileAll(c, program.special.BEGIN);
  if (readsInput(program)) compileInput(c);
  else {
    mark(c, c.labels.record);
    mark(c, c.labels.fileEnd);
  }
  mark(c, c.labels.end);
  // `exit` in END ends the program.
  const atEnd = within(c, { labels: { ...c.labels, end: halted } });
  emit(c, (m) => {
    unwind(m);
    m.isEnding = true;
  });
  compileAll(atEnd, program.special.END);
  mark(c, halted);
  emit(c, halt);
  compileFunctions(c, halted);
  return c.code;
}

function readsInput({ rules, special }: Program): boolean {
  return (
    rules.length > 0 || [special.END, special.BEGINFILE, special.ENDFILE].some(({ length }) => length > 0)
  );
}

function compileAll(c: Compiler, bodies: readonly Statement[]): void {
  for (const body of bodies) compileStatement(c, body);
}

function compileInput(c: Compiler): void {
  const { env, program, labels } = c;
  const open = createLabel();
  jump(c, open);
  mark(c, labels.fileEnd);
  emit(c, unwind);
  emit(c, () => env.input.close());
  compileAll(c, program.special.ENDFILE);
  mark(c, open);
  emit(c, (m) => {
    const opened = env.input.openNext();
    if (opened instanceof Promise) wait(m, opened.then(Number));
    else m.stack.push(Number(opened));
  });
  jumpIf(c, false, labels.end);
  compileAll(c, program.special.BEGINFILE);
  mark(c, labels.record);
  emit(c, (m) => {
    unwind(m);
    const record = env.input.read();
    if (record === undefined) m.pc = labels.fileEnd.at;
    else env.record.set(record);
  });
  for (const rule of program.rules) compileRule(c, rule);
  jump(c, labels.record);
}

function compileRule(c: Compiler, { pattern, body }: Rule): void {
  const end = createLabel();
  compileTest(c, pattern);
  if (pattern.kind !== 'always') jumpIf(c, false, end);
  compileStatement(c, body);
  mark(c, end);
}

function compileTest(c: Compiler, pattern: Pattern): void {
  if (pattern.kind === 'expression') c.expression(pattern.value);
  if (pattern.kind !== 'range') return;
  const [inside, end, outside] = [createLabel(), createLabel(), createLabel()];
  let isInside = false;
  emit(c, (m) => {
    if (isInside) m.pc = inside.at;
  });
  c.expression(pattern.from);
  jumpIf(c, false, outside);
  mark(c, inside);
  emit(c, () => void (isInside = true));
  c.expression(pattern.to);
  jumpIf(c, false, end);
  emit(c, () => void (isInside = false));
  mark(c, end);
  const done = createLabel();
  emit(c, (m) => void m.stack.push(1));
  jump(c, done);
  mark(c, outside);
  emit(c, (m) => void m.stack.push(0));
  mark(c, done);
}

/** `exit` in a function runs END, or ends the program if END runs already. */
function compileFunctions(c: Compiler, halted: Compiler['labels']['end']): void {
  const exit = createLabel();
  for (const [name, { parameters, body }] of c.program.functions) {
    const code = c.functions.get(name);
    if (!code) throw new CommandError(`the function '${name}' is not defined`, 2);
    if (new Set(parameters).size < parameters.length || parameters.includes(name))
      throw new CommandError(`syntax error: the parameters of '${name}' are not different names`, 2);
    mark(c, code.label);
    compileStatement(within(c, { locals: parameters, labels: { ...c.labels, end: exit } }), body);
    emit(c, (m) => void m.stack.push(undefined));
    emit(c, leave);
  }
  mark(c, exit);
  emit(c, (m) => {
    m.pc = m.isEnding ? halted.at : c.labels.end.at;
  });
}
