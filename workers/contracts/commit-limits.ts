/** How much the card of a commit lists, and how long reading the commit may take. */
export const commitLimits = {
  files: 200,
  /** UTF-16 units of all diffs. */
  diffCharacters: 200_000,
  seconds: 20,
  /** Files that are reached later are listed without their diffs. */
  diffSeconds: 8,
  /** Of one side of a file: the comparison of longer ones takes seconds. */
  comparedBytes: 2_000_000,
} as const;
