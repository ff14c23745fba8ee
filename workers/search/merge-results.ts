/** Merges the results of several sources by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
import { isWebAddress } from './read-answer.ts';
import type { SearchResult } from './search-adapter.ts';

export type MergedResult = SearchResult & { sources: string[] };

/** The constant of the paper, which determines the weight of the first ranks. */
const k = 60;

/** Best first; ties in the order of the sources. Results that are not web addresses are omitted. */
export function mergeResults(
  lists: readonly { source: string; results: readonly SearchResult[] }[],
  count: number,
): MergedResult[] {
  const merged = new Map<string, MergedResult & { score: number }>();
  for (const { source, results } of lists) {
    const usable = results.filter(({ url }) => isWebAddress(url));
    for (const [rank, result] of usable.entries()) {
      const key = keyOf(result.url);
      const known = merged.get(key) ?? { ...result, sources: [], score: 0 };
      // A page that a source lists twice counts once.
      if (known.sources.includes(source)) continue;
      known.sources.push(source);
      known.score += 1 / (k + rank + 1);
      merged.set(key, known);
    }
  }
  return [...merged.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, count)
    .map(({ score: _, ...result }) => result);
}

/** A key that is equal for the usual spellings of the same page. */
function keyOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  // Only the host is case-insensitive; a path or query may not be, as in the ids of YouTube.
  return `${host.replace(/^(www|m)\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}
