/** Compiles calls of functions that are built in. */
import { builtins } from '../language/builtins.ts';
import type { Expression } from '../language/syntax.ts';
import { CommandError } from '../../command.ts';
import { complementOf, plainFunctions, textLength } from '../functions/text.ts';
import { mktime, strftime } from '../functions/time.ts';
import { noField } from '../records/record.ts';
import { isTrue, looksNumeric, toNumber, toText, type AwkArray, type Value } from '../text/values.ts';
import { compileAsort } from './asort.ts';
import {
  cellOf,
  compileArray,
  compileKey,
  type Compiler,
  emit,
  popArray,
  popKey,
  popValues,
} from './compiler.ts';
import { type Machine, wait } from './machine.ts';
import { patternFunctions } from './pattern-functions.ts';
import { knownArray } from './variables.ts';

type Builtin = Extract<Expression, { kind: 'builtin' }>;
type Compile = (c: Compiler, values: readonly Expression[]) => void;

const special: Readonly<Record<string, Compile>> = {
  ...patternFunctions,
  asort: (c, values) => compileAsort(c, values, false),
  asorti: (c, values) => compileAsort(c, values, true),
  length(c, [value]) {
    const { record, convfmt } = c.env;
    if (value)
      inspect(c, value, (found) => (found instanceof Map ? found.size : textLength(found, convfmt())));
    else emit(c, (m) => void m.stack.push(textLength(record.field(0), convfmt())));
  },
  typeof(c, [value]) {
    if (value) inspect(c, value, typeName);
  },
  isarray(c, [value]) {
    if (value) inspect(c, value, (found) => (found instanceof Map ? 1 : 0));
  },
  compl: withValues((_, [value]) => complementOf(value)),
  rand: withValues(({ env }) => env.random.next()),
  srand: withValues(({ env }, [seed]) =>
    env.random.seed(seed === undefined ? Math.floor(Date.now() / 1000) : toNumber(seed)),
  ),
  strftime: withValues(({ env }, [format, seconds, isUtc]) => {
    const text = format === undefined ? '%a %b %e %H:%M:%S %Z %Y' : toText(format, env.convfmt());
    const time = seconds === undefined ? Date.now() / 1000 : toNumber(seconds);
    return strftime(text, Math.floor(time), isTrue(isUtc) ? 'UTC' : zoneOf(env.context.env));
  }),
  mktime: withValues(({ env }, [text, isUtc]) =>
    mktime(toText(text, env.convfmt()), isTrue(isUtc) ? 'UTC' : zoneOf(env.context.env)),
  ),
  system: withValues(({ env }, [line], m) => {
    const exitCode = env.outputs.run(toText(line, env.convfmt()), env.inputs.unread());
    return later(m, exitCode);
  }),
  close: withValues(({ env }, [value], m) => {
    const name = toText(value, env.convfmt());
    const closing = env.outputs.close(name);
    return closing ? later(m, closing) : (env.inputs.close(name) ?? -1);
  }),
  fflush: withValues(({ env }, _, m) =>
    later(
      m,
      env.outputs.flush().then(() => 0),
    ),
  ),
};

export function compileBuiltin(c: Compiler, { name, values }: Builtin): void {
  const [least = 0, most = 0] = builtins.get(name) ?? [];
  if (values.length < least || values.length > most)
    throw new CommandError(`syntax error: ${name} is called with ${values.length} arguments`, 2);
  const compile = special[name];
  if (compile) return compile(c, values);
  const calculate = plainFunctions[name];
  if (!calculate) throw new CommandError(`the function ${name} is not available here`, 2);
  withValues(({ env }, given) => calculate(given, env.convfmt()))(c, values);
}

/** Marks that the result comes later. */
const pending = Symbol('pending');

function later(m: Machine, promise: Promise<Value>): typeof pending {
  wait(m, promise);
  return pending;
}

/** Compiles the arguments; `call` gets their values. */
function withValues(
  call: (c: Compiler, values: readonly Value[], m: Machine) => Value | typeof pending,
): Compile {
  return (c, values) => {
    for (const value of values) c.expression(value);
    const count = values.length;
    emit(c, (m) => {
      const result = call(c, popValues(m, count), m);
      if (result !== pending) m.stack.push(result);
    });
  };
}

function zoneOf(env: ReadonlyMap<string, string>): string {
  return env.get('TZ') || 'UTC';
}

/** Compiles a function of a value that may be an array. */
function inspect(c: Compiler, node: Expression, look: (value: Value | AwkArray) => Value): void {
  if (node.kind === 'variable' && !c.env.variables.connectionOf(node.name)) {
    const cell = cellOf(c, node.name);
    emit(c, (m) => {
      const found = cell(m);
      m.stack.push(look(found.value ?? knownArray(found)));
    });
  } else if (node.kind === 'element') {
    compileArray(c, node.array);
    compileKey(c, node.key);
    emit(c, (m) => {
      m.stack.push(look(popArray(m).get(popKey(m))));
    });
  } else {
    c.expression(node);
    emit(c, (m) => void m.stack.push(look(m.stack.pop())));
  }
}

function typeName(value: Value | AwkArray): string {
  if (value instanceof Map) return 'array';
  if (value === undefined) return 'untyped';
  if (value === noField) return 'unassigned';
  if (typeof value === 'object') return looksNumeric(value.text) ? 'strnum' : 'string';
  return typeof value;
}
