/** The host in what a user typed as an address, as in `URL.host`; `null` where there is none. */
export function readHost(typed: string): string | null {
  const text = typed.trim();
  const address = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, host, username, password } = new URL(address);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && !username && !password && !host.includes('*') ? host : null;
}
