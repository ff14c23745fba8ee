/** Suggests names for error messages, so that a model can correct a typing error. */

/** Up to three of `candidates` similar to `name`, the most similar first. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  return candidates
    .map((candidate) => ({
      candidate,
      similarity: similarity(name.slice(0, 64).toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ similarity }) => similarity >= 0.4)
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Sørensen–Dice coefficient of the bigrams: 0 (nothing in common) to 1 (equal). */
function similarity(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const common = left.filter((pair) => right.includes(pair)).length;
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
