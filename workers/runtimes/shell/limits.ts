/**
 * Limits of the shell. The deadline stops commands that take long; these limits stop those that use too much
 * memory or never yield.
 */

export const shellLimits = {
  /** Seconds. */
  timeout: 30,
  longestTimeout: 120,
  /** Maximum characters of stdout and of stderr; head and tail are kept. */
  streamCharacters: 15_000,
  /** Maximum number of commands in the history. */
  history: 500,
} as const;

const millions = 1_000_000;

/** Limits of just-bash. Its defaults stop scripts that take a second or two. */
export const libraryLimits = {
  maxCommandCount: 5 * millions,
  maxLoopIterations: 5 * millions,
  maxSedIterations: 20 * millions,
  maxJqIterations: 20 * millions,
  maxWorkUnits: 200 * millions,
  maxBraceExpansionResults: millions,
  maxArrayElements: millions,
  maxOutputSize: 32 * 1024 * 1024,
  maxCallDepth: 400,
  maxInputBytes: 1024 * 1024 * 1024,
};
