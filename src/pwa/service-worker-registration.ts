/** Registers the service worker and reports new versions; reloads only when the user applies one. */
import { trustedScriptUrl } from '#shared/trusted-url.ts';

type UpdateListener = {
  /** A new version is waiting; `apply` activates it and reloads this tab. */
  onUpdate(apply: () => void): void;
  /** Another tab applied the update; the files of this tab's version are no longer cached. */
  onReplaced(): void;
};

/** Checks for updates also in tabs that stay open for days. */
const checkAfterMs = 60 * 60 * 1_000;

/** After this time a tab reloads although the new version does not control it yet. */
const applyMs = 5_000;

export async function registerServiceWorker({ onUpdate, onReplaced }: UpdateListener): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const hadController = navigator.serviceWorker.controller !== null;
  const { Workbox } = await import('workbox-window');
  const url = new URL('service-worker.js', document.baseURI).href;
  const workbox = new Workbox(trustedScriptUrl(url));
  let isApplying = false;
  workbox.addEventListener('waiting', () =>
    onUpdate(() => {
      isApplying = true;
      // The new worker is not activated before the old one has answered all requests.
      navigator.serviceWorker.controller?.postMessage({ type: 'ABORT_REQUESTS' });
      workbox.messageSkipWaiting();
      // An older version does not know the message; a reload ends at least the requests of this tab.
      setTimeout(() => location.reload(), applyMs);
    }),
  );
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isApplying) location.reload();
    // The first installation also takes control, but of a page of the same version.
    else if (hadController) onReplaced();
  });
  await workbox.register();
  checkOnReturn(() => workbox.update());
}

function checkOnReturn(update: () => Promise<void>): void {
  let lastCheck = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || Date.now() - lastCheck < checkAfterMs) return;
    lastCheck = Date.now();
    // Offline is the usual reason to fail; the next return tries again.
    update().catch((error: unknown) => console.warn(error));
  });
}
