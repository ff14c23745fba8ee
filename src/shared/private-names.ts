/** Host names that the public internet does not resolve. */

/** Reserved by RFC 2606, 6761, 6762, 7686 or 8375, or in wide use on private networks. */
const suffixes = [
  'local',
  'internal',
  'lan',
  'home',
  'intranet',
  'home.arpa',
  'test',
  'invalid',
  'onion',
  'corp',
  'private',
  'localdomain',
  'fritz.box',
];

/** False for addresses and `localhost`. `hostname` as in `URL.hostname`. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.replace(/\.+$/, '');
  if (name === 'localhost' || /^\[|^[\d.]+$/.test(name)) return false;
  if (!name.includes('.')) return true;
  return suffixes.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

/** Whether the browser counts it to the local network or this device, as far as the name tells. `hostname` as in `URL.hostname`. */
export function isLocalAddress(hostname: string): boolean {
  const ranges =
    /^(?:127\.\d+|10\.\d+|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$|^\[(?:::1|f[cd][\da-f]{2}:.*|fe[89ab][\da-f]:.*)\]$/;
  return hostname === 'localhost' || ranges.test(hostname) || isPrivateName(hostname);
}
