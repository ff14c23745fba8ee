/** The end of what a process printed, with its place in the whole. */

export type ProcessLogBuffer = {
  add(text: string): void;
  /** UTF-16 units printed in all. */
  printed(): number;
  /** What is kept: the last `most` units. */
  text(): string;
};

export function createProcessLog(most: number): ProcessLogBuffer {
  let kept = '';
  let count = 0;
  return {
    add(text) {
      count += text.length;
      kept += text;
      // Cut at twice the size, not at each piece.
      if (kept.length > 2 * most) kept = kept.slice(-most);
    },
    printed: () => count,
    text: () => kept.slice(-most),
  };
}

/** `log` is the end of a text of `printed` units. Without an offset: the newest part. */
export function readPart(
  log: string,
  printed: number,
  { offset, limit }: { offset?: number; limit: number },
): { text: string; offset: number; end: number } {
  const first = printed - log.length;
  const from = Math.min(Math.max(offset ?? printed - limit, first), printed);
  const text = log.slice(from - first, from - first + limit);
  return { text: text.toWellFormed(), offset: from, end: from + text.length };
}
