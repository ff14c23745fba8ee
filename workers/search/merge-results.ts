/** Merges the results of several sources by reciprocal rank fusion (Cormack, Clarke, Büttcher 2009). */
import { isWebAddress } from './read-answer.ts';
import type { SearchResult } from './search-adapter.ts';

export type MergedResult = SearchResult & { sources: string[] };

/** The constant of the paper: how much the first ranks count more than those after them. */
const k = 60;

/** The best first; equal ones in the order of the sources. What is no web address is left out. */
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
      // A source that names a page twice counts it once.
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

/** The same page under its usual spellings. */
function keyOf(address: string): string {
  const { host, pathname, search } = new URL(address);
  // A host has no case; a path and a query may have one, as in the ids of YouTube.
  return `${host.replace(/^(www|m)\./, '')}${pathname.replace(/\/$/, '')}${search}`;
}
