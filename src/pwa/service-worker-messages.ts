/**
 * Messages of the service worker to this tab: the route of a tapped notification, and the request
 * to look for due tasks and alarms.
 */
import { isObject } from '#shared/json.ts';

/**
 * `check` has the engine look for due tasks and alarms. The service worker is answered afterwards;
 * without an answer it shows a notification.
 */
export function followServiceWorker(check: () => Promise<unknown>): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isObject(data)) return;
    if (data.type === 'CHECK') check().then(() => ports[0]?.postMessage(null), console.warn);
    const hash = data.type === 'SHOW' ? data.hash : undefined;
    if (typeof hash === 'string' && hash.startsWith('#/')) location.hash = hash;
  });
  navigator.serviceWorker.addEventListener('messageerror', () =>
    console.warn('A message of the service worker could not be read.'),
  );
}
