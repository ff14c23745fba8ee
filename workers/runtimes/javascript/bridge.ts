/**
 * The single function through which a script calls the host; values are strings, numbers, booleans and
 * buffers.
 */
import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten-core';
import { messageOf } from '#shared/message-of.ts';
import { openTexts, type Texts } from './texts.ts';

export type HostValue = string | number | boolean | null | undefined | ArrayBuffer;
/** The functions of the host. The script sees the message of an error that they throw or reject with. */
export type HostFunctions = Readonly<
  Record<string, (...values: HostValue[]) => HostValue | Promise<HostValue>>
>;

export type Bridge = {
  /** The function that scripts call: `(name, ...values)`. */
  entry: QuickJSHandle;
  texts: Texts;
  /** From now on, scripts call these functions; pending calls of earlier scripts get no answer any more. */
  begin(functions: HostFunctions, isOver: () => boolean): Turn;
};

/** The calls of one script. */
export type Turn = {
  /** The number of calls that are pending. */
  pending(): number;
  /** Resolves at the next answer. */
  next(): Promise<void>;
};

type OwnTurn = Turn & {
  functions: HostFunctions;
  isOver(): boolean;
  promiseOf(answer: Promise<HostValue>): QuickJSHandle;
};

export function openBridge(context: QuickJSContext): Bridge {
  let turn: OwnTurn | undefined;
  const texts = openTexts(context);

  function call([nameHandle, ...handles]: readonly QuickJSHandle[]): QuickJSHandle {
    // After its end, a script may still run for some steps until it is interrupted.
    if (!turn || turn.isOver()) throw new Error('The script has ended.');
    const name = nameHandle ? context.getString(nameHandle) : '';
    const work = Object.hasOwn(turn.functions, name) ? turn.functions[name] : undefined;
    if (!work) throw new Error(`The host has no function '${name}'.`);
    const answer = work(...handles.map((handle) => toHost(context, texts, handle)));
    return answer instanceof Promise ? turn.promiseOf(answer) : toScript(context, texts, answer);
  }

  const entry = context.newFunction('host', (...handles) => {
    try {
      return call(handles);
    } catch (error) {
      return { error: texts.error(messageOf(error)) };
    }
  });
  return {
    entry,
    texts,
    begin: (functions, isOver) => (turn = beginTurn(context, texts, functions, isOver)),
  };
}

/** `isOver`: the script has ended, or will be interrupted at its next step. */
function beginTurn(
  context: QuickJSContext,
  texts: Texts,
  functions: HostFunctions,
  isOver: () => boolean,
): OwnTurn {
  let pending = 0;
  let wake: () => void = () => undefined;
  let next = new Promise<void>((resolve) => (wake = resolve));

  function answered(): void {
    pending--;
    wake();
    next = new Promise((resolve) => (wake = resolve));
  }

  /**
   * Runs `work` unless the script is over. The interrupt can also stop the few steps that settle a promise;
   * that error is ignored.
   */
  function settle(work: () => void): void {
    if (isOver()) return;
    try {
      work();
    } catch (error) {
      if (!isOver()) throw error;
    }
  }

  function promiseOf(answer: Promise<HostValue>): QuickJSHandle {
    pending++;
    const deferred = context.newPromise();
    void answer
      .then(
        (value) => settle(() => deferred.resolve(toScript(context, texts, value))),
        (error: unknown) => settle(() => deferred.reject(texts.error(messageOf(error)))),
      )
      .finally(answered);
    return deferred.handle;
  }

  return { functions, isOver, promiseOf, pending: () => pending, next: () => next };
}

function toScript(context: QuickJSContext, texts: Texts, value: HostValue): QuickJSHandle {
  switch (typeof value) {
    case 'string':
      return texts.make(value);
    case 'number':
      return context.newNumber(value);
    case 'boolean':
      return value ? context.true : context.false;
    case 'undefined':
      return context.undefined;
    default:
      return value === null ? context.null : context.newArrayBuffer(value);
  }
}

function toHost(context: QuickJSContext, texts: Texts, handle: QuickJSHandle): HostValue {
  switch (context.typeof(handle)) {
    case 'string':
      return texts.read(handle);
    case 'number':
      return context.getNumber(handle);
    case 'boolean':
      return context.sameValue(handle, context.true);
    case 'undefined':
      return undefined;
    default:
      return context.sameValue(handle, context.null)
        ? null
        : context.getArrayBuffer(handle).consume(({ value }) => value.slice().buffer);
  }
}

/**
 * Converts a value to a string: the prelude passes strings, but a script that bypasses it may pass anything.
 */
export function textOf(value: HostValue): string {
  return typeof value === 'object' && value !== null ? '' : String(value);
}
