/** A process holds a lock as long as it runs, so that each tab sees it; taking the lock kills it. */

const prefix = 'process ';

/** `folder`: of its conversation. */
export const lockName = (folder: string, id: string) => `${prefix}${folder} ${id}`;
export const folderOfLock = (name: string) => name.slice(prefix.length, name.lastIndexOf(' '));

/** The locks of the processes that run in any tab. */
export async function heldLocks(): Promise<ReadonlySet<string>> {
  const { held = [] } = await navigator.locks.query();
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name] : [])));
}

/** Holds the lock while `work` runs; `onTaken` is called when another takes it. */
export async function holdLock<T>(name: string, onTaken: () => void, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, () => (result = work()));
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    onTaken();
  }
  if (!result) throw new Error('The lock of a process was not granted.');
  return result;
}

/** `steal` rejects the holder's request, in whatever tab it is: https://www.w3.org/TR/web-locks/#dom-lockoptions-steal */
export async function takeLock(name: string): Promise<void> {
  await navigator.locks.request(name, { steal: true }, () => undefined);
}
