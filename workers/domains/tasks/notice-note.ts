/** What the answer of a tool says if nothing will notify the user of a task or an alarm. */

type Permission = NotificationPermission | 'unsupported';

const notes: Record<Permission, string> = {
  granted: '',
  default: 'The user has not allowed notifications yet (button below); say so.',
  denied: 'The browser blocks notifications; only its settings for this site allow them; say so.',
  unsupported:
    'This browser has no notifications (an iPhone has them for an app on the home screen); say so.',
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
