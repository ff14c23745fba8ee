/** Starts a code host; the one place where the engine names its file. */
import hostUrl from '#workers/code-host.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnCodeHost(): Worker {
  return new Worker(trustedScriptUrl(hostUrl), { type: 'module', name: 'oneclaw-code-host' });
}
