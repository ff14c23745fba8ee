/** APIs of the browser that not every one has; the page finds out at its start, and tools that need an absent one are not offered. */

/** By name, with the name of the API in its specification. */
export const deviceFeatures = {
  geolocation: 'Geolocation',
  notifications: 'Notifications',
  clipboard: 'Clipboard',
  share: 'Web Share',
  camera: 'Media Capture: camera',
  microphone: 'MediaStream Recording',
  contacts: 'Contact Picker',
  vibration: 'Vibration',
  battery: 'Battery Status',
  'wake-lock': 'Screen Wake Lock',
} as const;
export type DeviceFeature = keyof typeof deviceFeatures;

/** The API by the name of its specification, in no language. */
export const featureTitle = (feature: DeviceFeature): string => `${deviceFeatures[feature]} API`;
