/** Shows on a call's card which runtime is being loaded, at its first use in a host. */
import { progressText } from '#shared/tools/progress-text.ts';

const loaded = new Set<string>();

/** Without a byte count, because the size of code is not known while it loads; for files see `readAll`. */
export async function withLoadingProgress<T>(
  name: string,
  load: () => Promise<T>,
  progress: (text: string) => void,
): Promise<T> {
  const isFirst = !loaded.has(name);
  if (isFirst) progress(progressText({ type: 'loading', name }));
  const code = await load();
  loaded.add(name);
  // The card shows the command again.
  if (isFirst) progress('');
  return code;
}
