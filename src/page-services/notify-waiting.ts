/** Tells a user who is elsewhere that a question waits, where notifications are allowed already; it never asks for that. */

/** `hash`: where it is answered. */
export async function notifyWaiting(question: string, hash?: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  // One tag: a later question replaces the notification of an earlier one.
  await registration?.showNotification('OneClaw', {
    body: question,
    tag: 'oneclaw-question',
    icon: 'icons/icon-192.png',
    ...(hash && { data: { hash } }),
  });
}
