/** Events that arrive by messages, as something to loop over. */

export type EventQueue<T> = AsyncIterable<T> & {
  push(event: T): void;
  /** Nothing comes after what was pushed. */
  end(): void;
};

export function createEventQueue<T>(): EventQueue<T> {
  const waiting: T[] = [];
  let hasEnded = false;
  let wake: () => void = () => undefined;

  async function* loop(): AsyncGenerator<T> {
    for (;;) {
      for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event;
      if (hasEnded) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  return {
    push(event) {
      if (hasEnded) return;
      waiting.push(event);
      wake();
    },
    end() {
      hasEnded = true;
      wake();
    },
    [Symbol.asyncIterator]: loop,
  };
}
