/** Reads parts of a process's output by their offset in the whole, of which only the end is kept. */

/** `log` is the end of an output of `printed` UTF-16 units. Without an offset: the newest part. */
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
