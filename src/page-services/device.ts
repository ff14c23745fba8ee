/** What tools ask of the device through the page: location, notifications, clipboard, screen. */
import type { PageServices, Notice, Position, ScreenFacts } from '#shared/rpc/page-services.ts';
import type { Fallible } from '#shared/rpc/protocol.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';

/** Longer than a cold start of the GPS, shorter than the tool's deadline. */
const locateMs = 25_000;

export const device: Pick<PageServices, 'locate' | 'notify' | 'readClipboard' | 'writeClipboard' | 'screen'> =
  {
    locate,
    notify: (notice) => attempt('execution_error', () => notify(notice)),
    readClipboard: () => attempt('permission_denied', () => navigator.clipboard.readText()),
    writeClipboard: (text) => attempt('permission_denied', () => navigator.clipboard.writeText(text)),
    screen: () => attempt('execution_error', screenFacts),
  };

function locate(accuracy: 'high' | 'low'): Promise<Fallible<Position>> {
  return new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords, timestamp }) => {
        const { latitude, longitude, altitude } = coords;
        resolve({
          ok: true,
          value: { latitude, longitude, accuracy: coords.accuracy, altitude, at: timestamp },
        });
      },
      (error) => resolve(explainPosition(error)),
      {
        enableHighAccuracy: accuracy === 'high',
        timeout: locateMs,
        // A remembered position may have been found without GPS.
        maximumAge: accuracy === 'high' ? 0 : 60_000,
      },
    );
  });
}

function explainPosition({ code, message }: GeolocationPositionError): Fallible<Position> {
  if (code === GeolocationPositionError.PERMISSION_DENIED)
    return failure('permission_denied', 'The location permission was taken back.');
  if (code === GeolocationPositionError.TIMEOUT)
    return failure(
      'timeout',
      'The device found no position in time. Try again outdoors, or with low accuracy.',
    );
  return failure(
    'execution_error',
    `The device has no position right now (${message}). Location may be switched off in its settings.`,
  );
}

/** Through the service worker, because Android requires it; `new Notification` in development, which has none. */
async function notify({ title, body, urgency }: Notice): Promise<void> {
  const options: NotificationOptions = {
    body,
    requireInteraction: urgency === 'high',
    silent: urgency === 'low',
    icon: 'icons/icon-192.png',
  };
  const registration = await navigator.serviceWorker.getRegistration();
  if (registration?.active) return registration.showNotification(title, options);
  new Notification(title, options);
}

function screenFacts(): ScreenFacts {
  const matches = (query: string) => matchMedia(query).matches;
  return {
    width: innerWidth,
    height: innerHeight,
    pixelRatio: devicePixelRatio,
    orientation: screen.orientation.type,
    theme: matches('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    touch: matches('(pointer: coarse)'),
    installed: matches('(display-mode: standalone)'),
    visible: !document.hidden,
  };
}

async function attempt<T>(type: ToolErrorType, work: () => Promise<T> | T): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const reason = messageOf(error);
    return failure(
      type,
      `The browser refused: ${reason}. It may want OneClaw to be in front; ask the user to open it and try again.`,
    );
  }
}

function failure(
  type: ToolErrorType,
  message: string,
): { ok: false; error: { type: ToolErrorType; message: string } } {
  return { ok: false, error: { type, message } };
}
