/** Says in a call's card which runtime is being loaded, the first time in a host. */

const loaded = new Set<string>();

/** Code has no size that could be counted while it loads; files have (`readAll`). */
export async function sayLoading<T>(
  name: string,
  load: () => Promise<T>,
  progress: (text: string) => void,
): Promise<T> {
  if (!loaded.has(name)) progress(`Loading ${name} (first use in this chat)`);
  const code = await load();
  loaded.add(name);
  return code;
}
