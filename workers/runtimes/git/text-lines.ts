/** The lines of a file, and which files are not compared line by line. */
import { isBinary } from '#workers/text/is-binary.ts';

/** Sixty million lines, which compress to 60 KB, took 4 GB of memory to compare (measured in Node). */
const mostLines = 2_000_000;

/** Binary, or too many lines: git treats files above `core.bigFileThreshold` as binary too. */
export function isWithoutLines(bytes: Uint8Array): boolean {
  if (isBinary(bytes)) return true;
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1))
    if (++count > mostLines) return true;
  return false;
}

/** Lines with their ends. */
export function splitLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}
