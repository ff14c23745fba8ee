/** Which APIs of the device this browser has. */
import type { DeviceFeature } from '#shared/tools/device-feature.ts';

/** Most exist in secure contexts only, and the contact picker on phones only. */
export function deviceFeatures(): DeviceFeature[] {
  const has = (name: string) => name in navigator;
  const hasMedia = has('mediaDevices');
  const found: Record<DeviceFeature, boolean> = {
    geolocation: has('geolocation'),
    notifications: 'Notification' in globalThis,
    clipboard: has('clipboard'),
    share: has('share'),
    camera: hasMedia,
    microphone: hasMedia && 'MediaRecorder' in globalThis,
    contacts: has('contacts'),
    vibration: has('vibrate'),
    battery: has('getBattery'),
    'wake-lock': has('wakeLock'),
  };
  return (Object.keys(found) as DeviceFeature[]).filter((name) => found[name]);
}
