/** Starts the worker that runs a GGUF file; the one place where the engine names its file. */
import ggufUrl from '#workers/gguf.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnGguf(): Worker {
  return new Worker(trustedScriptUrl(ggufUrl), { type: 'module', name: 'oneclaw-gguf' });
}
