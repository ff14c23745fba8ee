/** Splits files into lines, and detects files that are not compared by lines. */
import { isBinary } from '#workers/text/is-binary.ts';

/** Comparing sixty million lines, which compress to 60 KB, took 4 GB of memory (measured in Node). */
const maxLines = 2_000_000;

/**
 * True for binary files and those with too many lines; git also treats files above `core.bigFileThreshold` as
 * binary.
 */
export function isWithoutLines(bytes: Uint8Array): boolean {
  if (isBinary(bytes)) return true;
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1))
    if (++count > maxLines) return true;
  return false;
}

/** Splits a text into lines that include their line breaks. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
