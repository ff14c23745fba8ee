/** Runs one script in QuickJS: a new context for each, with a memory limit and an interrupt. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ScriptClock } from '../script-clock.ts';
import { openBridge, type Bridge, type HostFunctions } from './bridge.ts';
import type { Interpreter } from './interpreter.ts';
import { openModules, unpack, type Ended, type ReadModule } from './modules.ts';
import { prelude } from './prelude/index.ts';
import { processPrelude } from './process/index.ts';

/** Bytes; far below the stack of WebAssembly itself, whose overflow would break the interpreter. */
const stackBytes = 256 * 1024;

export type Script = {
  code: string;
  /** How its errors name it, and what its imports are relative to: as the name of a module. */
  name?: string;
  /** At its end the script is interrupted. */
  clock: ScriptClock;
  signal: AbortSignal;
  /** What the script can call; names and values as in `prelude`. */
  host: HostFunctions;
  /** The source of an imported module of the workspace. */
  readModule: ReadModule;
  /** For the shell's `node`: the values of its global `process`. If absent, the script has no `process`. */
  process?: Process;
  /** Called many times a second while the script runs. */
  tick?(): void;
};

type Process = {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** The whole of standard input. */
  input: string;
  /** Whether the script called `process.exit`: it runs no further. */
  hasExited(): boolean;
};

/** `value`: the last expression as the console shows it. `error`: what the script threw and did not catch. */
export type ScriptEnd =
  { type: 'value'; value: string | undefined } | { type: 'error'; error: string } | { type: 'timeout' };

/** Throws if the interpreter itself broke. It must not be used for another script: nothing of it is freed. */
export async function runScript(interpreter: Interpreter, script: Script): Promise<ScriptEnd> {
  const { signal, clock } = script;
  const runtime = interpreter.quickJs.newRuntime();
  const isLate = () => clock.leftMs() < 0;
  runtime.setMaxStackSize(stackBytes);
  let hasEnded = false;
  const hasExited = () => script.process?.hasExited() ?? false;
  const isOver = () => hasEnded || signal.aborted || isLate() || hasExited();
  runtime.setInterruptHandler(() => {
    script.tick?.();
    return isOver();
  });
  const context = runtime.newContext();
  const own = new AbortController();
  const forget = clock.atEnd(() => own.abort());
  try {
    const bridge = openBridge(context, script.host, isOver);
    const install = context.unwrapResult(context.evalCode(prelude, 'prelude.js'));
    const inspect = context.unwrapResult(context.callFunction(install, context.undefined, bridge.entry));
    if (script.process) defineProcess(context, script.process, bridge.entry);
    const end = await evaluate(context, script, bridge, {
      isOver,
      signal: AbortSignal.any([signal, own.signal]),
    });
    signal.throwIfAborted();
    if (hasExited()) return { type: 'value', value: undefined };
    if (isLate() || own.signal.aborted) return { type: 'timeout' };
    if (end.isError && interpreter.isFull()) return { type: 'error', error: outOfMemory };
    return show(context, end, inspect);
  } catch (error) {
    // The interrupt can arrive while the prelude runs.
    if (isLate() && !signal.aborted) return { type: 'timeout' };
    throw error;
  } finally {
    hasEnded = true;
    forget();
  }
}

function defineProcess(
  context: QuickJSContext,
  { hasExited: _, ...given }: Process,
  host: QuickJSHandle,
): void {
  const define = context.unwrapResult(context.evalCode(processPrelude, 'process.js'));
  const text = context.newString(JSON.stringify(given));
  context.unwrapResult(context.callFunction(define, context.undefined, host, text));
}

const outOfMemory = 'Error: out of memory: a script has 128 MB. Work on smaller parts at a time.';

/** Waits until the script has ended and nothing that it began is pending, as Node does, or until it is over. */
async function evaluate(
  context: QuickJSContext,
  script: Script,
  bridge: Bridge,
  over: { isOver(): boolean; signal: AbortSignal },
): Promise<Ended> {
  const started = await start(context, script);
  if (started.isError) return started;
  const aborted = new Promise<void>((resolve) =>
    over.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  for (;;) {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error) return { isError: true, handle: jobs.error };
    const end = settled(context, started.handle);
    if (end?.isError || (end && bridge.pending() === 0))
      return started.isModule ? defaultExport(context, end) : end;
    if (over.isOver() || over.signal.aborted) return { isError: false, handle: context.undefined };
    if (bridge.pending() === 0)
      throw new ToolError(
        'execution_error',
        'The script waits for a promise that nothing settles: it would never end.',
      );
    await Promise.race([bridge.next(), aborted]);
  }
}

/** A script has the value of its last expression; one with `import` or `await` at its top level is a module. */
async function start(
  context: QuickJSContext,
  { code, name = 'script.js', readModule }: Script,
): Promise<Ended & { isModule: boolean }> {
  const modules = openModules(context, readModule);
  await modules.prepare(name, code);
  const compiled = context.evalCode(code, name, { type: 'global', compileOnly: true });
  if (compiled.error) return { ...(await modules.evaluate(name, code)), isModule: true };
  return { ...unpack(context.evalCode(code, name, { type: 'global' })), isModule: false };
}

/** Undefined while the value is a pending promise. */
function settled(context: QuickJSContext, handle: QuickJSHandle): Ended | undefined {
  const state = context.getPromiseState(handle);
  if (state.type === 'pending') return undefined;
  if (state.type === 'rejected') return { isError: true, handle: state.error };
  return { isError: false, handle: state.value };
}

function defaultExport(context: QuickJSContext, { isError, handle }: Ended): Ended {
  return { isError, handle: isError ? handle : context.getProp(handle, 'default') };
}

function show(context: QuickJSContext, { isError, handle }: Ended, inspect: QuickJSHandle): ScriptEnd {
  if (!isError && context.typeof(handle) === 'undefined') return { type: 'value', value: undefined };
  // The script may have replaced what the inspector uses.
  const shown = context.callFunction(inspect, context.undefined, handle);
  if (shown.error) return { type: 'error', error: 'The value could not be shown.' };
  const text = context.getString(shown.value);
  return isError ? { type: 'error', error: text } : { type: 'value', value: text };
}
