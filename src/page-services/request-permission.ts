/** Requests a browser permission and returns the user's answer. */
import type { BrowserPermission } from '#shared/tools/browser-permission.ts';
import type { DeviceOutcome } from '#shared/tools/device-action.ts';
import type { PromptAnswer } from '#shared/tools/permission.ts';
import { explainMedia, openMedia } from './open-media.ts';

type Failure = DeviceOutcome & { did: 'failed' };

/** Call it from a user gesture: browsers show their prompts only then. */
export async function requestPermission(permission: BrowserPermission): Promise<PromptAnswer> {
  const status = await statusOf(permission);
  if (status.state === 'granted') return 'allowed';
  const granted = await request(permission, status);
  if (typeof granted === 'object') return granted;
  if (granted) return 'allowed';
  // `prompt`: dismissed, so it can be shown again. `denied`: it cannot. `granted`: the request
  // failed for another reason.
  const { state } = await statusOf(permission);
  return state === 'granted' ? 'allowed' : state === 'denied' ? 'blocked' : 'denied';
}

async function request(permission: BrowserPermission, status: PermissionStatus): Promise<boolean | Failure> {
  switch (permission) {
    case 'geolocation':
      return requestLocation(status);
    case 'notifications':
      return (await Notification.requestPermission()) === 'granted';
    case 'clipboard-read':
      return succeeds(() => navigator.clipboard.readText());
    case 'clipboard-write':
      // The browser prompts when the tool writes, while the gesture is recent: to prompt here, we
      // would have to write something.
      return status.state !== 'denied';
    case 'camera':
    case 'microphone':
      return requestMedia(permission);
  }
}

/** Resolves with the answer to the prompt. Does not wait for a position, which may take a minute. */
function requestLocation(status: PermissionStatus): Promise<boolean> {
  const over = new AbortController();
  return new Promise<boolean>((resolve) => {
    status.addEventListener(
      'change',
      () => {
        if (status.state !== 'prompt') resolve(status.state === 'granted');
      },
      { signal: over.signal },
    );
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      // Other errors mean that the permission was granted but there is no position.
      ({ code }) => resolve(code !== GeolocationPositionError.PERMISSION_DENIED),
      { timeout: 60_000, maximumAge: Infinity },
    );
  }).finally(() => over.abort());
}

/** Releases the device at once: it is opened again when the user sees what it records. */
async function requestMedia(device: 'camera' | 'microphone'): Promise<boolean | Failure> {
  try {
    const stream = await openMedia(device === 'camera' ? { video: true } : { audio: true });
    stream.getTracks().forEach((track) => track.stop());
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowedError') return false;
    return { did: 'failed', reason: explainMedia(error, device) };
  }
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

/** The DOM types do not contain all names. */
function statusOf(permission: BrowserPermission): Promise<PermissionStatus> {
  return navigator.permissions.query({ name: permission as PermissionName });
}
