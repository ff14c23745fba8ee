/** Joins what a script prints: it runs without a pause, and a message for each word would fill the engine's queue. */
import * as limits from '#shared/limits.ts';

/** `tick` passes on what has waited long enough, and is called while the script runs; `flush` passes on all that waits. */
export function createLiveOutput(
  pass: (text: string) => void,
  most: number = limits.streamedOutputCharacters,
) {
  let pending = '';
  let left = most;
  let passedAt = -Infinity;

  function tick(): void {
    if (pending === '') return;
    const now = performance.now();
    if (now - passedAt >= limits.outputMs) flush();
  }

  function flush(): void {
    if (pending === '') return;
    passedAt = performance.now();
    left -= pending.length;
    pass(pending);
    pending = '';
  }

  return {
    add(text: string): void {
      // One more, so that the engine sees that it was cut.
      if (left + 1 > pending.length) pending += text.slice(0, left + 1 - pending.length);
      tick();
    },
    tick,
    flush,
  };
}
