/** A global object of QuickJS with the API of scripts. Scripts that share a realm see the variables of earlier ones. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { openBridge, type HostFunctions, type Turn } from './bridge.ts';
import type { Interpreter } from './interpreter.ts';
import { openModules, unpack, type Modules } from './modules.ts';
import { prelude } from './prelude/index.ts';

/** Bytes; far below the stack of WebAssembly itself, whose overflow would break the interpreter. */
const stackBytes = 256 * 1024;

export type Realm = {
  interpreter: Interpreter;
  context: QuickJSContext;
  modules: Modules;
  /** The function through which scripts reach the host. */
  entry: QuickJSHandle;
  /** Shows a value as the console does. */
  inspect: QuickJSHandle;
  begin(work: RealmWork): Turn;
  /** Calls a function of the prelude with a text, and returns its text. Throws what it throws. */
  call(name: 'tidy' | 'keep' | 'restore', text: string): string;
};

/** `isOver`: the script is interrupted at its next step. `tick` is called many times a second. */
type RealmWork = { host: HostFunctions; isOver(): boolean; tick?: (() => void) | undefined };

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

  function call(name: string, text: string): string {
    const [work, argument] = [context.getProp(made, name), context.newString(text)];
    const { isError, handle } = unpack(context.callFunction(work, context.undefined, argument));
    const said = isError ? errorText(context, handle) : context.getString(handle);
    for (const each of [work, argument, handle]) each.dispose();
    if (isError) throw new Error(said);
    return said;
  }

  return {
    ...{ interpreter, context, entry: bridge.entry, call },
    modules: openModules(context),
    inspect: context.getProp(made, 'inspect'),
    begin(next) {
      work = next;
      return bridge.begin(next.host, next.isOver);
    },
  };
}

function errorText(context: QuickJSContext, error: QuickJSHandle): string {
  return context.getProp(error, 'message').consume((message) => context.getString(message));
}
