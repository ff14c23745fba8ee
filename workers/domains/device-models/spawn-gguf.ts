/** Spawns the worker that runs a GGUF file; the only place that names its entry, so that tests need no bundler. */
import ggufUrl from '#workers/gguf.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnGguf(): Worker {
  return new Worker(trustedScriptUrl(ggufUrl), { type: 'module', name: 'oneclaw-gguf' });
}
