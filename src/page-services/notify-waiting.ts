/** Notifies of an open prompt if notifications are allowed; never requests the permission. */

/** `hash`: the route of the screen that shows the prompt. */
export async function notifyWaiting(question: string, hash?: string): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker.getRegistration();
  // One tag, so that a later prompt replaces the notification of an earlier one.
  await registration?.showNotification('OneClaw', {
    body: question,
    tag: 'oneclaw-question',
    icon: 'icons/icon-192.png',
    ...(hash && { data: { hash } }),
  });
}
