/** Maps over items with bounded concurrency, as for many reads of slow storage. */

/** At most `most` at a time. Resolves to the results in the order of the items; rejects with the first failure. */
export async function inParallel<T, R>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const pending = items.entries();
  async function next(): Promise<void> {
    for (const [index, item] of pending) results[index] = await work(item);
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, next));
  return results;
}
