/**
 * Registers a periodic background sync where the browser grants it: the service worker then
 * notifies of due tasks and alarms.
 */
import { computed, effect } from '@preact/signals';
import {
  isAnyPlanned,
  noticeCache,
  noticeName,
  taskSyncTag,
  type NoticeWords,
} from '#shared/tasks/due-notice.ts';
import type { AppState } from '#src/state/app-state.ts';
import { language, loadTexts, t } from '#src/state/text/text.ts';
import { todayFacts } from '#src/state/today/follow-today.ts';

type Keeping = Pick<AppState, 'toasts' | 'runNotices'>;

/** Not in the DOM types; Chromium has it for installed apps. */
type PeriodicSync = { register(tag: string, options: { minInterval: number }): Promise<void> };

/** In milliseconds. The browser decides on the interval, which is usually longer. */
const minInterval = 15 * 60_000;

let isKeeping = false;

/**
 * Registers the sync once a task or an alarm is planned, also if that happened in a chat and no
 * screen of theirs is ever opened.
 */
export function keepNoticesWhilePlanned({ toasts, runNotices: { permission } }: Keeping): void {
  if (isKeeping) return;
  isKeeping = true;
  const isPlanned = computed(() => todayFacts.value !== null && isAnyPlanned(todayFacts.value));
  effect(() => {
    // Depends on the language, because the texts of the notification are stored in it.
    const isWanted = isPlanned.value && permission.value === 'granted' && language.value;
    if (isWanted) void toasts.attempt(keepNotices());
  });
}

async function keepNotices(): Promise<void> {
  await Promise.all([loadTexts('tasks'), loadTexts('today')]);
  const alarm = { unnamed: t('alarms.unnamed'), missed: t('alarms.missed') };
  await keepDueNotices({ title: t('tasks.due-title'), body: t('tasks.due-body'), alarm });
}

/** Does nothing where the browser does not grant it. */
async function keepDueNotices(words: NoticeWords): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('periodicSync' in registration)) return;
  // The DOM types lack this permission name.
  const permission = { name: 'periodic-background-sync' as string } as PermissionDescriptor;
  if ((await navigator.permissions.query(permission)).state !== 'granted') return;
  const cache = await caches.open(noticeCache);
  await cache.put(noticeName, new Response(JSON.stringify(words)));
  await (registration.periodicSync as PeriodicSync).register(taskSyncTag, { minInterval });
}
