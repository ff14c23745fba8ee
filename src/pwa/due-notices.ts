/** Has the browser wake the service worker from time to time, where it grants that, to say that tasks are due. */
import { noticeCache, noticeName, taskSyncTag } from '#shared/tasks/due-notice.ts';

/** Not in the DOM types; Chromium has it for installed apps. */
type PeriodicSync = { register(tag: string, options: { minInterval: number }): Promise<void> };

/** The browser decides how often; less often than this is usual. */
const minInterval = 15 * 60_000;

/** `words`: in the user's language. Does nothing where the browser does not grant it. */
export async function keepDueNotices(words: { title: string; body: string }): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('periodicSync' in registration)) return;
  // Not in the list of the DOM types.
  const permission = { name: 'periodic-background-sync' as string } as PermissionDescriptor;
  if ((await navigator.permissions.query(permission)).state !== 'granted') return;
  const cache = await caches.open(noticeCache);
  await cache.put(noticeName, new Response(JSON.stringify(words)));
  await (registration.periodicSync as PeriodicSync).register(taskSyncTag, { minInterval });
}
