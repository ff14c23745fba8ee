/** Shows the chat of a tapped notification, when the service worker sends its route to this tab. */
import { isObject } from '#shared/json.ts';

export function followNotificationClicks(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const hash = isObject(data) && data.type === 'SHOW' ? data.hash : undefined;
    if (typeof hash === 'string' && hash.startsWith('#/')) location.hash = hash;
  });
  navigator.serviceWorker.addEventListener('messageerror', () =>
    console.warn('A message of the service worker could not be read.'),
  );
}
