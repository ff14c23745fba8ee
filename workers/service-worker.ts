/** Serves the app offline. It sees our own files only: no key, no reply and no other origin ever passes through it. */
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { isShare, takeShare } from './service-worker/take-share.ts';
import { fromLateFiles, isLateFile } from './service-worker/late-files.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

const shell = 'index.html';
/** Where sign-ins come back to, with an answer in the query that belongs in no cache. */
const signInPage = 'oauth.html';

precache(self.__WB_MANIFEST);
cleanupOutdatedCaches();

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { scope } = self.registration;
  if (isShare(request, scope)) return event.respondWith(takeShare(request, scope));
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (getCacheKeyForURL(request.url)) event.respondWith(fromPrecache(request.url, request));
  else if (isLateFile(request.url, scope)) event.respondWith(fromLateFiles(request));
  else if (request.mode === 'navigate') event.respondWith(fromPrecache(pageOf(request.url), request));
});

function pageOf(url: string): string {
  const bare = new URL(url);
  return bare.origin + bare.pathname === self.registration.scope + signInPage ? signInPage : shell;
}

// A new version waits until the user, or the last tab, lets it in.
self.addEventListener('message', (event) => {
  if (isSkipWaiting(event.data)) event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(hashOf(event.notification.data)));
});

/** In a tab that is open, without a reload, which would interrupt what goes on in it; else in a new one. */
async function show(hash: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) return void (await self.clients.openWindow(self.registration.scope + hash));
  await tab.focus();
  tab.postMessage({ type: 'SHOW', hash });
}

/** Absent where a tool sent the notification. */
function hashOf(data: unknown): string {
  const hash = typeof data === 'object' && data !== null && 'hash' in data ? data.hash : '';
  return typeof hash === 'string' && hash.startsWith('#/') ? hash : '';
}

/** A precache the browser emptied is no reason to fail while there is a network. */
async function fromPrecache(url: string, request: Request): Promise<Response> {
  return (await matchPrecache(url)) ?? fetch(request);
}

function isSkipWaiting(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING';
}
