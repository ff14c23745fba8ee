/** Ends a request whose server says nothing, from before its first word, or for long nothing but that it is there. */
import { limits } from '../../src/shared/limits.ts';

export type StreamWatch = {
  /** Part of a reply, or only a `sign` of life: a ping, a comment. */
  heard(what: 'event' | 'sign'): void;
  stop(): void;
};

export function watchStream(onLost: () => void): StreamWatch {
  let silent: ReturnType<typeof setTimeout> | undefined;
  let stuck: ReturnType<typeof setTimeout> | undefined;

  function heard(what: 'event' | 'sign'): void {
    clearTimeout(silent);
    silent = setTimeout(onLost, limits.providerIdleMs);
    if (what === 'sign') return;
    clearTimeout(stuck);
    stuck = setTimeout(onLost, limits.providerSignsMs);
  }

  heard('event');
  return {
    heard,
    stop() {
      clearTimeout(silent);
      clearTimeout(stuck);
    },
  };
}
