/** Loads what Today shows: alarms first, and never behind the rest, because they ring. */
import type { Toasts } from '../base/toasts.ts';

type Loads = { alarms(): Promise<void>; rest(): Promise<void> };

/** Each kind is loaded one time after the other; resolves once both are loaded, or failed. */
export function createRefresh(load: Loads, toasts: Pick<Toasts, 'attempt'>): () => Promise<void> {
  const alarms = inTurn(load.alarms, toasts);
  const rest = inTurn(load.rest, toasts);
  return () => alarms().then(rest);
}

function inTurn(load: () => Promise<void>, toasts: Pick<Toasts, 'attempt'>): () => Promise<void> {
  let turn = Promise.resolve();
  return () => (turn = turn.then(() => toasts.attempt(load()).then(() => undefined)));
}
