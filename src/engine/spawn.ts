/** Starts the engine worker; the only file of the page that names a file of `workers/`. */
import engineUrl from '#workers/engine.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnEngine(): Worker {
  return new Worker(trustedScriptUrl(engineUrl), { type: 'module', name: 'oneclaw-engine' });
}
