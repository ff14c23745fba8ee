/**
 * What tools use of the device without a tap of the user: location, notifications, clipboard,
 * screen, vibration, battery, wake lock.
 */
import type { Fallible } from '#shared/rpc/protocol.ts';
import type {
  BatteryFacts,
  ClipboardContent,
  DeviceServices,
  Notice,
  ScreenFacts,
} from '#shared/rpc/page-services.ts';
import type { ToolErrorType } from '#shared/tools/tool.ts';
import { messageOf } from '#shared/message-of.ts';
import { deviceFeatures } from './device-features.ts';
import { locate } from './locate.ts';
import { holdWakeLock } from './wake-lock.ts';

const device: DeviceServices = {
  features: async () => ({ ok: true, value: deviceFeatures() }),
  locate,
  notify,
  readClipboard,
  writeClipboard,
  screen,
  vibrate,
  battery,
  keepAwake,
  drawSvg: (svg, width, height) =>
    attempt('execution_error', async () => (await import('./draw-svg.ts')).drawSvg(svg, width, height)),
};

type Method = (...values: unknown[]) => Promise<unknown>;

/** The engine names the method; it has checked that the tool may call it. */
export function callDevice(method: keyof DeviceServices, values: unknown[]): Promise<unknown> {
  return (device[method] as Method)(...values);
}

/**
 * Shows the notification through the service worker, as Android requires; in development, where
 * there is none, with `new Notification`.
 */
function notify({ title, body, urgency }: Notice): Promise<Fallible<void>> {
  const options: NotificationOptions = {
    body,
    requireInteraction: urgency === 'high',
    silent: urgency === 'low',
    icon: 'icons/icon-192.png',
  };
  return attempt('execution_error', async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration?.active) return registration.showNotification(title, options);
    new Notification(title, options);
  });
}

function readClipboard(): Promise<Fallible<ClipboardContent>> {
  return attempt('permission_denied', async () => {
    const items = await navigator.clipboard.read();
    const blobs = await Promise.all(
      items.flatMap((item) => item.types.map((type) => item.getType(type).then((blob) => ({ type, blob })))),
    );
    const texts = blobs.filter(({ type }) => type === 'text/plain').map(({ blob }) => blob.text());
    return {
      text: (await Promise.all(texts)).join('\n'),
      images: blobs.filter(({ type }) => type.startsWith('image/')).map(({ blob }) => blob),
    };
  });
}

function writeClipboard(content: string | Blob): Promise<Fallible<void>> {
  return attempt('permission_denied', () =>
    typeof content === 'string'
      ? navigator.clipboard.writeText(content)
      : navigator.clipboard.write([new ClipboardItem({ [content.type]: content })]),
  );
}

function screen(): Promise<Fallible<ScreenFacts>> {
  const matches = (query: string) => matchMedia(query).matches;
  return attempt('execution_error', () => ({
    width: innerWidth,
    height: innerHeight,
    pixelRatio: devicePixelRatio,
    orientation: window.screen.orientation.type,
    theme: matches('(prefers-color-scheme: dark)') ? 'dark' : 'light',
    touch: matches('(pointer: coarse)'),
    installed: matches('(display-mode: standalone)'),
    visible: !document.hidden,
  }));
}

/** Returns an error if the page is hidden or was never tapped: browsers ignore the call then. */
function vibrate(pattern: readonly number[]): Promise<Fallible<void>> {
  return attempt('execution_error', () => {
    if (!navigator.vibrate([...pattern])) throw new Error('the page is hidden, or was never tapped');
  });
}

/** The DOM types lack it: Chromium only. */
type Battery = { level: number; charging: boolean; chargingTime: number; dischargingTime: number };

function battery(): Promise<Fallible<BatteryFacts>> {
  return attempt('execution_error', async () => {
    const getBattery = Reflect.get(navigator, 'getBattery') as () => Promise<Battery>;
    const { level, charging, chargingTime, dischargingTime } = await getBattery.call(navigator);
    return {
      ...{ level, charging },
      ...(charging && Number.isFinite(chargingTime) ? { untilFull: chargingTime } : {}),
      ...(!charging && Number.isFinite(dischargingTime) ? { untilEmpty: dischargingTime } : {}),
    };
  });
}

let awake: { release(): void; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * Holds a screen wake lock for `seconds`; 0 releases it. A later call replaces an earlier one. The
 * lock also ends when the page closes.
 */
function keepAwake(seconds: number): Promise<Fallible<void>> {
  return attempt('execution_error', async () => {
    clearTimeout(awake?.timer);
    awake?.release();
    awake = undefined;
    if (seconds === 0) return;
    // Requests a lock once to report a refusal: `holdWakeLock` would only log it.
    await (await navigator.wakeLock.request('screen')).release();
    const release = holdWakeLock();
    awake = { release, timer: setTimeout(release, seconds * 1000) };
  });
}

async function attempt<T>(type: ToolErrorType, work: () => Promise<T> | T): Promise<Fallible<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    const message = `The browser refused: ${messageOf(error)}. It may want OneClaw to be in front; ask the user to open it and try again.`;
    return { ok: false, error: { type, message } };
  }
}
