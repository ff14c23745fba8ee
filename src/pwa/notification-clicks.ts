/** A tapped notification asks this tab to show its chat; the service worker has brought the tab to the front. */

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
