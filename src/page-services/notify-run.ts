/** The notification of a run, through the service worker, which brings its chat to the front when it is tapped. */

type RunNotice = { run: string; title: string; body: string; hash: string };

export async function notifyRun({ run, title, body, hash }: RunNotice): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration?.showNotification(title, {
    body,
    // Every tab that is hidden tells of it; under one tag they are one notification.
    tag: `oneclaw-${run}`,
    icon: 'icons/icon-192.png',
    data: { hash },
  });
}
