/** What the card of a commit lists, and how long reading it may take. */
export const commitLimits = {
  files: 200,
  /** UTF-16 units of all diffs. */
  diffCharacters: 200_000,
  seconds: 20,
} as const;
