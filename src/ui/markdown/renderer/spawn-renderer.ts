/** Starts the renderer worker. */
import rendererUrl from '#workers/renderer.ts?worker&url';
import { trustedScriptUrl } from '#shared/trusted-url.ts';

export function spawnRenderer(): Worker {
  return new Worker(trustedScriptUrl(rendererUrl), { type: 'module', name: 'oneclaw-renderer' });
}
