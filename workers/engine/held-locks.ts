/** Web Locks that show all tabs what is running; stealing such a lock ends the work of its holder. */

/** The names of all locks with this prefix that are held in any tab. */
export async function heldLocks(prefix: string): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : [])));
}

/**
 * Holds the lock while `work` runs; `onTaken` is called when another tab steals it. Rejects if `signal`
 * aborts before the lock is granted.
 */
export async function holdLock<T>(
  name: string,
  onTaken: () => void,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  let result: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, signal ? { signal } : {}, () => (result = work()));
  } catch (error) {
    const isTaken = result && error instanceof DOMException && error.name === 'AbortError';
    if (!isTaken) throw error;
    onTaken();
  }
  if (!result) throw new Error(`The lock '${name}' was not granted.`);
  return result;
}

/**
 * Steals the lock. `steal` rejects the holder's request in any tab:
 * https://www.w3.org/TR/web-locks/#dom-lockoptions-steal
 */
export async function takeLock(name: string): Promise<void> {
  await navigator.locks.request(name, { steal: true }, () => undefined);
}
