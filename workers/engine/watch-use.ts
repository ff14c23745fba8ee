/** Watches the stream of a reply go by: how long its first sign took, and how it ended. */
import type { ModelEvent } from '../providers/provider.ts';
import type { ConnectionUse } from '../storage/connection-uses.ts';

type WatchPorts = {
  record(use: ConnectionUse): void;
  /** Milliseconds since the epoch. */
  now(): number;
};

/** No generator of its own: a stream of twenty thousand events would pay for each. */
export function watchUse(
  events: AsyncIterable<ModelEvent>,
  { record, now }: WatchPorts,
): AsyncIterable<ModelEvent> {
  return {
    [Symbol.asyncIterator]() {
      const inner = events[Symbol.asyncIterator]();
      const begun = now();
      let firstTokenMs: number | undefined;
      const tell = (use: Omit<ConnectionUse, 'at' | 'firstTokenMs'>) =>
        record({ at: now(), ...use, ...(firstTokenMs === undefined ? {} : { firstTokenMs }) });
      const see = ({ type, ...event }: ModelEvent) => {
        if (type === 'text-delta' || type === 'reasoning-delta' || type === 'call')
          firstTokenMs ??= Math.round(now() - begun);
        if (type === 'stop') tell({});
        if (type === 'error' && 'error' in event) tell({ error: event.error });
      };
      return {
        async next() {
          const step = await inner.next();
          if (!step.done) see(step.value);
          return step;
        },
        async return() {
          return (await inner.return?.()) ?? { done: true, value: undefined };
        },
      };
    },
  };
}
