/** Compiles `print` and `printf`. */
import type { Redirection, Statement } from '../language/syntax.ts';
import type { Output } from '../streams/outputs.ts';
import { sprintf } from '../text/sprintf.ts';
import { toText, type Value } from '../text/values.ts';
import { type Compiler, emit, popValues } from './compiler.ts';
import { type Machine, wait } from './machine.ts';

type Print = Extract<Statement, { kind: 'print' | 'printf' }>;

export function compilePrint(c: Compiler, { kind, values, to }: Print): void {
  for (const value of values) c.expression(value);
  const take = kind === 'print' ? takeLine(c, values.length) : takeFormatted(c, values.length);
  const { stdout } = c.env.outputs;
  if (to) compileRedirected(c, to, take);
  else emit(c, (m) => stdout.write(take(m)));
}

/** Takes the values to print from the stack. */
type Take = (m: Machine) => string;

function takeLine({ env }: Compiler, count: number): Take {
  const [ofs, ors, ofmt] = [env.variables.cell('OFS'), env.variables.cell('ORS'), env.variables.cell('OFMT')];
  const shown = (value: Value) =>
    typeof value === 'number' ? toText(value, toText(ofmt.value, '%.6g')) : toText(value, '');
  const end = () => toText(ors.value, '%.6g');
  if (count === 0) return () => shown(env.record.field(0)) + end();
  if (count === 1) return (m) => shown(m.stack.pop()) + end();
  return (m) => popValues(m, count).map(shown).join(toText(ofs.value, '%.6g')) + end();
}

function takeFormatted({ env }: Compiler, count: number): Take {
  return (m) => {
    const [format, ...values] = popValues(m, count);
    return sprintf(toText(format, env.convfmt()), values, env.convfmt());
  };
}

/** Where to print is computed after what to print, and awaited if it is not open. */
function compileRedirected(c: Compiler, { kind, name }: Redirection, take: Take): void {
  const { outputs, convfmt } = c.env;
  c.expression(name);
  emit(c, (m) => {
    const target = toText(m.stack.pop(), convfmt());
    const text = take(m);
    const write = (output: Output) => void output.write(text);
    const opened = outputs.open(kind, target);
    if (opened instanceof Promise)
      wait(
        m,
        opened.then(write).then(() => undefined),
      );
    else m.stack.push(write(opened));
  });
  emit(c, (m) => void m.stack.pop());
}
