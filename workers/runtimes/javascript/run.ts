/** Runs one script in QuickJS, with a memory limit and an interrupt. */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { ToolError } from '#workers/contracts/tool-error.ts';
import type { ScriptClock } from '../script-clock.ts';
import type { HostFunctions, Turn } from './bridge.ts';
import type { Interpreter } from './interpreter.ts';
import { unpack, type Ended, type ReadModule } from './modules.ts';
import type { NodeAccess } from './node/node-access.ts';
import { loaderKey } from './node/pass-on.ts';
import { openRealm, type Realm } from './realm.ts';
import { exportedName } from './session/exported-name.ts';
import type { Rewritten } from './session/rewrite.ts';

export type Script = {
  code: string;
  /** The module name, used in errors and as the base of its imports. */
  name?: string;
  /** When its time is over, the script is interrupted. */
  clock: ScriptClock;
  signal: AbortSignal;
  /** The functions that the script can call; names and values as in `prelude`. */
  host: Record<string, HostFunctions[string]>;
  /** Reads the source of an imported module of the workspace. */
  readModule: ReadModule;
  /** If absent, the script has no modules of Node. */
  node?: NodeAccess | undefined;
  /** The absolute path of the file, for a main program that may be CommonJS. */
  file?: string | undefined;
  /** True once the script has called `process.exit`, which ends it. */
  hasExited?(): boolean;
  /** The rewritten script, whose top-level declarations stay in the realm. */
  rewritten?: Rewritten | undefined;
  /** Called many times per second while the script runs. */
  tick?(): void;
};

/** `value`: the last expression, formatted as by the console. `error`: an uncaught error. */
export type ScriptEnd =
  | { type: 'value'; value: string | undefined }
  | { type: 'error'; error: string; isFull?: true }
  | { type: 'timeout' };

/**
 * Throws if the interpreter itself broke. The interpreter must not be used again, because nothing in it is
 * freed.
 */
export function runScript(interpreter: Interpreter, script: Script): Promise<ScriptEnd> {
  return runInRealm(openRealm(interpreter), script);
}

/**
 * Throws if the interpreter itself broke. After that, after a stop or a timeout, the realm must not be used
 * again.
 */
export async function runInRealm(realm: Realm, script: Script): Promise<ScriptEnd> {
  const { context, interpreter } = realm;
  const { signal, clock, host, tick } = script;
  const isLate = () => clock.leftMs() < 0;
  let hasEnded = false;
  const hasExited = () => script.hasExited?.() ?? false;
  const isOver = () => hasEnded || signal.aborted || isLate() || hasExited();
  const own = new AbortController();
  const forget = clock.atEnd(() => own.abort());
  const run: Run = {
    ...{ realm, script, isOver, turn: realm.begin({ host, isOver, tick }), handles: new Set() },
    stopped: AbortSignal.any([signal, own.signal]),
  };
  try {
    const end = await evaluate(run);
    signal.throwIfAborted();
    if (hasExited()) return { type: 'value', value: undefined };
    if (isLate() || own.signal.aborted) return { type: 'timeout' };
    if (end.isError && interpreter.isFull()) return { type: 'error', error: outOfMemory, isFull: true };
    if (script.rewritten?.hasDefault) forgetExported(context);
    const shown = show(realm, end);
    for (const handle of run.handles) handle.dispose();
    return shown;
  } catch (error) {
    // The interrupt may occur outside the script's own code.
    if (isLate() && !signal.aborted) return { type: 'timeout' };
    throw error;
  } finally {
    hasEnded = true;
    forget();
  }
}

const outOfMemory = 'Error: out of memory: a script has 128 MB. Work on smaller parts at a time.';

type Run = {
  realm: Realm;
  script: Script;
  turn: Turn;
  isOver(): boolean;
  /** Aborts at the deadline, and when the call is stopped. */
  stopped: AbortSignal;
  /** Handles to dispose after the script, if the realm is used again. */
  handles: Set<QuickJSHandle>;
};

/**
 * Waits until the script has ended and nothing that it started is pending, as in Node, or until it is over.
 */
async function evaluate(run: Run): Promise<Ended> {
  const { realm, script, isOver } = run;
  const { context, modules } = realm;
  const { name = 'script.js' } = script;
  await modules.begin(script.readModule, script.node);
  await modules.prepare(name, script.code);
  const kept = keepable(realm, script, name);
  const imported = await importFirst(run, name, kept?.imports);
  if (imported.isError || isOver()) return imported;
  const { kind, ...started } = await start(realm, script, name, kept);
  const isDone = () => run.turn.pending() === 0;
  const end = await ended(run, started, isDone);
  if (end.isError || isOver()) return end;
  const finished = await finish(run);
  if (finished?.isError) return finished;
  if (isOver() || kind === 'script') return end;
  if (kind === 'module') return { isError: false, handle: context.getProp(end.handle, 'default') };
  const value = kept?.hasDefault
    ? context.getProp(context.global, exportedName)
    : context.getProp(end.handle, 'value');
  return ended(run, { isError: false, handle: value }, isDone);
}

async function importFirst(run: Run, name: string, imports: string | undefined): Promise<Ended> {
  if (imports === undefined) return { isError: false, handle: run.realm.context.undefined };
  return ended(run, await run.realm.modules.evaluate(name, imports), () => true);
}

/** Runs the tests that are left, and the listeners of `process`. */
async function finish(run: Run): Promise<Ended | undefined> {
  const { context, loader } = run.realm;
  const made = run.script.node?.now() && loader();
  if (!made) return undefined;
  const work = context.getProp(made, 'finish');
  const promise = unpack(context.callFunction(work, context.undefined));
  work.dispose();
  return ended(run, promise, () => true);
}

/** Ends a test that waits for ever; true if there was one. */
function endStalledTest({ realm: { context, texts, loader }, script }: Run): boolean {
  const made = script.node?.now() && loader();
  if (!made) return false;
  const work = context.getProp(made, 'stalled');
  const answer = context.unwrapResult(context.callFunction(work, context.undefined));
  work.dispose();
  return answer.consume((handle) => texts.read(handle)) === 'true';
}

/** Resolves a promise to its value; other values are returned as they are. */
async function ended(run: Run, { isError, handle }: Ended, isDone: () => boolean): Promise<Ended> {
  const { turn, stopped, handles, isOver } = run;
  const { context } = run.realm;
  handles.add(handle);
  if (isError) return { isError, handle };
  const aborted = new Promise<void>((resolve) =>
    stopped.addEventListener('abort', () => resolve(), { once: true }),
  );
  for (;;) {
    const jobs = context.runtime.executePendingJobs();
    if (jobs.error) return { isError: true, handle: jobs.error };
    const end = settled(context, handle);
    if (end) handles.add(end.handle);
    if (end?.isError || (end && isDone())) return end;
    if (isOver() || stopped.aborted) return { isError: false, handle: context.undefined };
    if (turn.pending() === 0 && endStalledTest(run)) continue;
    if (turn.pending() === 0)
      throw new ToolError(
        'execution_error',
        'The script waits for a promise that nothing settles: it would never end.',
      );
    await Promise.race([turn.next(), aborted]);
  }
}

/** `JS_EVAL_FLAG_ASYNC` of QuickJS: allows `await` in a script and returns a promise of its last value. */
const asyncScript = 1 << 7;
/** `JS_EVAL_FLAG_COMPILE_ONLY`. */
const compileOnly = 1 << 5;

/**
 * Undefined if the interpreter cannot compile the rewritten script; the original then runs, and its variables
 * are not kept.
 */
function keepable({ context }: Realm, { rewritten }: Script, name: string): Rewritten | undefined {
  const isTaken = rewritten && compiles(context, rewritten.code, name, asyncScript | compileOnly);
  return isTaken ? rewritten : undefined;
}

type Started = Ended & { kind: 'script' | 'module' | 'kept' };

/**
 * Starts the evaluation. A script returns its last expression; one with `import` or `await` at its top level
 * is a module.
 */
async function start(
  { context, modules }: Realm,
  { code, file, node }: Script,
  name: string,
  kept: Rewritten | undefined,
): Promise<Started> {
  if (kept) {
    // In strict mode, a global must exist before it is assigned.
    if (kept.hasDefault) context.setProp(context.global, exportedName, context.undefined);
    return { ...unpack(context.evalCode(kept.code, name, asyncScript)), kind: 'kept' };
  }
  if (file !== undefined && node?.now()?.isMainCommonJs(file, code)) {
    const main = `globalThis[${loaderKey}].runMain(${JSON.stringify(file)}); void 0`;
    return { ...unpack(context.evalCode(main, 'main.js', { type: 'global' })), kind: 'script' };
  }
  if (compiles(context, code, name, compileOnly))
    return { ...unpack(context.evalCode(code, name, { type: 'global' })), kind: 'script' };
  return { ...(await modules.evaluate(name, code)), kind: 'module' };
}

function compiles(context: QuickJSContext, code: string, name: string, flags: number): boolean {
  const { isError, handle } = unpack(context.evalCode(code, name, flags));
  handle.dispose();
  return !isError;
}

/**
 * Deletes the global of the default export, which is not a variable of the session, even if the script
 * failed.
 */
function forgetExported(context: QuickJSContext): void {
  unpack(context.evalCode(`delete globalThis.${exportedName}`)).handle.dispose();
}

/** Undefined while the value is a pending promise. */
function settled(context: QuickJSContext, handle: QuickJSHandle): Ended | undefined {
  const state = context.getPromiseState(handle);
  if (state.type === 'pending') return undefined;
  if (state.type === 'rejected') return { isError: true, handle: state.error };
  return { isError: false, handle: state.value };
}

function show({ context, texts, inspect }: Realm, { isError, handle }: Ended): ScriptEnd {
  if (!isError && context.typeof(handle) === 'undefined') return { type: 'value', value: undefined };
  // Formatting can fail, because the script may have replaced functions that the inspector uses.
  const shown = context.callFunction(inspect, context.undefined, handle);
  if (shown.error) return { type: 'error', error: 'The value could not be shown.' };
  const text = texts.read(shown.value);
  return isError ? { type: 'error', error: text } : { type: 'value', value: text };
}
