/**
 * Which requests a browser asks for with OPTIONS first, and a look at their address before that. Chromium checks the
 * declared address space (address-space.ts) of a request, but not that of its preflight, so a preflight would reach a
 * private address behind a public name.
 */

/** https://fetch.spec.whatwg.org/#cors-safelisted-request-header, without its rules for single values. */
const plainHeaders = new Set(['accept', 'accept-language', 'content-language']);
const plainTypes = /^(?:application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\s*(?:;|$)/i;
const plainMethods = new Set(['GET', 'HEAD', 'POST']);
/** Longer values, and those with other characters, need a preflight as well. */
const plainLanguage = /^[0-9A-Za-z *,\-.;=]*$/;
const plainValue = /^[^"():<>?@[\\\]{}\x00-\x08\x0a-\x1f\x7f]{0,128}$/;

export function needsPreflight(method: string, headers: Headers): boolean {
  return (
    !plainMethods.has(method.toUpperCase()) || [...headers].some(([name, value]) => !isPlain(name, value))
  );
}

function isPlain(name: string, value: string): boolean {
  if (!plainValue.test(value) || (name.endsWith('-language') && !plainLanguage.test(value))) return false;
  return name === 'content-type' ? plainTypes.test(value) : plainHeaders.has(name);
}

/**
 * Whether a bare request gets an answer; it has the address space that `fetch` declares. A server without CORS answers
 * only a request whose answer is hidden (`no-cors`), which has to follow redirects, and not if it sends
 * `Cross-Origin-Resource-Policy`.
 */
export async function isReached(
  url: URL,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal | null | undefined,
  mayFollow: boolean,
): Promise<boolean> {
  const bare: RequestInit = {
    ...({ method: 'HEAD', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const),
    ...(signal ? { signal } : {}),
  };
  try {
    await fetch(url, { ...bare, redirect: 'manual' });
    return true;
  } catch {
    signal?.throwIfAborted();
  }
  // The browser would not tell where the redirect led, and the agent has a list of hosts.
  if (!mayFollow) return true;
  try {
    await fetch(new URL('/', url), { ...bare, mode: 'no-cors' });
    return true;
  } catch {
    signal?.throwIfAborted();
    return false;
  }
}
