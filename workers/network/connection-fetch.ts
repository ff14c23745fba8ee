/**
 * The egress gate of a connection that the user configured: allows its own host, and other hosts only if they
 * are public or the user allowed them.
 */
import type { SpacedInit } from './address-space.ts';
import { classifyHost } from './host-class.ts';
import type { EgressDeps } from './check-request.ts';

/** Thrown before a request is sent, or instead of following a redirect. */
export class RefusedAddressError extends Error {
  readonly reason: 'address' | 'private_host' | 'redirect';
  readonly host: string;
  constructor(reason: RefusedAddressError['reason'], host: string) {
    super(`${reason}: ${host}`);
    this.reason = reason;
    this.host = host;
  }
}

export type ConnectionFetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * Contract: never sends cookies or a referrer, never follows a redirect (a browser reveals its target only
 * after following it), and never contacts a private host that a server names unless the user allowed it.
 */
export function createConnectionFetch(
  own: URL,
  deps: Pick<EgressDeps, 'fetch' | 'isHostAllowed'>,
): ConnectionFetch {
  return async (input, init = {}) => {
    const url = new URL(input);
    await checkAddress(url, own, deps);
    // The user's own host may be a public name that resolves to a private address; a host that a server names
    // may not.
    const isPermitted = isOwn(url, own) || deps.isHostAllowed(url.host);
    const isPublic = !isPermitted && (await classifyHost(url.hostname)) === 'public';
    const space: SpacedInit = isPublic ? { targetAddressSpace: 'public' } : {};
    const response = await deps.fetch(url, {
      ...init,
      ...space,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      redirect: 'manual',
    });
    // Browsers return an opaque response for a redirect; Node returns its status.
    const isRedirect =
      response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status);
    if (!isRedirect) return response;
    await response.body?.cancel();
    throw new RefusedAddressError('redirect', url.host);
  };
}

/** The server's own origin, or the same host over https. */
function isOwn(url: URL, own: URL): boolean {
  return url.host === own.host && (url.protocol === own.protocol || url.protocol === 'https:');
}

/**
 * Throws a `RefusedAddressError` if neither a request nor the user may be sent to a URL that the server `own`
 * names.
 */
export async function checkAddress(
  url: URL,
  own: URL,
  deps: Pick<EgressDeps, 'isHostAllowed'>,
): Promise<void> {
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || url.username || url.password) throw new RefusedAddressError('address', url.host);
  if (isOwn(url, own) || deps.isHostAllowed(url.host)) return;
  // No downgrade from https to http, which others could read and change.
  if (own.protocol === 'https:' && url.protocol === 'http:')
    throw new RefusedAddressError('address', url.host);
  if ((await classifyHost(url.hostname)) === 'private')
    throw new RefusedAddressError('private_host', url.host);
}
