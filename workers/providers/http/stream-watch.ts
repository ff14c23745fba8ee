/** Times out a stream if nothing arrives for `providerIdleMs`, or nothing but pings for `providerSignsMs`. */
import * as limits from '#shared/limits.ts';

export type StreamWatch = {
  /** A part of the reply, or only a `ping` or comment, which shows that the connection is alive. */
  heard(what: 'event' | 'ping'): void;
  stop(): void;
};

export function watchStream(onTimeout: () => void): StreamWatch {
  let lastSign = performance.now();
  let lastEvent = lastSign;
  let timer: ReturnType<typeof setTimeout>;

  // The timer is rescheduled when it fires, not at every packet: there are hundreds a second.
  function check(): void {
    const now = performance.now();
    const left = Math.min(lastSign + limits.providerIdleMs, lastEvent + limits.providerSignsMs) - now;
    if (left <= 0) onTimeout();
    else timer = setTimeout(check, Math.ceil(left));
  }

  check();
  return {
    heard(what) {
      lastSign = performance.now();
      if (what === 'event') lastEvent = lastSign;
    },
    stop: () => clearTimeout(timer),
  };
}
