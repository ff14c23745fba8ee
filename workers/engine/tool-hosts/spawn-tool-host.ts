/** Starts a tool host; the one place where the engine names its file. */
import hostUrl from '#workers/tool-host.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnToolHost(): Worker {
  return new Worker(trustedScriptUrl(hostUrl), { type: 'module', name: 'oneclaw-tool-host' });
}
