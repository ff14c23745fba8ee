/**
 * Permissions of the Permissions API that a tool may declare; the browser requests them with its own prompt.
 */

export const browserPermissions = [
  'geolocation',
  'notifications',
  'clipboard-read',
  'clipboard-write',
  'camera',
  'microphone',
] as const;
export type BrowserPermission = (typeof browserPermissions)[number];

/** After `denied` only the site settings of the browser can change it. */
export type BrowserPermissionState = 'granted' | 'denied' | 'prompt' | 'unsupported';
