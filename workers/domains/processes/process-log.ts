/** The end of what a process printed, read in parts by their place in the whole. */

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
