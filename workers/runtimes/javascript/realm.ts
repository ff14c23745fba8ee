/**
 * A realm: a QuickJS global object with the script API. Scripts that share a realm see the variables of
 * earlier ones.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { openBridge, type HostFunctions, type Turn } from './bridge.ts';
import type { Interpreter } from './interpreter.ts';
import { openModules, unpack, type Modules } from './modules.ts';
import { prelude } from './prelude/index.ts';
import { connectNode } from './node/connect-node.ts';
import type { Texts } from './texts.ts';

/** Bytes; far below the stack of WebAssembly itself, because its overflow would break the interpreter. */
const stackBytes = 256 * 1024;

export type Realm = {
  interpreter: Interpreter;
  context: QuickJSContext;
  texts: Texts;
  modules: Modules;
  /** The function through which scripts call the host. */
  entry: QuickJSHandle;
  /** Formats a value as the console does. */
  inspect: QuickJSHandle;
  /** The loader of Node; undefined until `modules` has started it. */
  loader(): QuickJSHandle | undefined;
  begin(work: RealmWork): Turn;
  /** Calls a function of the prelude with a string and returns its string. Throws the function's error. */
  call(name: 'tidy' | 'keep' | 'restore', text: string): string;
};

/** `isOver`: true interrupts the script at its next step. `tick` is called many times per second. */
type RealmWork = {
  host: Record<string, HostFunctions[string]>;
  isOver(): boolean;
  tick?: (() => void) | undefined;
};

export function openRealm(interpreter: Interpreter): Realm {
  const runtime = interpreter.quickJs.newRuntime();
  runtime.setMaxStackSize(stackBytes);
  let work: RealmWork | undefined;
  runtime.setInterruptHandler(() => {
    work?.tick?.();
    return work?.isOver() ?? false;
  });
  const context = runtime.newContext();
  const bridge = openBridge(context);
  const install = context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
  // The prelude calls no host function while it is installed.
  bridge.begin({}, () => false);
  const made = context.unwrapResult(context.callFunction(install, context.undefined, bridge.entry));

  const { entry, texts } = bridge;

  function errorText(error: QuickJSHandle): string {
    return context.getProp(error, 'message').consume((message) => texts.read(message));
  }

  function call(name: string, text: string): string {
    const [work, argument] = [context.getProp(made, name), texts.make(text)];
    const { isError, handle } = unpack(context.callFunction(work, context.undefined, argument));
    const answer = isError ? errorText(handle) : texts.read(handle);
    for (const each of [work, argument, handle]) each.dispose();
    if (isError) throw new Error(answer);
    return answer;
  }

  const modules = openModules(context);
  const startNode = context.getProp(made, 'startNode');
  const functions = () => work?.host ?? {};
  const loader = connectNode({ context, texts, modules, startNode, functions });
  return {
    ...{ interpreter, context, texts, entry, call, modules, loader },
    inspect: context.getProp(made, 'inspect'),
    begin(next) {
      work = next;
      return bridge.begin(next.host, next.isOver);
    },
  };
}
