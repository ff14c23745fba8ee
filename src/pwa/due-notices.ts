/**
 * Registers a periodic background sync where the browser grants it: the service worker then
 * notifies of due tasks and alarms.
 */
import { computed, effect } from '@preact/signals';
import {
  isAnyPlanned,
  noticeCache,
  noticeTextsEntry,
  taskSyncTag,
  type NoticeWords,
} from '#shared/tasks/due-notice.ts';
import type { AppState } from '#src/state/app-state.ts';
import { language, loadTexts, t } from '#src/state/text/text.ts';
import { todayFacts } from '#src/state/today/follow-today.ts';

type DueNoticeDeps = Pick<AppState, 'toasts' | 'runNotices'>;

/** Not in the DOM types; Chromium has it for installed apps. */
type PeriodicSync = { register(tag: string, options: { minInterval: number }): Promise<void> };

/** In milliseconds. The browser decides on the interval, which is usually longer. */
const minInterval = 15 * 60_000;

let isStarted = false;

/**
 * Registers the sync once a task or an alarm is planned, also if that happened in a chat and no
 * screen of theirs is ever opened.
 */
export function registerSyncWhilePlanned({ toasts, runNotices: { permission } }: DueNoticeDeps): void {
  if (isStarted) return;
  isStarted = true;
  const isPlanned = computed(() => todayFacts.value !== null && isAnyPlanned(todayFacts.value));
  effect(() => {
    // Depends on the language, because the texts of the notification are stored in it.
    const isWanted = isPlanned.value && permission.value === 'granted' && language.value;
    if (isWanted) void toasts.attempt(registerWithTexts());
  });
}

async function registerWithTexts(): Promise<void> {
  await Promise.all([loadTexts('tasks'), loadTexts('today')]);
  const alarm = { unnamed: t('alarms.unnamed'), missed: t('alarms.missed') };
  await registerPeriodicSync({ title: t('tasks.due-title'), body: t('tasks.due-body'), alarm });
}

/** Does nothing where the browser does not grant it. */
async function registerPeriodicSync(words: NoticeWords): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('periodicSync' in registration)) return;
  // The DOM types lack this permission name.
  const permission = { name: 'periodic-background-sync' as string } as PermissionDescriptor;
  if ((await navigator.permissions.query(permission)).state !== 'granted') return;
  const cache = await caches.open(noticeCache);
  await cache.put(noticeTextsEntry, new Response(JSON.stringify(words)));
  await (registration.periodicSync as PeriodicSync).register(taskSyncTag, { minInterval });
}
