/** Keeps the beginning and the end of what a program prints, however much that is. */

export type BoundedOutput = {
  add(text: string): void;
  /** The whole text, or its head and tail with a line between them that says how much is missing. */
  text(): string;
  /** UTF-16 units printed in all. */
  characters(): number;
};

/** `most`: UTF-16 units that are kept. */
export function createBoundedOutput(most: number): BoundedOutput {
  const half = Math.floor(most / 2);
  let head = '';
  let tail = '';
  let count = 0;

  /** Twice the half, so that it is cut once in a while instead of at each piece. */
  function addToTail(text: string): void {
    tail += text;
    if (tail.length > 2 * half) tail = tail.slice(-half);
  }

  return {
    add(text) {
      count += text.length;
      const fits = Math.max(0, half - head.length);
      head += text.slice(0, fits);
      if (text.length > fits) addToTail(text.slice(fits));
    },
    text() {
      const end = tail.slice(-half);
      const cut = count - head.length - end.length;
      if (cut === 0) return head + end;
      return `${head.toWellFormed()}\n[${cut} of ${count} characters cut here]\n${end.toWellFormed()}`;
    },
    characters: () => count,
  };
}
