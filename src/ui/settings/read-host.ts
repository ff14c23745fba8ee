/** Reads a host that a user typed. */

/** Chromium accepts a host with a space, which it encodes as `%20`; this pattern does not. */
const plain = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i;

/** The host of an address that a user typed, as in `URL.host`; `null` if it is not a web address. */
export function readHost(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && !username && !password && plain.test(host) ? host : null;
}
