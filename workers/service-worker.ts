/** Serves the app offline. It handles only files of this origin: no keys, no replies, no requests to other origins. */
import {
  cleanupOutdatedCaches,
  getCacheKeyForURL,
  matchPrecache,
  precache,
  type PrecacheEntry,
} from 'workbox-precaching';
import { isShare, takeShare } from './service-worker/take-share.ts';
import { notifyOnPeriodicSync } from './service-worker/due-tasks.ts';
import { lateCache, withoutContentHash } from '#shared/packages/runtimes.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (string | PrecacheEntry)[] };

const shell = 'index.html';
/** The redirect page of OAuth; its query holds the authorization code and must not be cached. */
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

// A new version waits until the user accepts it or the last tab closes.
self.addEventListener('message', (event) => {
  if (typeOf(event.data) === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  // Sent to the version that is replaced.
  if (typeOf(event.data) === 'ABORT_REQUESTS') abortRequests();
});
self.addEventListener('messageerror', () => console.warn('A message of a tab could not be read.'));

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(hashOf(event.notification.data)));
});

notifyOnPeriodicSync(self);

/** Shows the route in an open tab, without a reload, which would interrupt its runs; otherwise in a new tab. */
async function show(hash: string): Promise<void> {
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const tab = tabs.find(({ focused }) => focused) ?? tabs[0];
  if (!tab) return void (await self.clients.openWindow(self.registration.scope + hash));
  await tab.focus();
  tab.postMessage({ type: 'SHOW', hash });
}

/** The route (`#/…`) that a notification opens; '' for notifications of tools, which have none. */
function hashOf(data: unknown): string {
  const hash = typeof data === 'object' && data !== null && 'hash' in data ? data.hash : '';
  return typeof hash === 'string' && hash.startsWith('#/') ? hash : '';
}

/** Falls back to the network if the browser has evicted the precache. */
async function fromPrecache(url: string, request: Request): Promise<Response> {
  return (await matchPrecache(url)) ?? fetch(request);
}

function typeOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined;
}

/**
 * Folders of build files too large for the precache: cached at first use, so that they work offline afterwards.
 * File names contain a content hash, so a cached file is never stale.
 */
const lateFolders = /^(assets|tool-host|code-host|gguf)\//;

function isLateFile(url: string, scope: string): boolean {
  return url.startsWith(scope) && lateFolders.test(url.slice(scope.length));
}

let requests = new AbortController();

/** Aborts pending requests, because a new version is activated only when this worker has none. */
function abortRequests(): void {
  requests.abort();
  requests = new AbortController();
}

async function fromLateFiles(request: Request): Promise<Response> {
  const cache = await caches.open(lateCache);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const signal = AbortSignal.any([request.signal, requests.signal]);
  const response = await fetch(request, { signal });
  // With `no-store`, the caller caches the file itself: the engine does, when the user makes a runtime
  // available offline.
  if (response.status !== 200 || request.cache === 'no-store') return response;
  // Full storage must not fail the request.
  void keep(cache, request.url, response.clone()).catch(() => undefined);
  return response;
}

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  await cache.put(url, response);
  const older = (await cache.keys()).filter(
    (each) => each.url !== url && withoutContentHash(each.url) === withoutContentHash(url),
  );
  await Promise.all(older.map((each) => cache.delete(each)));
}
