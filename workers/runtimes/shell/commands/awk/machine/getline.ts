/** Compiles `getline`: from the main input, from a file, or from a command. */
import type { Expression } from '../language/syntax.ts';
import type { Reader } from '../records/reader.ts';
import { toNumber, toText } from '../text/values.ts';
import { type Compiler, emit } from './compiler.ts';
import type { Environment } from './environment.ts';
import { type Machine, wait } from './machine.ts';
import { placeCode } from './places.ts';

type Getline = Extract<Expression, { kind: 'getline' }>;

/** The result is 1, 0 at the end of the input, or -1 if it cannot be read. */
export function compileGetline(c: Compiler, { source, place }: Getline): void {
  const { env } = c;
  const taken = { record: '' };
  const target = placeCode(c, place ?? { kind: 'field', index: { kind: 'number', value: 0 } });
  if (source.kind === 'main') emit(c, (m) => readMain(m, env, taken));
  else {
    const { kind } = source;
    c.expression(source.name);
    emit(c, (m) => {
      const name = toText(m.stack.pop(), env.convfmt());
      const reader = env.inputs.open(kind, name);
      const read = (opened: Reader | undefined) => readFrom(opened, env, taken);
      if (reader instanceof Promise) wait(m, reader.then(read));
      else m.stack.push(read(reader));
    });
  }
  target.locate();
  emit(c, (m) => {
    const key = target.take(m);
    if (toNumber(m.stack.at(-1)) === 1) target.write(m, key, { text: taken.record });
  });
}

function readMain(m: Machine, env: Environment, taken: { record: string }): void {
  const take = (record: string | undefined) => {
    taken.record = record ?? '';
    return record === undefined ? 0 : 1;
  };
  const record = env.input.readAny();
  if (record instanceof Promise) wait(m, record.then(take));
  else m.stack.push(take(record));
}

/** Such records do not count in NR. */
function readFrom(reader: Reader | undefined, env: Environment, taken: { record: string }): number {
  if (!reader) return -1;
  const found = reader.next(toText(env.variables.get('RS'), '%d'), env.pattern);
  if (!found) return 0;
  taken.record = found.record;
  env.variables.set('RT', found.end);
  return 1;
}
