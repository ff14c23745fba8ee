/** Random numbers that are the same in each run, as those of gawk are, until `srand` is called. */

export type Random = {
  /** At least 0 and less than 1. */
  next(): number;
  /** Returns the seed before. */
  seed(seed: number): number;
};

export function createRandom(): Random {
  let seed = 0;
  let state = 0;

  /** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
  function nextBits(): number {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  }

  return {
    next: () => ((nextBits() >>> 5) * 2 ** 26 + (nextBits() >>> 6)) / 2 ** 53,
    seed(given) {
      const before = seed;
      seed = given;
      state = Math.trunc(given) | 0;
      return before;
    },
  };
}
