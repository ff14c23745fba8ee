/** Names a model probably meant, for error messages that let it correct itself. */

/** Up to three of `candidates` that look like `name`, most alike first. */
export function nearestNames(name: string, candidates: readonly string[]): string[] {
  return candidates
    .map((candidate) => ({
      candidate,
      likeness: likeness(name.slice(0, 64).toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ likeness }) => likeness >= 0.4)
    .sort((a, b) => b.likeness - a.likeness)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Sørensen-Dice over pairs of letters: 0 (nothing in common) to 1 (same). */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const left = pairsOf(a);
  const right = pairsOf(b);
  const common = left.filter((pair) => right.includes(pair)).length;
  return left.length + right.length === 0 ? 0 : (2 * common) / (left.length + right.length);
}

function pairsOf(text: string): string[] {
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2));
}
