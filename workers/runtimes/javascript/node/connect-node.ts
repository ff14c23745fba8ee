/** Starts the loader of Node in a realm, and gives it what only the host can do: compile and import at once. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { asExpression } from '../as-expression.ts';
import type { HostFunctions } from '../bridge.ts';
import { unpack, type Modules } from '../modules.ts';
import { withoutNul, type Texts } from '../texts.ts';
import commonJsSource from './commonjs.js?raw';
import loaderSource from './loader.js?raw';
import type { NodeHost } from './node-host.ts';
import processSource from './process.js?raw';
import stdinSource from './stdin.js?raw';

export type NodeDeps = {
  context: QuickJSContext;
  texts: Texts;
  modules: Modules;
  /** Of the prelude: `(makeLoader, compile, importNow, makeCommonJs, makeProcess, makeStdin)`. */
  startNode: QuickJSHandle;
  /** The functions of the script that runs, to which those of Node are added. */
  functions(): Record<string, HostFunctions[string]>;
};

/** Returns a function that returns the loader; undefined until it has started. */
export function connectNode({ context, texts, modules, startNode, functions }: NodeDeps) {
  let loader: QuickJSHandle | undefined;

  function start(host: NodeHost): void {
    Object.assign(functions(), host.functions);
    loader ??= startLoader();
    callLoader('begin');
  }

  function startLoader(): QuickJSHandle {
    const made = [loaderSource, commonJsSource, processSource, stdinSource].map((source, index) =>
      context.unwrapResult(context.evalCode(asExpression(source), `node:inner/${index}`)),
    );
    const [make, ...parts] = made;
    if (!make) throw new Error('The source of the loader is missing.');
    const given = [make, compile, importNow, ...parts];
    return context.unwrapResult(context.callFunction(startNode, context.undefined, ...given));
  }

  const compile = context.newFunction('compile', (code, name, parameters) => {
    const source = withoutNul(texts.read(code));
    // On the first line, so that line numbers stay the same.
    const wrapped = `(function (${texts.read(parameters)}) {${source}\n})`;
    const { isError, handle } = unpack(context.evalCode(wrapped, texts.read(name)));
    return isError ? { error: handle } : handle;
  });

  const importNow = context.newFunction('importNow', (name) => {
    const { isError, handle } = modules.importNow(texts.read(name));
    if (isError) return { error: handle };
    if (context.getPromiseState(handle).type === 'pending')
      throw new Error(
        `'${texts.read(name)}' has an await at its top level: import it instead of requiring it.`,
      );
    return context.getProp(handle, 'all');
  });

  function callLoader(method: string, ...values: readonly string[]): string {
    if (!loader) return '';
    const work = context.getProp(loader, method);
    const handles = values.map(texts.make);
    const answer = context.unwrapResult(context.callFunction(work, context.undefined, ...handles));
    for (const each of [work, ...handles]) each.dispose();
    return answer.consume((handle) => texts.read(handle));
  }

  modules.connect({
    start,
    hasStarted: () => loader !== undefined,
    namesOf: (builtin) => JSON.parse(callLoader('names', builtin)) as string[],
    forget: () => void callLoader('forget'),
  });
  return () => loader;
}
