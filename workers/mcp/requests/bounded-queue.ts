/** A line that takes only so many: whoever comes when it is full is sent away at once. */

export type ShortLine = {
  /** Undefined where it is full. */
  enter<T>(work: () => Promise<T>): Promise<T> | undefined;
};

export function createShortLine(most: number): ShortLine {
  let count = 0;
  return {
    enter(work) {
      if (count >= most) return undefined;
      count++;
      return work().finally(() => count--);
    },
  };
}
