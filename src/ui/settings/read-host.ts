/** Reads a host that a user typed. */

/** Chromium takes a name with a space for a host, and writes `%20` in it. */
const plain = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d+)?$/i;

/** The host in what a user typed as an address, as in `URL.host`; `null` where there is none. */
export function readHost(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && !username && !password && plain.test(host) ? host : null;
}
