/**
 * Joins the output of a script: it runs without a pause, and one message per word would flood the engine's
 * queue.
 */
import * as limits from '#shared/limits.ts';

/**
 * `tick` emits buffered output that is old enough and is called while the script runs; `flush` emits all of
 * it.
 */
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
      // One character more than the limit, so that the engine sees that the output was cut.
      if (left + 1 > pending.length) pending += text.slice(0, left + 1 - pending.length);
      tick();
    },
    tick,
    flush,
  };
}
