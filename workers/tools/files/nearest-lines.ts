/**
 * Finds the place in a text that is most similar to a text that was searched for in vain, to show it in the
 * error.
 */

const shownLines = 6;
/** Only this many lines are compared, because more would take too long. */
const maxLines = 20_000;

/** The most similar lines with their numbers; undefined if none is similar enough. */
export function nearestLines(text: string, wanted: string): string | undefined {
  const lines = text.split('\n').slice(0, maxLines);
  const first = wanted.split('\n').find((line) => line.trim() !== '') ?? wanted;
  const pairs = pairsOf(first);
  let best = { at: -1, similarity: 0.45 };
  for (const [at, line] of lines.entries()) {
    const found = similarity(pairs, pairsOf(line));
    if (found > best.similarity) best = { at, similarity: found };
  }
  if (best.at < 0) return undefined;
  const count = Math.min(shownLines, Math.max(1, wanted.split('\n').length));
  return lines
    .slice(best.at, best.at + count)
    .map((line, index) => `${best.at + index + 1}: ${line.slice(0, 200)}`)
    .join('\n');
}

/**
 * Sørensen–Dice coefficient of the pairs of letters: 0 (nothing in common) to 1 (equal). Spaces are left out,
 * because indentation differs most often.
 */
function similarity(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common++;
  return (2 * common) / (one.size + other.size);
}

function pairsOf(line: string): Set<string> {
  const letters = line.replace(/\s+/g, '').toLowerCase().slice(0, 300);
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}
