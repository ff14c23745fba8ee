/** Finds the cause of a failed fetch as far as possible: the browser only reports "Failed to fetch". */
import { messageOf } from '#shared/message-of.ts';
import { classifyHost } from './host-class.ts';
import { localNetworkState } from './local-network.ts';

export type FailureCause = 'offline' | 'mixed_content' | 'local_network' | 'cors' | 'unreachable';

/** The server does not allow web pages (`cors`), or may not allow them (`unclear`). */
export type Refusal = 'cors' | 'unclear';

export type ProbeDeps = { fetch: typeof fetch; online(): boolean; pageProtocol: string };

/**
 * Finds the cause of a failed fetch by a second request in `no-cors` mode: if that succeeds (its response is
 * unreadable), the first one failed because of CORS. The probe follows redirects, which `no-cors` requires
 * (https://fetch.spec.whatwg.org/#main-fetch), within the address space of the first request. So call it only
 * if the first request was allowed to follow redirects, or if the URL is the user's own setting.
 */
export async function findCause(url: URL, deps: ProbeDeps, signal: AbortSignal): Promise<FailureCause> {
  const plain = await findPlainCause(url, deps);
  if (plain) return plain;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(5_000)]);
    await deps.fetch(url, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal: limit,
    });
    return 'cors';
  } catch {
    return 'unreachable';
  }
}

/** Detects the causes that need no probe. */
export async function findPlainCause(
  url: URL,
  deps: Omit<ProbeDeps, 'fetch'>,
): Promise<'offline' | 'mixed_content' | 'local_network' | undefined> {
  const loopback = /^(localhost|127\.|\[::1\])/.test(url.hostname);
  if (deps.pageProtocol === 'https:' && url.protocol === 'http:' && !loopback) return 'mixed_content';
  if ((await localNetworkState(url.hostname)) === 'denied') return 'local_network';
  const isOffline = !deps.online() && (await classifyHost(url.hostname)) === 'public';
  return isOffline ? 'offline' : undefined;
}

/** The browser does not tell a wrong address from a missing connection. */
const checkAddress =
  'Check the address. If other addresses fail too, the device has no internet: tell the user, and go on without.';
const checkNetwork = 'The device may have no internet: tell the user, and go on without.';

/** There, nobody can start a program in a terminal. */
function isPhone(): boolean {
  return typeof navigator !== 'undefined' && /\bMobile\b|\bAndroid\b/.test(navigator.userAgent);
}

/** `isOwnAddress`: the app chose the address, as that of a package index. */
export function describeFailure(
  cause: Exclude<FailureCause, 'cors'>,
  url: URL,
  error: unknown,
  isOwnAddress = false,
): string {
  const sentences: Record<typeof cause, string> = {
    offline: `The device is offline, so ${url.host} was not reached. Try again when there is a connection.`,
    mixed_content: `The browser blocks ${url.origin}, because this page was loaded over https and that address is plain http. Try https://.`,
    local_network: `The browser does not let this page reach ${url.host}, which is in the user's local network: access was refused. Tell the user that they can allow it in the site settings of the browser, and go on without.`,
    unreachable: `Cannot reach ${url.host}: the name does not resolve, nothing listens there, or the connection broke (${messageOf(error)}). ${isOwnAddress ? checkNetwork : checkAddress}`,
  };
  return sentences[cause];
}

/**
 * The message for a tool if a server does not allow web pages, or if that is `unclear` because no probe was
 * sent. `relay`: the user's relay, which was not used because the server may have executed the request;
 * `far`: the host is in the user's own network, and the user has no relay there.
 */
export function describeRefusal(
  url: URL,
  method: string,
  cause: Refusal,
  relay: { host: string } | 'locked' | 'far' | undefined,
  onPhone = isPhone(),
): string {
  const reason = `does not let web pages read it (no CORS headers for this ${method} request)`;
  const refusal =
    cause === 'cors'
      ? `${url.host} answered, but ${reason}.`
      : `The ${method} request to ${url.host} failed, and the browser does not say why: ${url.host} cannot be reached, or it ${reason}. ${checkAddress}`;
  if (typeof relay === 'object')
    return `${refusal} It may have carried out the request all the same. From now on requests to it go through the user's relay ${relay.host}: send this one again if doing it twice does no harm.`;
  if (relay === 'locked')
    return `${refusal} The user has a relay for this, but its key is locked: they can unlock the keys in Settings, and you can try again.`;
  if (onPhone)
    return `${refusal} Try another source, or fewer request headers. A relay would help: if one runs on a computer of the user, they can enter its address in Settings, Relay.`;
  const [kind, option] = relay === 'far' ? ['on this computer ', 'private'] : ['', 'allow'];
  return `${refusal} Try another source, or fewer request headers. A relay ${kind}would help: the user can start one with "npm run relay -- --${option} ${url.host}" in the folder of OneClaw's source, and enter its address in Settings, Relay.`;
}

/** Omits the query, which may contain secrets. */
export function describeRedirect({ origin, pathname }: URL, method: string): string {
  return `${origin}${pathname} answered ${method} with a redirect, which is not followed here, because the browser hides where it leads. Ask for the final address instead.`;
}
