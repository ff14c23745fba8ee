/** Notifies of an alarm that rings in a hidden app, if notifications are allowed; never requests the permission. */

type AlarmNotice = { id: string; title: string; body: string; hash: string };

/** Aborting `over` (the alarm has ended) closes the notification. */
export async function notifyAlarm({ id, title, body, hash }: AlarmNotice, over: AbortSignal): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  const isOver = () => over.aborted;
  if (!registration || isOver()) return;
  const tag = `oneclaw-${id}`;
  over.addEventListener('abort', () => void close(registration, tag).catch(console.warn));
  await registration.showNotification(title, {
    ...{ body, tag, requireInteraction: true, icon: 'icons/icon-192.png', data: { hash } },
  });
  if (isOver()) await close(registration, tag);
}

async function close(registration: ServiceWorkerRegistration, tag: string): Promise<void> {
  for (const notification of await registration.getNotifications({ tag })) notification.close();
}
