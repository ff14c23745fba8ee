/** The time limit of a script or command; it is paused while the user is asked. */
import type { NetworkPort } from '#workers/contracts/ports/network-port.ts';

export type ScriptClock = {
  /** Milliseconds until the limit; infinite while paused. */
  leftMs(): number;
  /**
   * Pauses the limit until the returned function is called. If it is paused several times at once, it
   * continues when all returned functions have been called.
   */
  pause(): () => void;
  /** Calls `then` at the limit; the returned function cancels that. */
  atEnd(then: () => void): () => void;
};

/** `limitMs` counts from now; may be infinite. */
export function createScriptClock(limitMs: number): ScriptClock {
  const ends = new Set<() => void>();
  let left = limitMs;
  let since = performance.now();
  let holders = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const leftNow = () => left - (performance.now() - since);

  function arm(): void {
    clearTimeout(timer);
    if (holders > 0 || ends.size === 0 || left === Infinity) return;
    timer = setTimeout(() => [...ends].forEach((end) => end()), Math.max(0, leftNow()));
  }

  return {
    leftMs: () => (holders > 0 ? Infinity : leftNow()),
    pause() {
      if (holders++ === 0) left = leftNow();
      arm();
      let isHeld = true;
      return () => {
        if (isHeld && --holders === 0) {
          since = performance.now();
          arm();
        }
        isHeld = false;
      };
    },
    atEnd(then) {
      const end = () => {
        ends.delete(end);
        then();
      };
      ends.add(end);
      arm();
      return () => {
        ends.delete(end);
        arm();
      };
    },
  };
}

/** The same network port, whose prompts to the user also pause this clock. */
export function withClock(network: NetworkPort, { pause }: Pick<ScriptClock, 'pause'>): NetworkPort {
  return {
    request: (request, onAsk) =>
      network.request(request, () => {
        const goOn = [pause(), onAsk?.()];
        return () => goOn.forEach((each) => each?.());
      }),
  };
}
