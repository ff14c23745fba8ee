/** Compiles a script without running it. */
import type { Interpreter } from './interpreter.ts';
import { openRealm } from './realm.ts';

/** `JS_EVAL_FLAG_COMPILE_ONLY` and `JS_EVAL_TYPE_MODULE` of QuickJS. */
const [compileOnly, asModule] = [1 << 5, 1];

/** The error of the last way to read it, first as a script and then as a module; undefined if it compiles. */
export function syntaxErrorOf(interpreter: Interpreter, code: string, name: string): string | undefined {
  const { context, texts, inspect } = openRealm(interpreter);
  let shown: string | undefined;
  for (const flags of [compileOnly, compileOnly | asModule]) {
    const { error } = context.evalCode(code.replace(/^#!/, '//'), name, flags);
    if (!error) return undefined;
    shown = texts.read(context.unwrapResult(context.callFunction(inspect, context.undefined, error)));
  }
  return shown;
}
