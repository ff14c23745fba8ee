/** Idle tool hosts: used ones, each for one `use`, and one spare that has never run any code. */
import type { ToolHost } from './tool-host.ts';

export type IdleHosts = {
  /** Returns a host that was used for the same `use`, else the spare, else a new one. */
  take(use: string): ToolHost;
  put(use: string, host: ToolHost): void;
  /** Starts the spare. */
  warm(): void;
};

export type IdleLimits = {
  /** Maximum number of used hosts kept; the one that was idle longest is terminated first. */
  idleHosts: number;
  /** Milliseconds for which an idle used host is kept. */
  warmHostMs: number;
  /** Whether an unused host is kept ready. */
  spare: boolean;
};

export function createIdleHosts(
  spawn: () => ToolHost,
  { idleHosts, warmHostMs, spare: keepsSpare }: IdleLimits,
): IdleHosts {
  /** Ordered by the time they were put back, oldest first. */
  const used: { use: string; host: ToolHost; since: number }[] = [];
  let spare: ToolHost | undefined;

  function takeUsed(use: string): ToolHost | undefined {
    for (;;) {
      const index = used.findLastIndex((each) => each.use === use);
      if (index < 0) return undefined;
      const [found] = used.splice(index, 1);
      if (found?.host.alive()) return found.host;
    }
  }

  function takeSpare(): ToolHost | undefined {
    const host = spare;
    spare = undefined;
    return host?.alive() ? host : undefined;
  }

  function warm(): void {
    if (keepsSpare && !spare?.alive()) spare = spawn();
  }

  function drop(isOver: () => boolean): void {
    while (isOver()) used.shift()?.host.terminate();
  }

  function dropOld(): void {
    const limit = Date.now() - warmHostMs;
    drop(() => (used[0]?.since ?? Infinity) <= limit);
  }

  return {
    warm,
    take: (use) => takeUsed(use) ?? takeSpare() ?? spawn(),
    put(use, host) {
      if (host.alive()) {
        used.push({ use, host, since: Date.now() });
        drop(() => used.length > idleHosts);
        setTimeout(dropOld, warmHostMs);
      }
      // Started after the call, so that starting the spare slows down no call.
      warm();
    },
  };
}
