/** Shows the chat of a tapped notification, when the service worker sends its route to this tab. */

export function followNotificationClicks(): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const hash = isObject(data) && data.type === 'SHOW' ? data.hash : undefined;
    if (typeof hash === 'string' && hash.startsWith('#/')) location.hash = hash;
  });
}

function isObject(value: unknown): value is { type?: unknown; hash?: unknown } {
  return typeof value === 'object' && value !== null;
}
