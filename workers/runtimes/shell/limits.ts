/** Limits of the shell. The deadline ends what takes long; these end what takes memory or never yields. */

export const shellLimits = {
  /** Seconds. */
  timeout: 30,
  longestTimeout: 120,
  /** Of stdout and of stderr; head and tail are kept. */
  streamCharacters: 15_000,
  /** Commands in the history. */
  history: 500,
} as const;

const millions = 1_000_000;

/** Limits of the library. Its defaults end scripts of a second or two. */
export const libraryLimits = {
  maxCommandCount: 5 * millions,
  maxLoopIterations: 5 * millions,
  maxAwkIterations: 20 * millions,
  maxSedIterations: 20 * millions,
  maxJqIterations: 20 * millions,
  maxWorkUnits: 200 * millions,
  maxOutputSize: 32 * 1024 * 1024,
  maxCallDepth: 400,
  maxInputBytes: 1024 * 1024 * 1024,
};
