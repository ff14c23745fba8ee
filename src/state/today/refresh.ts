/** Loads the data of Today. Alarms come first and never wait for the rest, because they ring. */
import type { Toasts } from '../base/toasts.ts';

type Loaders = { alarms(): Promise<void>; rest(): Promise<void> };

/** Loads of the same kind do not overlap. The function resolves once both kinds are loaded or have failed. */
export function createRefresh(load: Loaders, toasts: Pick<Toasts, 'attempt'>): () => Promise<void> {
  const alarms = queueLoads(load.alarms, toasts);
  const rest = queueLoads(load.rest, toasts);
  return () => alarms().then(rest);
}

function queueLoads(load: () => Promise<void>, toasts: Pick<Toasts, 'attempt'>): () => Promise<void> {
  let turn = Promise.resolve();
  return () => (turn = turn.then(() => toasts.attempt(load()).then(() => undefined)));
}
