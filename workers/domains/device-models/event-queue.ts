/** A queue that turns pushed events into an async iterable. */

export type EventQueue<T> = AsyncIterable<T> & {
  push(event: T): void;
  /** Ends the iteration after the events pushed so far. */
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
