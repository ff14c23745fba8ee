/** Says that tasks are due while no tab is open: the service worker runs none, but a tap opens the app, which does. */
import { isObject } from '#shared/json.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { noticeCache, noticeName, taskSyncTag } from '#shared/tasks/due-notice.ts';

/** Not in the DOM types. */
type TaskSync = ExtendableEvent & { tag: string };

function isTaskSync(event: Event): event is TaskSync {
  return 'tag' in event && event.tag === taskSyncTag && 'waitUntil' in event;
}

type Woken = Pick<EventTarget, 'addEventListener'> & {
  registration: Shows;
  clients: Pick<Clients, 'matchAll'>;
};

/** Only browsers that grant it send this; the page asks for it at each start (`src/pwa/due-notices.ts`). */
export function tellDueTasksWhenWoken(worker: Woken): void {
  worker.addEventListener('periodicsync', (event: Event) => {
    if (isTaskSync(event)) event.waitUntil(tellDueTasks(worker.registration, worker.clients));
  });
}

type Shows = Pick<ServiceWorkerRegistration, 'showNotification'>;

export async function tellDueTasks(registration: Shows, clients: Pick<Clients, 'matchAll'>): Promise<void> {
  // An open tab runs them by itself.
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length > 0 || !(await isAnyDue(Date.now()))) return;
  const words = await readWords();
  if (!words) return;
  await registration.showNotification(words.title, {
    body: words.body,
    tag: 'oneclaw-tasks',
    icon: 'icons/icon-192.png',
    data: { hash: '#/tasks' },
  });
}

/** In the user's language, as the page left them. */
async function readWords(): Promise<{ title: string; body: string } | undefined> {
  const kept = await (await caches.open(noticeCache)).match(noticeName);
  const words: unknown = await kept?.json();
  if (!isObject(words)) return undefined;
  const { title, body } = words;
  return typeof title === 'string' && typeof body === 'string' ? { title, body } : undefined;
}

/** Reads only, and lets go at once: a newer app may want to migrate. */
export async function isAnyDue(now: number): Promise<boolean> {
  // Opening a database that is not there would make an empty one.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'oneclaw')) return false;
  const database = await answered(indexedDB.open('oneclaw'));
  try {
    if (!database.objectStoreNames.contains('tasks')) return false;
    const transaction = database.transaction(['tasks', 'settings']);
    const [tasks, settings] = await Promise.all([
      answered(transaction.objectStore('tasks').getAll()),
      answered<unknown>(transaction.objectStore('settings').get('tasks')),
    ]);
    const isOff = isObject(settings) && settings.isOn === false;
    return !isOff && tasks.some((task: unknown) => isDue(task, now));
  } finally {
    database.close();
  }
}

function isDue(task: unknown, now: number): boolean {
  if (!isObject(task) || task.id === heartbeatId || task.isPaused === true) return false;
  return typeof task.next === 'number' && task.next <= now;
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database did not answer.'));
  });
}
