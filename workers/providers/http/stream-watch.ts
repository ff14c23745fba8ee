/** Times out a stream: when nothing arrives for a while, or for a longer while nothing but pings. */
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

  // Rescheduled when it fires, not with every packet, of which there are hundreds a second.
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
