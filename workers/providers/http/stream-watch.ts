/** Ends a request whose server says nothing, from before its first word, or for long nothing but that it is there. */
import { limits } from '#shared/limits.ts';

export type StreamWatch = {
  /** Part of a reply, or only a `sign` of life: a ping, a comment. */
  heard(what: 'event' | 'sign'): void;
  stop(): void;
};

export function watchStream(onLost: () => void): StreamWatch {
  let lastSign = performance.now();
  let lastEvent = lastSign;
  let timer: ReturnType<typeof setTimeout>;

  // Set anew when it fires and not with every packet, of which there are hundreds a second.
  function check(): void {
    const now = performance.now();
    const left = Math.min(lastSign + limits.providerIdleMs, lastEvent + limits.providerSignsMs) - now;
    if (left <= 0) onLost();
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
