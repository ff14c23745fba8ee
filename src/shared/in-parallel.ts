/** Works on many things with a few at a time: storage answers slowly and several questions at once. */

/** Results in the order of the items; the first failure ends it. */
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
