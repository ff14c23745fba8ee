/**
 * Throttles the output of a command to ten events a second and limits its length, because the page draws each
 * event.
 */
import * as limits from '#shared/limits.ts';

export type Output = {
  add(text: string): void;
  /** Emits the buffered text now. */
  flush(): void;
};

export function throttleOutput(
  pass: (text: string) => void,
  most: number = limits.streamedOutputCharacters,
): Output {
  let pending = '';
  let left = most;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const text = pending;
    pending = '';
    pass(text);
  }

  return {
    add(text) {
      if (left <= 0 || text === '') return;
      const shown = text.slice(0, left).toWellFormed();
      left -= shown.length;
      pending += shown;
      if (left <= 0) pending += '\n…';
      timer ??= setTimeout(flush, limits.outputMs);
    },
    flush,
  };
}
