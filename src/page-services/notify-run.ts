/** Notifies of a run through the service worker, which opens its chat when the notification is tapped. */

type RunNotice = { run: string; title: string; body: string; hash: string };

export async function notifyRun({ run, title, body, hash }: RunNotice): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, {
    body,
    // Every hidden tab notifies; one tag makes them one notification.
    tag: `oneclaw-${run}`,
    icon: 'icons/icon-192.png',
    data: { hash },
  });
}
