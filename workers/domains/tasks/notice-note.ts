/** What the answer of a tool says if nothing will notify the user of a task or an alarm. */

type Permission = NotificationPermission | 'unsupported';

const notes: Record<Permission, string> = {
  granted: '',
  default:
    'The user has not allowed notifications yet: while the app is in the background, nothing tells them. The button below this call asks for it; say so in one sentence.',
  denied:
    'The browser blocks notifications: while the app is in the background, nothing tells the user. Only they can allow them, in the settings of the browser for this site; say so in one sentence.',
  unsupported:
    'This browser has no notifications: while the app is in the background, nothing tells the user. On an iPhone they need the app on the home screen. Say so in one sentence.',
};

/** Empty, or a sentence after a space. */
export function noteFor(permission: Permission): string {
  return notes[permission] && ` ${notes[permission]}`;
}

/** Workers can read the permission, but only a page can request it. */
export async function noticeNote(): Promise<string> {
  if (!('Notification' in globalThis)) return noteFor('unsupported');
  try {
    const { state } = await navigator.permissions.query({ name: 'notifications' });
    return noteFor(state === 'prompt' ? 'default' : state);
  } catch {
    // Browsers without this query.
    return noteFor(Notification.permission);
  }
}
