/**
 * Notifies that tasks or alarms are due while no tab is awake: the service worker runs none, but a tap opens
 * the app, which does.
 */
import { isObject } from '#shared/json.ts';
import { heartbeatId } from '#shared/tasks/heartbeat-id.ts';
import { noticeCache, noticeTextsEntry, taskSyncTag, type NoticeWords } from '#shared/tasks/due-notice.ts';
import { dueAlarms, notifyAlarms, type DueAlarm } from './due-alarms.ts';

/** The periodic sync event, which the DOM types lack. */
type TaskSync = ExtendableEvent & { tag: string };

function isTaskSync(event: Event): event is TaskSync {
  return 'tag' in event && event.tag === taskSyncTag && 'waitUntil' in event;
}

type PeriodicSyncTarget = Pick<EventTarget, 'addEventListener'> & {
  registration: NotificationTarget;
  clients: Pick<Clients, 'matchAll'>;
};

/**
 * Only browsers that grant periodic sync send this event; the page requests it at each start
 * (`src/pwa/due-notices.ts`).
 */
export function notifyOnPeriodicSync(worker: PeriodicSyncTarget): void {
  worker.addEventListener('periodicsync', (event: Event) => {
    if (isTaskSync(event)) event.waitUntil(notifyDueTasks(worker.registration, worker.clients));
  });
}

/** Milliseconds; a background tab needs less to answer. */
const answerMs = 5_000;

type Wait = (milliseconds: number) => Promise<void>;

const waitFor: Wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type NotificationTarget = Pick<ServiceWorkerRegistration, 'showNotification'>;

export async function notifyDueTasks(
  registration: NotificationTarget,
  clients: Pick<Clients, 'matchAll'>,
  wait?: Wait,
): Promise<void> {
  const due = await readDue(Date.now());
  if (!due.hasTasks && due.alarms.length === 0) return;
  // A tab that answers runs due tasks itself.
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (await isAnyAwake(tabs, wait)) return;
  const words = await readWords();
  if (!words) return;
  if (due.hasTasks) await tellTasks(words, registration);
  if (words.alarm) await notifyAlarms(due.alarms, words.alarm, registration);
}

async function tellTasks({ title, body }: NoticeWords, registration: NotificationTarget): Promise<void> {
  await registration.showNotification(title, {
    body,
    tag: 'oneclaw-tasks',
    icon: 'icons/icon-192.png',
    data: { hash: '#/tasks' },
  });
}

/** The notification texts that the page stored. */
async function readWords(): Promise<NoticeWords | undefined> {
  const kept = await (await caches.open(noticeCache)).match(noticeTextsEntry);
  const words: unknown = await kept?.json();
  if (!isObject(words)) return undefined;
  const { title, body, alarm } = words;
  if (typeof title !== 'string' || typeof body !== 'string') return undefined;
  const { unnamed, missed } = isObject(alarm) ? alarm : {};
  const isKnown = typeof unnamed === 'string' && typeof missed === 'string';
  return { title, body, ...(isKnown ? { alarm: { unnamed, missed } } : {}) };
}

type Due = { hasTasks: boolean; alarms: readonly DueAlarm[] };

const nothing: Due = { hasTasks: false, alarms: [] };

/**
 * Reads the due tasks and alarms, and closes the database at once, because a newer version of the app may
 * need to migrate it.
 */
export async function readDue(now: number): Promise<Due> {
  // Checked first, because opening a missing database would create it.
  if (!(await indexedDB.databases()).some(({ name }) => name === 'oneclaw')) return nothing;
  const database = await answered(indexedDB.open('oneclaw'));
  try {
    // The database is from a version without alarms.
    if (!database.objectStoreNames.contains('alarms')) return nothing;
    const transaction = database.transaction(['tasks', 'alarms', 'settings']);
    const [tasks, alarms, settings] = await Promise.all([
      answered(transaction.objectStore('tasks').getAll()),
      answered(transaction.objectStore('alarms').getAll()),
      answered<unknown>(transaction.objectStore('settings').get('tasks')),
    ]);
    // One setting switches off both.
    if (isObject(settings) && settings.isOn === false) return nothing;
    return { hasTasks: tasks.some((task: unknown) => isDue(task, now)), alarms: dueAlarms(alarms, now) };
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

/**
 * Asks open tabs to check for due tasks, and returns whether any has answered: a tab that the system has frozen
 * is listed but runs no timers.
 */
async function isAnyAwake(tabs: readonly Client[], wait: Wait = waitFor): Promise<boolean> {
  if (tabs.length === 0) return false;
  const channels = tabs.map(() => new MessageChannel());
  const answers = channels.map(
    ({ port1 }) => new Promise<true>((resolve) => (port1.onmessage = () => resolve(true))),
  );
  for (const [place, { port2 }] of channels.entries()) tabs[place]?.postMessage({ type: 'CHECK' }, [port2]);
  const late = wait(answerMs).then(() => false);
  const isAwake = await Promise.race([...answers, late]);
  for (const { port1 } of channels) port1.close();
  return isAwake;
}
