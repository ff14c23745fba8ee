/** How many bytes the browser still lets this app store. */
export async function freeSpace(): Promise<number> {
  const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
  return quota - usage;
}
