/**
 * Typed calls over a MessagePort or a worker, as plain messages. One end serves an object of methods; the
 * other end can call these methods and nothing else: no property is read, set or inherited. Values are
 * structured clones; `withTransfer` transfers what is too large to copy. Every call gets an answer: values
 * that cannot be cloned or read are a rejection.
 */
import { isObject } from '../json.ts';
import { messageOf } from '../message-of.ts';

/** The methods that both ends need of a `MessagePort`, a `Worker` or the global scope of a worker. */
export type Endpoint = {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent<unknown>) => void): void;
  /** Ports only. */
  start?(): void;
};

/** `call` counts from 1 on each endpoint. */
type CallMessage = { type: 'call'; call: number; method: string; values: unknown[] };
type AnswerMessage = { type: 'answer'; call: number } & (
  { ok: true; value: unknown } | { ok: false; error: { name: string; message: string } }
);

type Method = (...values: unknown[]) => unknown;
/** Any object type whose members are methods. */
export type Methods<Api> = { [Name in keyof Api]: (...values: never[]) => unknown };
type ValuesOf<M> = M extends (...values: infer Values) => unknown ? Values : never;
type AnswerOf<M> = M extends (...values: never[]) => infer Answer ? Awaited<Answer> : never;

export type Caller<Api> = {
  /** Rejects with what the method threw, or with a `DataCloneError` if a value could not cross. */
  call<Name extends keyof Api & string>(
    method: Name,
    ...values: ValuesOf<Api[Name]>
  ): Promise<AnswerOf<Api[Name]>>;
  /** Rejects all pending and later calls. */
  end(error: unknown): void;
};

const transfers = new WeakMap<object, Transferable[]>();

/** Marks an argument or an answer: `parts` of it are transferred instead of copied. */
export function withTransfer<Value extends object>(value: Value, parts: Transferable[]): Value {
  transfers.set(value, parts);
  return value;
}

/** Serves the own methods of `api`; whatever is not a call is dropped. */
export function serveCalls<Api extends Methods<Api>>(endpoint: Endpoint, api: Api): void {
  let last = 0;

  async function answer({ call, method, values }: CallMessage): Promise<void> {
    try {
      const value = await findMethod(api, method)(...values);
      post(endpoint, { type: 'answer', call, ok: true, value }, [value]);
    } catch (error) {
      refuse(call, error);
    }
  }

  function refuse(call: number, error: unknown): void {
    const name = error instanceof Error ? error.name : 'Error';
    post(endpoint, { type: 'answer', call, ok: false, error: { name, message: messageOf(error) } });
  }

  endpoint.addEventListener('message', ({ data }) => {
    if (isUnreadable(data)) return refuseNext();
    if (!isCall(data)) return;
    last = data.call;
    void answer(data);
  });
  // Messages keep their order, so the one that cannot be read is the call after the last one.
  const refuseNext = () => refuse(++last, new UnreadableError('The arguments'));
  endpoint.addEventListener('messageerror', refuseNext);
  endpoint.start?.();
}

/** Calls what `serveCalls` serves at the other end. */
export function callOver<Api extends Methods<Api>>(endpoint: Endpoint): Caller<Api> {
  type Pending = { resolve(value: never): void; reject(error: unknown): void };
  const pending = new Map<number, Pending>();
  let calls = 0;
  let ended: { error: unknown } | undefined;

  function rejectAll(error: unknown): void {
    const all = [...pending.values()];
    pending.clear();
    for (const { reject } of all) reject(error);
  }

  endpoint.addEventListener('message', ({ data }) => {
    if (isUnreadable(data)) return rejectUnread();
    if (!isAnswer(data)) return;
    const waiting = pending.get(data.call);
    pending.delete(data.call);
    if (data.ok) waiting?.resolve(data.value as never);
    else waiting?.reject(Object.assign(new Error(data.error.message), { name: data.error.name }));
  });
  // An unreadable answer does not show which call it belongs to, so all pending calls are rejected.
  const rejectUnread = () => rejectAll(new UnreadableError('An answer'));
  endpoint.addEventListener('messageerror', rejectUnread);
  endpoint.start?.();

  return {
    call: (method, ...values) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(ended.error);
        const call = calls + 1;
        // Throws, and so rejects, if a value cannot be cloned. `calls` stays the same then: the
        // other end got no message either.
        post(endpoint, { type: 'call', call, method, values }, values);
        calls = call;
        pending.set(call, { resolve, reject });
      }),
    end(error) {
      ended ??= { error };
      rejectAll(error);
    },
  };
}

/** Chromium delivers a message that is nested too deep as `null` instead of a `messageerror`; this app sends no `null`. */
function isUnreadable(data: unknown): boolean {
  return data === null;
}

/** The browser could not deserialise a message: nested too deep, or out of memory. */
class UnreadableError extends Error {
  override readonly name = 'DataCloneError';

  constructor(what: string) {
    super(`${what} could not be read in the other thread: nested too deep or too large.`);
  }
}

function post(endpoint: Endpoint, message: CallMessage | AnswerMessage, values: unknown[] = []): void {
  endpoint.postMessage(
    message,
    values.flatMap((value) => (isObject(value) ? (transfers.get(value) ?? []) : [])),
  );
}

function findMethod(api: object, name: string): Method {
  const method: unknown = Object.hasOwn(api, name) ? Reflect.get(api, name) : undefined;
  if (typeof method !== 'function') throw new TypeError(`There is no method '${name}' here.`);
  return method as Method;
}

function isCall(data: unknown): data is CallMessage {
  return (
    isObject(data) &&
    data.type === 'call' &&
    typeof data.call === 'number' &&
    typeof data.method === 'string' &&
    Array.isArray(data.values)
  );
}

function isAnswer(data: unknown): data is AnswerMessage {
  if (!isObject(data) || data.type !== 'answer' || typeof data.call !== 'number') return false;
  return data.ok === true || (data.ok === false && isObject(data.error));
}
