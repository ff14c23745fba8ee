/** Finds the positions at which a long text is cut, so that a browser lays it out in pieces. */

/** The position after the last line that fits, else after the last word. */
export function endOfPiece(text: string, from: number, size: number): number {
  const end = from + size;
  if (end >= text.length) return text.length;
  const window = text.slice(from, end);
  const line = window.lastIndexOf('\n') + 1;
  const word = window.lastIndexOf(' ') + 1;
  const cut = line > size / 2 ? line : word > size / 2 ? word : size;
  // Never inside a surrogate pair.
  return /[\ud800-\udbff]/.test(text.charAt(from + cut - 1)) ? from + cut - 1 : from + cut;
}
