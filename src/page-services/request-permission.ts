/** Asks the browser for a permission with its own prompt, and reads the answer. */
import type { BrowserPermission, PromptAnswer } from '#shared/tools/permission.ts';

/** Browsers show these prompts only, or only well, in answer to a tap; the sheet that asks is the tap. */
export function needsTap(permission: BrowserPermission): boolean {
  return permission === 'notifications' || permission === 'clipboard-read';
}

export async function requestPermission(permission: BrowserPermission): Promise<PromptAnswer> {
  const granted = await request(permission);
  if (granted) return 'allowed';
  // A dismissed prompt can be shown again; a denied one cannot.
  return (await stateOf(permission)) === 'denied' ? 'blocked' : 'denied';
}

async function request(permission: BrowserPermission): Promise<boolean> {
  switch (permission) {
    case 'geolocation':
      return requestLocation();
    case 'notifications':
      return (await Notification.requestPermission()) === 'granted';
    case 'clipboard-read':
      return succeeds(() => navigator.clipboard.readText());
    case 'clipboard-write':
      return (await stateOf(permission)) === 'granted';
  }
}

/** Any answer but a refusal means that the permission is there, also when no position is. */
function requestLocation(): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      ({ code }) => resolve(code !== GeolocationPositionError.PERMISSION_DENIED),
      { timeout: 60_000, maximumAge: Infinity },
    );
  });
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // The caller asks the Permissions API what the refusal means.
    return false;
  }
}

async function stateOf(permission: BrowserPermission): Promise<PermissionState> {
  // The DOM types lag behind the names browsers know.
  return (await navigator.permissions.query({ name: permission as PermissionName })).state;
}
