/** Whether the user's device is a phone. */

/** Node has no `navigator`. */
const known = () => (typeof navigator === 'undefined' ? '' : navigator.userAgent);

export function isPhone(userAgent = known()): boolean {
  return /\bMobile\b/.test(userAgent);
}
