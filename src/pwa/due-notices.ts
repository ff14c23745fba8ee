/** Has the browser wake the service worker from time to time, where it grants that, to say that tasks are due. */
import { computed, effect } from '@preact/signals';
import { noticeCache, noticeName, taskSyncTag } from '#shared/tasks/due-notice.ts';
import type { AppState } from '#src/state/app-state.ts';
import { language, loadTexts, t } from '#src/state/text/text.ts';
import { todayFacts } from '#src/state/today/follow-today.ts';

type Keeping = Pick<AppState, 'toasts' | 'runNotices'>;

/** Not in the DOM types; Chromium has it for installed apps. */
type PeriodicSync = { register(tag: string, options: { minInterval: number }): Promise<void> };

/** The browser decides how often; less often than this is usual. */
const minInterval = 15 * 60_000;

let isKeeping = false;

/** Also for a task that was planned in a chat, whose user never visits the screen of tasks. */
export function keepNoticesWhilePlanned({ toasts, runNotices: { permission } }: Keeping): void {
  if (isKeeping) return;
  isKeeping = true;
  const isPlanned = computed(() => todayFacts.value?.isOn === true && todayFacts.value.tasks.length > 0);
  effect(() => {
    // Its words are in the language of the interface.
    const isWanted = isPlanned.value && permission.value === 'granted' && language.value;
    if (isWanted) void toasts.attempt(keepNotices());
  });
}

async function keepNotices(): Promise<void> {
  await loadTexts('tasks');
  await keepDueNotices({ title: t('tasks.due-title'), body: t('tasks.due-body') });
}

/** `words`: in the user's language. Does nothing where the browser does not grant it. */
async function keepDueNotices(words: { title: string; body: string }): Promise<void> {
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
