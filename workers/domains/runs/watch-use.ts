/** Watches one request: how long the first sign of its reply took, and how it ended. */
import type { UseWatch } from '#workers/agent/model.ts';
import type { ConnectionUse } from '#workers/domains/connections/connection-uses.ts';

type WatchPorts = {
  record(use: ConnectionUse): void;
  /** Milliseconds since the epoch. */
  now(): number;
};

export function watchUse({ record, now }: WatchPorts): UseWatch {
  const begun = now();
  let firstTokenMs: number | undefined;
  return {
    begins: () => void (firstTokenMs ??= Math.round(now() - begun)),
    ends: (error) =>
      record({
        at: now(),
        ...(error ? { error } : {}),
        ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
      }),
  };
}
