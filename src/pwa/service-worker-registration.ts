/** Registers the service worker and tells when a new version waits; it never reloads under someone's hands. */
import { trustedScriptUrl } from '#shared/trusted-url.ts';

type UpdateListener = {
  /** A new version waits; `apply` lets it take over and reloads this tab. */
  onUpdate(apply: () => void): void;
  /** Another tab applied the update; this one runs code whose files are gone. */
  onReplaced(): void;
};

/** A tab that stays open for days still learns of new versions. */
const checkAfterMs = 60 * 60 * 1_000;

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
      workbox.messageSkipWaiting();
    }),
  );
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (isApplying) location.reload();
    // The first installation takes control too, of a page that is already the newest.
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
