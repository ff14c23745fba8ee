/** A domain of the engine API as scripts use it: plain strings for ids, exceptions for errors. */
import type { Id } from '#shared/ids.ts';
import { createProxy } from '#src/engine/connect.ts';

/** Scripts pass ids as plain strings. */
type Plain<Value> =
  Value extends Id<string> ? string : Value extends readonly (infer Item)[] ? readonly Plain<Item>[] : Value;
type PlainAll<Values extends unknown[]> = { [At in keyof Values]: Plain<Values[At]> };

/** The value of a result that may be an error. */
type ValueOf<Result> = [Extract<Result, { ok: true }>] extends [never]
  ? Result
  : Extract<Result, { ok: true }> extends { value: infer Value }
    ? Value
    : Result;

export type ConsoleDomain<Api> = {
  [Name in keyof Api]: Api[Name] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: PlainAll<Values>) => Promise<ValueOf<Result>>
    : never;
};

type Failure = { ok: false; error?: { type: string; message?: string; status?: number; detail?: string } } & {
  fault?: { type: string; part?: string };
};
type Answer<T> = { ok: true; value: T } | Failure;

/** `own` replaces or adds methods; all others are those of the API. */
export function createConsoleDomain<Api extends object, Own extends object>(
  api: Api,
  own: Own,
): Omit<ConsoleDomain<Api>, keyof Own> & Own {
  return createProxy((name) => {
    if (Object.hasOwn(own, name)) return own[name as keyof Own];
    const method = api[name as keyof Api] as (...values: unknown[]) => Promise<unknown>;
    return async (...values: unknown[]) => valueOf(await method(...values));
  });
}

export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  return valueOf(await answer) as T;
}

function valueOf(result: unknown): unknown {
  if (!isAnswer(result)) return result;
  if (result.ok) return 'value' in result ? result.value : result;
  const { error, fault } = result;
  if (fault) throw new Error([fault.type, fault.part].filter(Boolean).join(': '));
  const { type, status, message, detail } = error ?? { type: 'execution_error' };
  throw new Error([type, status, message ?? detail].filter(Boolean).join(': '));
}

function isAnswer(result: unknown): result is Answer<unknown> {
  return typeof result === 'object' && result !== null && 'ok' in result && typeof result.ok === 'boolean';
}
