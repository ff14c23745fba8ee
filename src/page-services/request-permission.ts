/** Requests a browser permission and returns the user's answer. */
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';

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
    case 'camera':
      return opensMedia({ video: true });
    case 'microphone':
      return opensMedia({ audio: true });
    case 'clipboard-write':
      return (await stateOf(permission)) === 'granted';
  }
}

/** Errors other than a refusal mean that the permission was granted but there is no position. */
function requestLocation(): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      ({ code }) => resolve(code !== GeolocationPositionError.PERMISSION_DENIED),
      { timeout: 60_000, maximumAge: Infinity },
    );
  });
}

/** The device is let go at once: it is opened again when the user sees what it records. */
function opensMedia(wanted: MediaStreamConstraints): Promise<boolean> {
  return succeeds(async () => {
    const stream = await navigator.mediaDevices.getUserMedia(wanted);
    stream.getTracks().forEach((track) => track.stop());
  });
}

async function succeeds(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    // The caller reads the reason from the Permissions API.
    return false;
  }
}

async function stateOf(permission: BrowserPermission): Promise<PermissionState> {
  // The DOM types do not contain all names.
  return (await navigator.permissions.query({ name: permission as PermissionName })).state;
}
