/** Starts a tool host; the one place where the engine names its file. */
import hostUrl from '../tool-host.ts?worker&url';
import { trustedScriptUrl } from '../../src/shared/trusted-url.ts';

export function spawnHost(): Worker {
  return new Worker(trustedScriptUrl(hostUrl), { type: 'module', name: 'oneclaw-tool-host' });
}
